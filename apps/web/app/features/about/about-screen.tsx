import { formatDate } from '../../lib/locale.ts';
import { type MarkdownText, readMarkdown } from '../../lib/markdown.ts';
import { productName } from '../../lib/product.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { Prose, textColumn } from '../../ui/prose.tsx';
import { SharingHead } from '../../ui/sharing-head.tsx';

type AboutPage = MarkdownText<{
  title: string;
  summary: string;
  /** ISO date of the last check of the text against the software. */
  dateChecked: string;
}>;

/** The pages about guidelines, privacy and accessibility, one for each Markdown file. */
export const aboutPages: readonly AboutPage[] = readMarkdown<Omit<AboutPage, keyof MarkdownText<unknown>>>(
  import.meta.glob<string>('../../../../../content/pages/*.md', { query: '?raw', import: 'default', eager: true }),
  { product: productName },
);

export function AboutScreen({ page: { slug, title, summary, dateChecked, html } }: { page: AboutPage }) {
  return (
    <article className={textColumn}>
      <PageTitle>{title}</PageTitle>
      <SharingHead
        path={`/${slug}`}
        title={title}
        description={summary}
        picture={{ name: slug, alt: title }}
        checkedOn={dateChecked}
      />
      <h1 className="text-2xl md:text-3xl">{title}</h1>
      <p className="mt-4 text-lg text-muted">{summary}</p>
      <p className="mt-2 text-sm text-muted">
        As of <time dateTime={dateChecked}>{formatDate(dateChecked)}</time>
      </p>
      <Prose html={html} className="mt-8" />
    </article>
  );
}
