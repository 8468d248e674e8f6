import { useInfiniteQuery } from '@tanstack/react-query';
import { useNextPage } from '../../lib/next-page.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FocusKeeper } from '../../ui/focus-keeper.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Loading } from '../../ui/status.tsx';
import { ConnectionRow } from './connection-row.tsx';
import { connectionListQuery } from './connections.api.ts';
import { type ConnectionListName, connectionsIn } from './connections.cache.ts';

const emptyWords = {
  accepted: {
    title: 'No connections yet',
    text: 'When you and another member connect, you will find each other here.',
  },
  incoming: { title: 'No requests waiting', text: 'When someone would like to connect with you, they will be here.' },
  outgoing: {
    title: 'No requests sent',
    text: 'Those you ask to connect are here until they answer, at their own pace.',
  },
} as const;

export function ConnectionList({ name, label }: { name: ConnectionListName; label: string }) {
  const list = useInfiniteQuery(connectionListQuery(name));
  const loadNextPage = useNextPage(list);
  const connections = list.data === undefined ? undefined : connectionsIn(list.data);

  if (connections === undefined) {
    return list.isError ? (
      <ListError isFetching={list.isFetching} onRetry={() => void list.refetch()} />
    ) : (
      <ListSkeleton />
    );
  }
  return (
    <FocusKeeper label={label}>
      {connections.length === 0 && !list.hasNextPage ? (
        <Card>
          <EmptyState picture="connections" {...emptyWords[name]} />
        </Card>
      ) : (
        <ul className="flex flex-col gap-3">
          {connections.map((connection) => (
            <ConnectionRow key={connection.member.id} connection={connection} />
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <div className="mt-4 flex justify-center">
          <Button
            variant="secondary"
            aria-busy={list.isFetchingNextPage}
            onClick={list.isFetchingNextPage ? undefined : loadNextPage}
          >
            {list.isFetchingNextPage
              ? 'Loading...'
              : list.isFetchNextPageError
                ? 'Could not load more. Try again'
                : 'Show more'}
          </Button>
        </div>
      )}
    </FocusKeeper>
  );
}

function ListError({ isFetching, onRetry }: { isFetching: boolean; onRetry: () => void }) {
  return (
    <Card role="alert">
      <EmptyState
        picture="offline"
        title="This list could not be loaded"
        text="Nothing is lost. Please check your connection and try again."
        action={
          <Button isPending={isFetching} onClick={onRetry}>
            Try again
          </Button>
        }
      />
    </Card>
  );
}

function ListSkeleton() {
  return (
    <Loading label="Loading" className="flex flex-col gap-3">
      {[1, 2, 3].map((row) => (
        <Card key={row} className="flex items-center gap-3">
          <Skeleton isRound className="size-11 shrink-0" />
          <div className="flex-1">
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="mt-2 h-3.5 w-1/4" />
          </div>
          <Skeleton className="h-9 w-24 rounded-control" />
        </Card>
      ))}
    </Loading>
  );
}
