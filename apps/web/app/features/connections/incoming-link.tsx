import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useIsHydrated } from '../../lib/hydration.ts';
import { itemsIn } from '../../lib/pages.ts';
import { paths } from '../../lib/paths.ts';
import { CountBadge } from '../../ui/badge.tsx';
import { connectionListQuery } from './connections.api.ts';
import { connectionRequests, wantToConnect, wouldLikeToConnect } from './connections.texts.ts';

/** Links to pending requests. Renders nothing if there are none. */
export function IncomingLink({ isShort = true }: { isShort?: boolean }) {
  const count = useIncomingCount();
  if (count === 0) return null;
  return (
    <Link
      to={paths.connectionRequests}
      className="inline-flex min-h-6 items-center rounded-full border border-line bg-surface px-2 py-0.5 text-xs font-semibold text-primary underline-offset-4 hover:underline"
    >
      {isShort ? (
        <>
          {wantToConnect(count)}
          <span className="sr-only"> with you</span>
        </>
      ) : (
        wouldLikeToConnect(count)
      )}
    </Link>
  );
}

/** Returns the number of pending requests on the loaded pages. The first page is enough for a badge. */
const useIncomingCount = (): number => {
  const { data } = useInfiniteQuery(connectionListQuery('incoming'));
  // Another part of the page may have loaded the list before this one is hydrated.
  const isHydrated = useIsHydrated();
  return isHydrated && data ? itemsIn(data).length : 0;
};

export function IncomingBadge() {
  const count = useIncomingCount();
  return <CountBadge count={count} text={connectionRequests(count)} />;
}
