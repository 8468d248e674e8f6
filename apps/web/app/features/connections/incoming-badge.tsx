import { useInfiniteQuery } from '@tanstack/react-query';
import { CountBadge } from '../../ui/badge.tsx';
import { connectionListQuery } from './connections.api.ts';
import { connectionsIn } from './connections.cache.ts';

/** How many requests wait for an answer, as far as they are loaded: nobody needs to know that it is more than a page. */
export const useIncomingCount = (): number => {
  const { data } = useInfiniteQuery(connectionListQuery('incoming'));
  return data === undefined ? 0 : connectionsIn(data).length;
};

export function IncomingBadge() {
  const count = useIncomingCount();
  return <CountBadge count={count} label={count === 1 ? 'request waits for you' : 'requests wait for you'} />;
}
