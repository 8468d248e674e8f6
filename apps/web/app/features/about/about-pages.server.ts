import { type MarkdownText, readMarkdown } from '../../lib/markdown.server.ts';
import { productName } from '../../lib/product.ts';
import type { SharingPicture } from '../../ui/sharing-head.tsx';

type AboutPage = MarkdownText<{
  title: string;
  summary: string;
  /** ISO date of the last check of the text against the software. */
  dateChecked: string;
}>;

/** Reads the pages about guidelines, privacy and accessibility, one for each Markdown file. */
export const readAboutPages = (): AboutPage[] =>
  readMarkdown<Omit<AboutPage, keyof MarkdownText<unknown>>>(
    import.meta.glob<string>('../../../../../content/pages/*.md', { query: '?raw', import: 'default', eager: true }),
    { product: productName },
  );

/** Returns the page with this file name, and its sharing picture. */
export function readAboutPage(slug: string): { page: AboutPage; picture: SharingPicture } {
  const page = readAboutPages().find((candidate) => candidate.slug === slug);
  if (!page) throw new Error(`There is no page ${slug}.`);
  return { page, picture: pictureOf(page) };
}

/** The sharing picture of a page. */
export const pictureOf = ({ slug, title }: AboutPage): SharingPicture => ({ name: slug, alt: title });
