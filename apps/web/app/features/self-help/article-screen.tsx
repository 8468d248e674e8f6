import { ArrowLeft } from 'lucide-react';
import { data, useLoaderData } from 'react-router';
import { formatDate } from '../../lib/locale.ts';
import { paths } from '../../lib/paths.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { Prose, textColumn } from '../../ui/prose.tsx';
import { SharingHead } from '../../ui/sharing-head.tsx';
import { type Article, articles, pictureOf } from './articles.server.ts';

const linkClass = 'inline-flex min-h-6 items-center underline underline-offset-4 pointer-coarse:min-h-11';

export const loader = ({ params }: { params: { slug?: string } }) => {
  const article = articles.find(({ slug }) => slug === params.slug);
  // oxlint-disable-next-line typescript/only-throw-error -- React Router's error with a status
  if (!article) throw data(null, { status: 404 });
  return { article, next: articlesAfter(article), picture: pictureOf(article) };
};

/** Returns "When to seek help", unless it is this article, and the next two articles. */
function articlesAfter({ slug }: Article): Article[] {
  const index = articles.findIndex((article) => article.slug === slug);
  const following = [...articles.slice(index + 1), ...articles.slice(0, index)];
  return [
    ...following.filter((article) => article.slug === 'when-to-seek-help'),
    ...following.filter((article) => article.slug !== 'when-to-seek-help').slice(0, 2),
  ];
}

export default function ArticleScreen() {
  const { article, next, picture } = useLoaderData<typeof loader>();
  const { slug, title, summary, minutes, dateChecked, html } = article;
  const path = paths.selfHelpArticle(slug);
  return (
    <article className={textColumn}>
      <PageTitle>{title}</PageTitle>
      <SharingHead path={path} title={title} description={summary} picture={picture} checkedOn={dateChecked} />
      <a href={paths.selfHelp} className="inline-flex min-h-11 items-center gap-2 text-sm font-semibold text-primary">
        <ArrowLeft size={20} strokeWidth={1.75} aria-hidden="true" className="rtl:-scale-x-100" />
        Self-Help Library
      </a>
      <h1 className="mt-2 text-2xl md:text-3xl">{title}</h1>
      <p className="mt-4 text-lg text-muted">{summary}</p>
      <p className="mt-2 text-sm text-muted">
        {minutes} minutes to read · Sources checked on{' '}
        <time dateTime={dateChecked} className="whitespace-nowrap">
          {formatDate(dateChecked)}
        </time>
      </p>
      <Prose html={html} className="mt-8" />
      <ReadNext articles={next} />
      <Sources article={article} />
    </article>
  );
}

const ReadNext = ({ articles }: { articles: readonly Article[] }) => (
  <nav aria-labelledby="read-on" className="mt-12 rounded-card bg-primary-soft p-4 forced-colors:border md:p-6">
    <h2 id="read-on" className="text-lg">
      Read next
    </h2>
    <ul className="mt-2 flex flex-col">
      {articles.map((article) => (
        <li key={article.slug}>
          <a
            href={paths.selfHelpArticle(article.slug)}
            className="inline-flex min-h-11 items-center font-semibold text-primary underline underline-offset-4"
          >
            {article.title}
          </a>
        </li>
      ))}
    </ul>
  </nav>
);

const Sources = ({ article: { sources, dateChecked } }: { article: Article }) => (
  <section aria-labelledby="sources" className="mt-8 border-t border-line pt-6 text-sm text-muted">
    <h2 id="sources" className="font-text font-semibold tracking-normal text-ink">
      Sources
    </h2>
    <p className="mt-2">
      We wrote this article ourselves. Facts and recommendations come from these pages; we read saved copies on{' '}
      <time dateTime={dateChecked}>{formatDate(dateChecked)}</time>. This is general information, not a diagnosis or
      treatment.
    </p>
    <ul className="mt-2 flex flex-col gap-1">
      {sources.map(({ title, publisher, url, readIn }) => (
        <li key={url}>
          <a href={url} rel="noreferrer external" className={linkClass}>
            {title}
          </a>
          , {publisher}
          {readIn !== undefined && ` (read in ${readIn})`}
        </li>
      ))}
    </ul>
  </section>
);
