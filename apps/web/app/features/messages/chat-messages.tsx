import type { MemberSummary } from '@commons/contract/members';
import { ArrowDown } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { plural } from '../../lib/locale.ts';
import { useStore } from '../../lib/store.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListEnd } from '../../ui/infinite-list.tsx';
import { LoadFailure } from '../../ui/loaded.tsx';
import { Loading, Skeleton } from '../../ui/loading.tsx';
import { countIncomingAfter, entriesOf, firstUnreadPosition, lastIncomingPosition } from './chat-entries.ts';
import { type Chat, loadOlder, openChat } from './chat-store.ts';
import type { Partner } from './conversations.api.ts';
import { MessageList } from './message-list.tsx';
import { type MessageLog, shownMessages } from './message-log.ts';
import type { Outbox } from './outbox.ts';
import { useMessageScroll } from './use-message-scroll.ts';
import type { VisibleRange } from './use-open-chat.ts';

type ChatMessagesProps = {
  partner: Partner;
  chat: Chat;
  outbox: Outbox;
  onVisibleRange: (visibleRange: VisibleRange) => void;
};

export const ChatMessages = (props: ChatMessagesProps) => {
  const { chat, partner } = props;
  if (chat.log.isLoaded) return <LoadedMessages {...props} />;
  if (!chat.isFailed) return <BubblesSkeleton />;
  return (
    <LoadFailure
      variant="text"
      text="The messages could not be loaded. Nothing is lost."
      onRetry={() => openChat(partner.member.id)}
    />
  );
};

const LoadedMessages = ({ partner: { member, conversation }, chat, outbox, onVisibleRange }: ChatMessagesProps) => {
  const { log } = chat;
  const scrollerRef = useRef<HTMLDivElement>(null);
  const contentRef = useRef<HTMLDivElement>(null);
  const [firstUnread] = useState(() => firstUnreadPosition(log, member.id, conversation?.unreadCount ?? 0));
  const lastPosition = shownMessages(log).at(-1)?.position ?? 0;
  const [seenPosition, setSeenPosition] = useState(lastPosition);
  const entries = entriesOf(log, useStore(outbox.entries), member.id, useStore(outbox.waits).get(member.id));
  const { isAtEnd, scrollToEnd } = useMessageScroll(scrollerRef, contentRef, {
    lastOwnKey: entries.findLast(({ isOwn }) => isOwn)?.key,
    onMove: (visibleRange) => {
      if (visibleRange.isAtEnd) setSeenPosition(lastPosition);
      onVisibleRange(visibleRange);
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
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must be able to scroll this region
        tabIndex={0}
        className="flex h-full flex-col overflow-y-auto overscroll-contain px-4 [overflow-anchor:none] focus-visible:-outline-offset-2"
      >
        <div ref={contentRef} className="mt-auto pt-4 pb-2">
          {log.olderCursor !== null && (
            <AboveMessages>
              {/* Not remounted between pages, so that its button keeps the focus. */}
              <ListEnd
                label="Earlier messages"
                variant="quiet"
                failedText="Earlier messages could not be loaded."
                autoLoadPixels={600}
                isFetching={chat.isLoadingOlder}
                isFailed={chat.isOlderFailed}
                className="pb-4"
                onLoad={() => void loadOlder(member.id)}
              />
            </AboveMessages>
          )}
          {entries.length === 0 ? (
            <EmptyState
              picture="conversation"
              title="Start a conversation"
              text={`No messages yet. A simple hello to ${member.firstName || member.displayName} is enough.`}
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
          className="absolute end-4 bottom-2 animate-arrive rounded-full shadow-float"
          aria-label={newCount === 0 ? 'Scroll to the latest message' : undefined}
          onClick={() => {
            scrollToEnd();
            scrollerRef.current?.focus({ preventScroll: true });
          }}
        >
          <ArrowDown size={18} strokeWidth={1.75} aria-hidden="true" />
          {newCount > 0 && `${newCount} ${plural(newCount, { one: 'new message', other: 'new messages' })}`}
        </Button>
      )}
      <IncomingLog log={log} member={member} />
    </div>
  );
};

/**
 * Unmounts after the first message has loaded. If the focus is inside, it moves to the message list instead of the text
 * field.
 */
const AboveMessages = ({ children }: { children: ReactNode }) => {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const region = ref.current;
    const messages = region?.closest<HTMLElement>('[data-scroller]');
    return () => {
      if (region?.contains(document.activeElement)) messages?.focus({ preventScroll: true });
    };
  }, []);
  return <div ref={ref}>{children}</div>;
};

/** Maximum number of messages that are announced at once. */
const maxAnnounced = 5;

/** Announces new messages. The list itself is not a live region, because it would read out earlier messages too. */
const IncomingLog = ({ log, member }: { log: MessageLog; member: MemberSummary }) => {
  const [positionAtOpening] = useState(() => lastIncomingPosition(log, member.id));
  const newMessages = shownMessages(log)
    .filter(({ senderId, position, isRemoved }) => senderId === member.id && position > positionAtOpening && !isRemoved)
    .slice(-maxAnnounced);
  return (
    <div role="log" aria-label="Arriving messages" className="sr-only">
      {newMessages.map(({ id, content, photo }) => (
        <p key={id}>
          {member.displayName}: {content || (photo && 'Photo')}
        </p>
      ))}
    </div>
  );
};

const bubbles = ['w-3/5', 'w-2/5 self-end', 'w-1/2', 'w-3/5 self-end', 'w-1/3'];

export const BubblesSkeleton = () => (
  <Loading label="Loading messages" className="flex flex-1 flex-col justify-end gap-3 p-4">
    {bubbles.map((width) => (
      <Skeleton key={width} className={classNames('h-11 rounded-card', width)} />
    ))}
  </Loading>
);
