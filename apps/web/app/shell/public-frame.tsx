import { useLocation } from 'react-router';
import { paths } from '../lib/paths.ts';
import { productName } from '../lib/product.ts';
import { SimpleFrame } from './simple-frame.tsx';

/** The frame of a visitor's pages. */
export function PublicFrame() {
  const { pathname } = useLocation();
  return (
    <SimpleFrame
      links={
        pathname !== paths.login && (
          <a
            href={paths.login}
            className="inline-flex min-h-10 items-center rounded-control px-2 text-sm font-semibold whitespace-nowrap text-primary underline-offset-4 hover:underline pointer-coarse:min-h-11 sm:px-3"
          >
            Log in
          </a>
        )
      }
      footer={<PublicFooter />}
    />
  );
}

export default PublicFrame;

function PublicFooter() {
  return (
    <footer className="border-t border-line">
      <div className="mx-auto flex max-w-300 flex-col gap-3 px-4 py-8 text-sm text-muted sm:px-6 md:flex-row md:items-center md:justify-between">
        <p className="max-w-[60ch]">
          {productName} is a community of peers. It is company, not treatment, and no substitute for care from a
          professional.
        </p>
        <a
          href={paths.crisis}
          className="inline-flex min-h-6 items-center font-semibold whitespace-nowrap text-ink underline underline-offset-4 pointer-coarse:min-h-11"
        >
          Crisis lines by country
        </a>
      </div>
    </footer>
  );
}
