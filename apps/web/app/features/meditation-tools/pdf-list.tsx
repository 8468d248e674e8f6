import { FileText } from 'lucide-react';
import { plural } from '../../lib/locale.ts';
import { Card } from '../../ui/card.tsx';
import { pdfs } from './downloads.ts';

/** The guides to print, each with what it is for. */
export const PdfList = () => (
  <ul className="mt-6 grid gap-4 sm:grid-cols-2">
    {pdfs.map(({ address, title, description, pages, size }) => (
      <Card as="li" key={address} className="flex flex-col">
        <a
          href={address}
          className="inline-flex min-h-11 items-center gap-2 self-start font-semibold text-primary underline underline-offset-4"
        >
          <FileText size={20} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
          {title} (PDF, {size})
        </a>
        <p className="mt-1 text-muted">{description}</p>
        <p className="mt-auto pt-3 text-sm text-muted">
          {pages} {plural(pages, { one: 'page', other: 'pages' })}
        </p>
      </Card>
    ))}
  </ul>
);
