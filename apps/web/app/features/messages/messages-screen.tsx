import type { CurrentUser } from '@commons/contract/auth/schemas';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, useParams } from 'react-router';
import { useIsHydrated } from '../../lib/hydration.ts';
import { frameLoader } from '../../lib/page-data.ts';
import { paths } from '../../lib/paths.ts';
import { screenLoader } from '../../lib/query-client.ts';
import { useStore } from '../../lib/store.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FocusRestorer } from '../../ui/focus.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { useViewer } from '../auth/index.ts';
import { BubblesSkeleton } from './chat-messages.tsx';
import { prefetchChat } from './chat.ts';
import { ConversationPanel } from './conversation-panel.tsx';
import { conversationsQuery, findInLists, partnerQuery, useListCounts, usePartner } from './conversations.api.ts';
import { outboxOf } from './member-outbox.ts';
import { ChatHeader, OpenChat, UnsentDraft } from './open-chat.tsx';
import type { Outbox } from './outbox.ts';

/** Sends the page without messages and conversations. */
export const loader = frameLoader;
export const clientLoader = screenLoader<'userId'>((queryClient, { userId }) => {
  void queryClient.prefetchInfiniteQuery(conversationsQuery('accepted', ''));
  void queryClient.prefetchInfiniteQuery(conversationsQuery('requests', ''));
  if (userId === undefined) return;
  if (!findInLists(queryClient, userId)) void queryClient.prefetchQuery(partnerQuery(userId));
  prefetchChat(queryClient, userId);
});

const MessagesScreen = () => {
  const viewer = useViewer();
  return viewer ? <Messages viewer={viewer} /> : null;
};

/** List and chat side by side. On phones one of them at a time. */
const Messages = ({ viewer }: { viewer: CurrentUser }) => {
  const { userId } = useParams();
  const queryClient = useQueryClient();
  const [isStarting, setIsStarting] = useState(false);
  const { hasNone } = useListCounts();
  // Only the device knows the unsent messages.
  const outbox = useIsHydrated() ? outboxOf(queryClient, viewer.id) : undefined;
  return (
    <div className="-mx-4 grid min-h-0 flex-1 overflow-hidden border-line bg-surface sm:-mx-6 md:mx-0 md:grid-cols-[min(17rem,45%)_minmax(0,1fr)] md:rounded-card md:border 2xl:grid-cols-[min(21rem,45%)_minmax(0,1fr)]">
      {userId === undefined && <PageTitle>Messages</PageTitle>}
      {/* Also needed beside the chat: phones then hide the list with its title. */}
      <h1 className="sr-only">Messages</h1>
      <ConversationPanel
        chosenId={userId}
        outbox={outbox}
        isStarting={isStarting}
        onStartingChange={setIsStarting}
        className={classNames(userId !== undefined ? 'max-md:hidden' : hasNone && 'md:col-span-2 md:[&>search]:hidden')}
      />
      <div
        className={classNames(
          'min-h-0 min-w-0 bg-paper md:border-s md:border-line',
          userId === undefined && (hasNone ? 'hidden' : 'max-md:hidden'),
        )}
      >
        {userId === undefined ? (
          <div className="flex h-full items-center justify-center">
            <EmptyState
              picture="conversation"
              title="Select a conversation"
              text="Choose someone to start messaging"
              action={<Button onClick={() => setIsStarting(true)}>Write to someone</Button>}
            />
          </div>
        ) : outbox ? (
          <ChatPane key={userId} userId={userId} viewer={viewer} outbox={outbox} />
        ) : (
          <ChatSkeleton />
        )}
      </div>
    </div>
  );
};

export default MessagesScreen;

type ChatPaneProps = { userId: string; viewer: CurrentUser; outbox: Outbox };

/** The right pane with one conversation. */
const ChatPane = ({ userId, viewer, outbox }: ChatPaneProps) => {
  const partner = usePartner(userId);
  const entries = useStore(outbox.entries).filter(({ receiverId }) => receiverId === userId);
  if (partner.data === undefined) {
    if (!partner.isError) return <ChatSkeleton />;
    return (
      <Notice title="This conversation could not be loaded" text="Nothing is lost. Please try again.">
        <Button onClick={() => void partner.refetch()}>Try again</Button>
      </Notice>
    );
  }
  if (partner.data === null || userId === viewer.id) {
    return (
      <Notice
        title="Member not found"
        text="They may have left, or the link may be incomplete."
        below={<UnsentDraft viewerId={viewer.id} userId={userId} entries={entries} outbox={outbox} />}
      >
        <Link to={paths.messages} className={buttonClass('secondary')}>
          Back to your messages
        </Link>
      </Notice>
    );
  }
  return <OpenChat partner={partner.data} viewer={viewer} outbox={outbox} />;
};

const ChatSkeleton = () => (
  <div className="flex h-full flex-col">
    <PageTitle>Messages</PageTitle>
    <ChatHeader>
      <Skeleton isRound className="size-11" />
      <Skeleton className="h-5 w-24 md:w-40" />
    </ChatHeader>
    <BubblesSkeleton />
  </div>
);

type NoticeProps = { title: string; text: string; below?: ReactNode; children: ReactNode };

const Notice = ({ title, text, below, children }: NoticeProps) => (
  <div className="flex h-full flex-col overflow-y-auto">
    <PageTitle>{title}</PageTitle>
    <ChatHeader />
    <div className="m-auto">
      <FocusRestorer label={title}>
        <div role="alert">
          <EmptyState picture="conversation" title={title} text={text} action={children} />
        </div>
        {below}
      </FocusRestorer>
    </div>
  </div>
);
