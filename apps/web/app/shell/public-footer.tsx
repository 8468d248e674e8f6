import { paths } from '../lib/paths.ts';
import { productName } from '../lib/product.ts';

export function PublicFooter() {
  return (
    <footer className="border-t border-line">
      <div className="mx-auto flex max-w-300 flex-col gap-3 px-4 py-8 text-sm text-muted sm:px-6 md:flex-row md:items-center md:justify-between">
        <p className="max-w-[60ch]">
          {productName} is a community of peers. It is company, not treatment, and no substitute for care from a
          professional.
        </p>
        <a
          href={paths.crisis}
          className="inline-flex min-h-6 items-center font-semibold text-ink underline underline-offset-4"
        >
          Crisis lines by country
        </a>
      </div>
    </footer>
  );
}
