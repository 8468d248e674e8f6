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

/** Returns the name of a file without its folder and extension. */
const nameOf = (file: string): string => file.slice(file.lastIndexOf('/') + 1, file.lastIndexOf('.'));

/** Covers of the recordings: path and address of each. */
const covers = Object.entries(
  import.meta.glob<string>('../../../../../content/meditations/*.webp', {
    query: '?url',
    import: 'default',
    eager: true,
  }),
);

/** Printable guides and audio files, available to everyone. */
const pdfs = downloads.pdfs.map((pdf) => ({ ...toDownload('pdfs', pdf), pages: pdf.pages }));
export const audio = downloads.audio.map((recording) => ({
  ...toDownload('audio', recording),
  minutes: recording.minutes,
  cover: covers.find(([file]) => nameOf(file) === nameOf(recording.file))?.[1],
}));

/** The printable guides with their descriptions. */
export const PdfList = () => (
  <ul className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2">
    {pdfs.map(({ address, title, description, pages, size }) => (
      <Card as="li" key={address} className="flex flex-wrap items-start gap-4">
        <span className="inline-flex size-11 shrink-0 items-center justify-center rounded-control bg-primary-soft text-primary forced-colors:border">
          <FileText size={20} strokeWidth={1.75} aria-hidden="true" />
        </span>
        <div className="min-w-0 flex-[1_1_10rem] wrap-anywhere">
          <a
            href={address}
            className="inline-flex min-h-11 items-center font-semibold text-primary underline underline-offset-4"
          >
            {title} (PDF, {size})
          </a>
          <p className="mt-1 text-sm text-muted">{description}</p>
          <p className="mt-2 text-sm text-muted">{pageCount(pages)}</p>
        </div>
      </Card>
    ))}
  </ul>
);
