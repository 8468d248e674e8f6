import type { SearchResult, SearchType } from '@commons/contract/search/schemas';
import { Link } from 'react-router';
import { useIsHydrated } from '../../lib/hydration.ts';
import { formatDateTime } from '../../lib/locale.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Card } from '../../ui/card.tsx';
import { useIsMuted } from '../muted-words/index.ts';
import { useIsAllowed, usePlayerMemberId } from '../player/index.ts';
import { kinds, Marked } from './result-texts.tsx';

type ResultProps = { type: SearchType; result: SearchResult; headingLevel: 'h2' | 'h3' };

type ResultListProps = Omit<ResultProps, 'result'> & { results: readonly SearchResult[] };

export const ResultList = ({ results, ...row }: ResultListProps) => (
  <Card isPadded={false} className="overflow-hidden">
    <ul className="divide-y divide-line">
      {results.map((result) => (
        <Result key={result.id} result={result} {...row} />
      ))}
    </ul>
  </Card>
);

/** A search result as a link. */
function Result({ type, result, headingLevel: Heading }: ResultProps) {
  const { id, title, excerpt, contentWarning, imageUrl, author, at } = result;
  const isMuted = useIsMuted(author?.id ?? id, [excerpt?.text ?? null, contentWarning]);
  // The server does not know the reader's time zone.
  const isHydrated = useIsHydrated();
  const { icon: Icon, to } = kinds[type];
  const isAllowed = useIsAllowed(usePlayerMemberId(), imageUrl ?? '/');
  const heading = title ?? (author && { text: author.displayName, marks: [] });
  const face =
    author ?? (type === 'people' && title ? { id, displayName: title.text, profileImageUrl: imageUrl } : null);
  return (
    <li className="relative flex gap-3 px-4 py-3 transition-colors hover:bg-primary-soft md:gap-4 md:px-6">
      {face ? (
        <Avatar id={face.id} name={face.displayName} imageUrl={face.profileImageUrl} />
      ) : imageUrl === null || !isAllowed ? (
        <span className="flex size-11 shrink-0 items-center justify-center rounded-control bg-primary-soft text-primary">
          <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
        </span>
      ) : (
        <img
          src={imageUrl}
          alt=""
          loading="lazy"
          referrerPolicy="no-referrer"
          className="size-11 shrink-0 rounded-control object-cover"
        />
      )}
      <div className="min-w-0 flex-1">
        <Heading className="font-text text-base leading-snug font-semibold tracking-normal wrap-anywhere" dir="auto">
          <Link
            to={to(id)}
            aria-describedby={`text-${id}`}
            className="after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-primary"
          >
            {heading ? <Marked {...heading} /> : kinds[type].label}
          </Link>
        </Heading>
        {at !== null && (
          <time dateTime={at} className="text-xs text-muted">
            {isHydrated ? formatDateTime(at) : '\u00A0'}
          </time>
        )}
        <p id={`text-${id}`} className="mt-1 text-sm text-muted wrap-anywhere" dir="auto">
          {isMuted
            ? 'This post is hidden by a word you muted.'
            : contentWarning === null
              ? excerpt && <Marked {...excerpt} />
              : `Content warning: ${contentWarning}`}
        </p>
      </div>
    </li>
  );
}
