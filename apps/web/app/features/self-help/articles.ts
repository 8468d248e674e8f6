import { type MarkdownText, readMarkdown } from '../../lib/markdown.ts';

type Source = {
  title: string;
  publisher: string;
  url: string;
  /** Where it was read, if not on the page itself. */
  readIn?: string;
};

export type Article = MarkdownText<{
  title: string;
  summary: string;
  /** Its place in the list. */
  order: number;
  sources: Source[];
  /** ISO date on which the sources were read. */
  dateChecked: string;
}>;

/** In the order in which they are listed. */
export const articles: readonly Article[] = readMarkdown<Omit<Article, keyof MarkdownText<unknown>>>(
  import.meta.glob<string>('../../../../../content/self-help/*.md', { query: '?raw', import: 'default', eager: true }),
).toSorted((one, other) => one.order - other.order);
