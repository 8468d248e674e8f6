import { FileText } from 'lucide-react';
import { formatBytes } from '../../lib/locale.ts';
import { Card } from '../../ui/card.tsx';
import { pageCount } from './meditation-tools.texts.ts';

type DownloadInfo = { file: string; title: string; description: string; bytes: number };

/** The shipped downloads. The server reads the same file. */
const [downloads = { pdfs: [], audio: [] }] = Object.values(
  import.meta.glob<{ pdfs: (DownloadInfo & { pages: number })[]; audio: (DownloadInfo & { minutes: number })[] }>(
    '../../../../../content/downloads.json',
    { import: 'default', eager: true },
  ),
);

type Download = {
  address: string;
  title: string;
  /** The title with its file extension. */
  fileName: string;
  description: string;
  /** "1.1 MB". */
  size: string;
};

const toDownload = (folder: string, { file, title, description, bytes }: DownloadInfo): Download => ({
  address: `/${folder}/${file}`,
  title,
  fileName: title + file.slice(file.lastIndexOf('.')),
  description,
  size: formatBytes(bytes),
});

/** Printable guides and audio files, available to everyone. */
const pdfs = downloads.pdfs.map((pdf) => ({ ...toDownload('pdfs', pdf), pages: pdf.pages }));
export const audio = downloads.audio.map((recording) => ({
  ...toDownload('audio', recording),
  minutes: recording.minutes,
}));

/** The printable guides with their descriptions. */
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
        <p className="mt-auto pt-3 text-sm text-muted">{pageCount(pages)}</p>
      </Card>
    ))}
  </ul>
);
