type Shipped = { file: string; title: string; description: string; bytes: number };

/** Of all that ships, what is downloaded; the server reads the same file. */
const [shipped = { pdfs: [], audio: [] }] = Object.values(
  import.meta.glob<{ pdfs: (Shipped & { pages: number })[]; audio: (Shipped & { minutes: number })[] }>(
    '../../../../../content/downloads.json',
    { import: 'default', eager: true },
  ),
);

type Download = {
  address: string;
  title: string;
  /** The title with the ending that says what it is. */
  savedAs: string;
  description: string;
  /** "1.1 MB". */
  size: string;
};

const sizeOf = (bytes: number) =>
  bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

const toDownload = (folder: string, { file, title, description, bytes }: Shipped): Download => ({
  address: `/${folder}/${file}`,
  title,
  savedAs: title + file.slice(file.lastIndexOf('.')),
  description,
  size: sizeOf(bytes),
});

/** What can be printed, and what can be listened to, by anybody. */
export const pdfs = shipped.pdfs.map((pdf) => ({ ...toDownload('pdfs', pdf), pages: pdf.pages }));
export const audio = shipped.audio.map((sound) => ({ ...toDownload('audio', sound), minutes: sound.minutes }));
