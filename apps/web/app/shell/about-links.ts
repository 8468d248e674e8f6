import { paths } from '../lib/paths.ts';

/** Pages about the community, for visitors and members. They are separate documents, so use `<a>`, not `<Link>`. */
export const aboutLinks = [
  { href: paths.guidelines, label: 'Community guidelines' },
  { href: paths.privacy, label: 'Privacy' },
  { href: paths.accessibility, label: 'Accessibility' },
] as const;
