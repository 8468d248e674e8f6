import { paths } from '../lib/paths.ts';

/** Pages about the community itself, for visitors and members alike. They are documents of their own: no `<Link>`. */
export const aboutLinks = [
  { href: paths.guidelines, label: 'Community guidelines' },
  { href: paths.privacy, label: 'Privacy' },
  { href: paths.accessibility, label: 'Accessibility' },
] as const;
