import type { TextName } from '@commons/contract/texts';
import { use } from 'react';
import { useLoaderData } from 'react-router';
import { DocumentContext } from '../../lib/document.ts';
import { formatDate } from '../../lib/locale.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { Prose, textColumn } from '../../ui/prose.tsx';
import { SharingHead } from '../../ui/sharing-head.tsx';
import { OperatorDetails, StaffedHours } from '../operator/index.ts';
import { readAboutPage } from './about-pages.server.ts';

export const loader = ({ request }: { request: Request }) => readAboutPage(new URL(request.url).pathname.slice(1));

/** A page about the community: guidelines, privacy, accessibility or installation. */
export default function AboutScreen() {
  const { page, picture } = useLoaderData<typeof loader>();
  const { slug, title, summary } = page;
  const edited = use(DocumentContext).editedPages?.[slug as TextName];
  const html = edited?.html ?? page.html;
  const dateChecked = edited?.publishedAt.slice(0, 10) ?? page.dateChecked;
  return (
    <article className={textColumn}>
      <PageTitle>{title}</PageTitle>
      <SharingHead path={`/${slug}`} title={title} description={summary} picture={picture} checkedOn={dateChecked} />
      <h1 className="text-2xl md:text-3xl">{title}</h1>
      <p className="mt-4 text-lg text-muted">{summary}</p>
      <p className="mt-2 text-sm text-muted">
        As of <time dateTime={dateChecked}>{formatDate(dateChecked)}</time>
      </p>
      {slug === 'privacy' && <OperatorDetails className="mt-8" />}
      <Prose html={html} className="mt-8" />
      {slug === 'guidelines' && <StaffedHours className="mt-8 border-t border-line pt-6 text-muted" />}
      {(slug === 'guidelines' || slug === 'accessibility') && <OperatorDetails className="mt-8" />}
    </article>
  );
}
