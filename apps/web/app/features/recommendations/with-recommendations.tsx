import type { RecommendationType } from '@commons/contract/recommendations/schemas';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { classNames } from '../../ui/class-names.ts';
import { sectionTexts } from './recommendations.texts.ts';
import { Recommendations } from './recommendations.tsx';

type WithRecommendationsProps = {
  type: RecommendationType;
  /** Names the curated list on narrow screens. */
  label: string;
  /** The curated list. */
  children: ReactNode;
};

/**
 * A curated list with members' recommendations beside it. Narrow screens show one of the two. It is in the URL, so that
 * links and reloads keep it.
 */
export function WithRecommendations({ type, label, children }: WithRecommendationsProps) {
  const [searchParams] = useSearchParams();
  const showsMembers = searchParams.get('from') === 'members';
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-[minmax(0,1fr)_20rem] xl:gap-8">
      <nav
        aria-label={sectionTexts[type].lists}
        className="flex flex-wrap gap-x-4 shadow-[inset_0_-1px_var(--line)] sm:gap-x-6 xl:hidden"
      >
        <ListLink from={null} isCurrent={!showsMembers}>
          {label}
        </ListLink>
        <ListLink from="members" isCurrent={showsMembers}>
          From members
        </ListLink>
      </nav>
      <div className={classNames('min-w-0', showsMembers && 'max-xl:hidden')}>{children}</div>
      <div className={classNames('min-w-0', !showsMembers && 'max-xl:hidden')}>
        <Recommendations type={type} />
      </div>
    </div>
  );
}

type ListLinkProps = { from: 'members' | null; isCurrent: boolean; children: ReactNode };

/** Looks like a tab. */
const ListLink = ({ from, isCurrent, children }: ListLinkProps) => (
  <Link
    to={from === null ? '?' : `?from=${from}`}
    replace
    preventScrollReset
    aria-current={isCurrent ? 'page' : undefined}
    className={classNames(
      'inline-flex min-h-11 items-center border-b-2 text-sm font-semibold transition-colors hover:text-ink focus-visible:rounded-small focus-visible:-outline-offset-2',
      isCurrent ? 'border-primary text-ink' : 'border-transparent text-muted',
    )}
  >
    {children}
  </Link>
);
