import { useLoaderData } from 'react-router';
import { formatDate } from '../../lib/locale.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { Prose, textColumn } from '../../ui/prose.tsx';
import { SharingHead } from '../../ui/sharing-head.tsx';
import { readAboutPage } from './about-pages.server.ts';

export const loader = ({ request }: { request: Request }) => readAboutPage(new URL(request.url).pathname.slice(1));

/** A page about the community: guidelines, privacy, accessibility or installation. */
export default function AboutScreen() {
  const { page, picture } = useLoaderData<typeof loader>();
  const { slug, title, summary, dateChecked, html } = page;
  return (
    <article className={textColumn}>
      <PageTitle>{title}</PageTitle>
      <SharingHead path={`/${slug}`} title={title} description={summary} picture={picture} checkedOn={dateChecked} />
      <h1 className="text-2xl md:text-3xl">{title}</h1>
      <p className="mt-4 text-lg text-muted">{summary}</p>
      <p className="mt-2 text-sm text-muted">
        As of <time dateTime={dateChecked}>{formatDate(dateChecked)}</time>
      </p>
      <Prose html={html} className="mt-8" />
    </article>
  );
}
