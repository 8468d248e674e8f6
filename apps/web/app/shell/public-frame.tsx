import { useLocation } from 'react-router';
import formScriptUrl from 'virtual:script-url/form-pages.ts';
import { RunBy } from '../features/operator/index.ts';
import type { PageHandle } from '../lib/document.ts';
import { paths } from '../lib/paths.ts';
import { productName } from '../lib/product.ts';
import { aboutLinks } from './navigation.ts';
import { SimpleFrame } from './simple-frame.tsx';

export const handle: PageHandle = { isPlain: true, script: <script type="module" src={formScriptUrl} /> };

/** The frame of visitors' pages. */
export default function PublicFrame() {
  const { pathname } = useLocation();
  return (
    <SimpleFrame
      links={
        pathname !== paths.login && (
          <a
            href={paths.login}
            className="inline-flex min-h-10 items-center rounded-control px-2 text-sm font-semibold whitespace-nowrap text-primary underline-offset-4 hover:underline member:hidden pointer-coarse:min-h-11 sm:px-3"
          >
            Log in
          </a>
        )
      }
      footer={<PublicFooter />}
    />
  );
}

const footerLinks = [
  { href: paths.crisis, label: 'Crisis lines by country' },
  { href: paths.selfHelp, label: 'Self-Help Library' },
  { href: paths.meditationTools, label: 'Meditation tools' },
  ...aboutLinks,
];

/** Footer of all pages that need no sign-in. */
export function PublicFooter() {
  return (
    <footer className="border-t border-line">
      <div className="mx-auto flex max-w-300 flex-col gap-6 px-4 py-8 text-sm text-muted sm:px-6">
        <ul className="flex flex-wrap gap-x-6 gap-y-2 max-sm:flex-col pointer-coarse:gap-y-0">
          {footerLinks.map(({ href, label }) => (
            <li key={href}>
              <a
                href={href}
                className="inline-flex min-h-6 items-center font-semibold text-ink underline underline-offset-4 pointer-coarse:min-h-11"
              >
                {label}
              </a>
            </li>
          ))}
        </ul>
        <p className="max-w-[60ch]">
          {productName} is a community of peers. It offers company, not treatment, and does not replace professional
          care.
        </p>
        <RunBy />
      </div>
    </footer>
  );
}
