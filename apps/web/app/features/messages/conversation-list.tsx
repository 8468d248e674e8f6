import { useInfiniteQuery } from '@tanstack/react-query';
import { formatCount } from '../../lib/locale.ts';
import { useNextPage } from '../../lib/next-page.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Loading, Status } from '../../ui/status.tsx';
import { conversationsIn } from './conversation-pages.ts';
import { ConversationRow } from './conversation-row.tsx';
import { conversationsQuery } from './conversations.api.ts';
import type { ConversationKind } from './conversations.cache.ts';
import { NearEdge } from './near-edge.tsx';
import { NewChat } from './new-chat.tsx';

type ConversationListProps = { kind: ConversationKind; search: string; chosenId: string | undefined };

export const ConversationList = ({ kind, search, chosenId }: ConversationListProps) => {
  const list = useInfiniteQuery(conversationsQuery(kind, search));
  const loadNextPage = useNextPage(list);
  if (!list.data) {
    return list.isError ? (
      <div role="alert" className="flex flex-col items-center gap-3 px-4 py-8 text-center text-sm text-muted">
        <p>Your conversations could not be loaded. Nothing is lost.</p>
        <Button variant="secondary" size="small" isPending={list.isFetching} onClick={() => void list.refetch()}>
          Try again
        </Button>
      </div>
    ) : (
      <ListSkeleton />
    );
  }
  const conversations = conversationsIn(list.data);
  if (conversations.length === 0) return <Nothing kind={kind} search={search} />;
  return (
    <>
      <ul className="px-2 pb-2">
        {conversations.map((conversation) => (
          <ConversationRow
            key={conversation.otherUser.id}
            conversation={conversation}
            isChosen={conversation.otherUser.id === chosenId}
          />
        ))}
      </ul>
      {search !== '' && <Status className="sr-only">{formatCount(conversations.length)} found</Status>}
      {list.hasNextPage && (
        <div className="flex justify-center pb-4">
          {!list.isFetchNextPageError && <NearEdge key={list.data.pages.length} onNear={loadNextPage} />}
          <Button variant="quiet" size="small" aria-busy={list.isFetching} onClick={loadNextPage}>
            {list.isFetchNextPageError ? 'Try again' : 'Load more'}
          </Button>
        </div>
      )}
    </>
  );
};

const Nothing = ({ kind, search }: { kind: ConversationKind; search: string }) => {
  if (search !== '')
    return (
      <Status className="px-4 py-8 text-center text-sm wrap-anywhere text-muted">Nothing found for “{search}”.</Status>
    );
  if (kind === 'requests')
    return (
      <p className="px-6 py-8 text-center text-sm text-muted">
        No requests are waiting. When someone you are not connected with writes to you, their message waits here.
      </p>
    );
  return (
    <div className="px-2 pb-4">
      {/* Beside the empty chat one picture is enough. */}
      <div className="md:[&_img]:hidden">
        <EmptyState picture="conversation" title="No conversations yet" text="Start a conversation" />
      </div>
      <h2 className="px-2 text-lg">Start New Chat</h2>
      <NewChat />
    </div>
  );
};

const ListSkeleton = () => (
  <Loading label="Loading conversations" className="flex flex-col gap-4 px-4 py-3">
    {[0, 1, 2, 3].map((index) => (
      <div key={index} className="flex items-center gap-3">
        <Skeleton isRound className="size-11 shrink-0" />
        <div className="flex flex-1 flex-col gap-2">
          <Skeleton className="h-4 w-1/2" />
          <Skeleton className="h-3.5 w-4/5" />
        </div>
      </div>
    ))}
  </Loading>
);
