import { type MarkdownText, readMarkdown } from '../../lib/markdown.server.ts';
import type { SharingPicture } from '../../ui/sharing-head.tsx';

type Source = {
  title: string;
  publisher: string;
  url: string;
  /** The publication that contains the source, if it is not its own page. */
  readIn?: string;
};

export type Article = MarkdownText<{
  title: string;
  summary: string;
  /** Position in the list. */
  order: number;
  sources: Source[];
  /** ISO date of the last check of the sources. */
  dateChecked: string;
}>;

/** The sharing picture of an article. */
export const pictureOf = ({ slug, title }: Article): SharingPicture => ({ name: `self-help-${slug}`, alt: title });

/** Sorted by `order`. */
export const articles: readonly Article[] = readMarkdown<Omit<Article, keyof MarkdownText<unknown>>>(
  import.meta.glob<string>('../../../../../content/self-help/*.md', { query: '?raw', import: 'default', eager: true }),
).toSorted((one, other) => one.order - other.order);
