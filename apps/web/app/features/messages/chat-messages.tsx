import { ArrowDown } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { countIncomingAfter, entriesOf, firstUnreadPosition } from './chat-entries.ts';
import { BubblesSkeleton } from './chat-skeleton.tsx';
import { type Chat, loadOlder, openChat } from './chat-store.ts';
import type { Partner } from './conversations.api.ts';
import { IncomingLog } from './incoming-log.tsx';
import { useOutboxEntries } from './live.ts';
import { MessageList } from './message-list.tsx';
import { shownMessages } from './message-log.ts';
import { NearEdge } from './near-edge.tsx';
import type { Outbox } from './outbox.ts';
import { useMessageScroll } from './use-message-scroll.ts';
import type { InSight } from './use-open-chat.ts';

type ChatMessagesProps = { partner: Partner; chat: Chat; outbox: Outbox; onInSight: (inSight: InSight) => void };

export const ChatMessages = (props: ChatMessagesProps) => {
  const { chat, partner } = props;
  if (chat.log.isLoaded) return <LoadedMessages {...props} />;
  if (!chat.isFailed) return <BubblesSkeleton />;
  return (
    <div role="alert" className="flex flex-1 flex-col items-center justify-center gap-3 p-6 text-center text-muted">
      <p>The messages could not be loaded. Nothing is lost.</p>
      <Button variant="secondary" onClick={() => openChat(partner.member.id)}>
        Try again
      </Button>
    </div>
  );
};

const LoadedMessages = ({ partner: { member, conversation }, chat, outbox, onInSight }: ChatMessagesProps) => {
  const { log } = chat;
  const scrollerRef = useRef<HTMLDivElement>(null);
  const contentRef = useRef<HTMLDivElement>(null);
  const [firstUnread] = useState(() => firstUnreadPosition(log, member.id, conversation?.unreadCount ?? 0));
  const lastPosition = shownMessages(log).at(-1)?.position ?? 0;
  const [seenPosition, setSeenPosition] = useState(lastPosition);
  const entries = entriesOf(log, useOutboxEntries(outbox), member.id);
  const { isAtEnd, scrollToEnd } = useMessageScroll(scrollerRef, contentRef, {
    ownKey: entries.findLast(({ isOwn }) => isOwn)?.key,
    onMove: (inSight) => {
      if (inSight.isAtEnd) setSeenPosition(lastPosition);
      onInSight(inSight);
    },
  });
  const newCount = isAtEnd ? 0 : countIncomingAfter(log, member.id, seenPosition);
  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={scrollerRef}
        data-scroller
        role="region"
        aria-label={`Messages with ${member.displayName}`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard too
        tabIndex={0}
        className="flex h-full flex-col overflow-y-auto overscroll-contain px-3 [overflow-anchor:none] focus-visible:-outline-offset-2 md:px-5"
      >
        <div ref={contentRef} className="mt-auto pt-4 pb-1">
          {log.olderCursor !== null && (
            <OlderMessages key={log.olderCursor} chat={chat} onLoad={() => void loadOlder(member.id)} />
          )}
          {entries.length === 0 ? (
            <EmptyState
              picture="conversation"
              title="Start a conversation"
              text={`Nothing has been said yet. A simple hello to ${member.firstName || member.displayName} is enough.`}
            />
          ) : (
            <MessageList
              entries={entries}
              member={member}
              outbox={outbox}
              firstUnread={firstUnread}
              hidesPhotos={conversation?.isRequest === true}
            />
          )}
        </div>
      </div>
      {!isAtEnd && (
        <Button
          variant="secondary"
          size="small"
          className="absolute right-4 bottom-2 animate-arrive rounded-full shadow-float"
          aria-label={newCount === 0 ? 'Scroll to the latest message' : undefined}
          onClick={() => {
            scrollToEnd();
            scrollerRef.current?.focus({ preventScroll: true });
          }}
        >
          <ArrowDown size={18} strokeWidth={1.75} aria-hidden="true" />
          {newCount > 0 && (newCount === 1 ? '1 new message' : `${newCount} new messages`)}
        </Button>
      )}
      <IncomingLog log={log} member={member} />
    </div>
  );
};

const OlderMessages = ({ chat, onLoad }: { chat: Chat; onLoad: () => void }) => (
  <div className="flex flex-col items-center gap-2 pb-4">
    {!chat.isOlderFailed && <NearEdge onNear={onLoad} />}
    {chat.isOlderFailed && <p className="text-sm text-muted">Earlier messages could not be loaded.</p>}
    <Button variant="quiet" size="small" aria-busy={chat.isLoadingOlder} onClick={onLoad}>
      {chat.isLoadingOlder && <Spinner />}
      {chat.isOlderFailed ? 'Try again' : 'Earlier messages'}
    </Button>
  </div>
);
