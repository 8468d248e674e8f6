import type { MemberSummary } from '@commons/contract/members/schemas';
import { messageLimits } from '@commons/contract/messages';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowDown, CloudOff } from 'lucide-react';
import { Fragment, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { draftKey, writeDraft } from '../../lib/drafts.ts';
import { dayLabel, isSameDay, timeOfDay } from '../../lib/locale.ts';
import { useStore } from '../../lib/store.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { moveFocus } from '../../ui/focus.tsx';
import { ListEnd } from '../../ui/infinite-list.tsx';
import { LoadFailure } from '../../ui/loaded.tsx';
import { Loading, Skeleton } from '../../ui/loading.tsx';
import { useClock } from '../../ui/relative-time.tsx';
import { useViewerId } from '../auth/index.ts';
import { profileQuery } from '../members/index.ts';
import { type VisibleRange, closeGap, loadOlder, useChat } from './chat.ts';
import type { Partner } from './conversations.api.ts';
import { messageDraft } from './message-composer.tsx';
import { MessageItem } from './message-item.tsx';
import {
  type ChatEntry,
  type MessageLog,
  countIncomingAfter,
  entriesOf,
  firstUnreadPosition,
  followsClosely,
  keysWithState,
  lastIncomingPosition,
  shownMessages,
  startsTimeGroup,
} from './message-log.ts';
import { newMessages } from './messages.texts.ts';
import type { Outbox } from './outbox.ts';
import { useMessageScroll } from './use-message-scroll.ts';

type ChatMessagesProps = {
  partner: Partner;
  outbox: Outbox;
  onVisibleRange: (visibleRange: VisibleRange) => void;
};

export const ChatMessages = (props: ChatMessagesProps) => {
  const { log, isFailed, retry } = useChat(props.partner.member.id);
  if (log.isLoaded) return <LoadedMessages {...props} />;
  if (!isFailed) return <BubblesSkeleton />;
  return <LoadFailure variant="text" text="The messages could not be loaded. Nothing is lost." onRetry={retry} />;
};

const LoadedMessages = ({ partner: { member, conversation }, outbox, onVisibleRange }: ChatMessagesProps) => {
  // Read here, so that a sent message appears in the log in the same rendering in which it leaves the outbox.
  const { log } = useChat(member.id);
  const queryClient = useQueryClient();
  const older = useMutation({ mutationFn: () => loadOlder(queryClient, member.id) });
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
  const isUnanswered = log.olderCursor === null && entries.length > 0 && entries.every(({ isOwn }) => isOwn);
  const isNotConnected = useIsNotConnected(member.id, isUnanswered);
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
        <div ref={contentRef} className={classNames('pt-4 pb-2', entries.length === 0 ? 'my-auto' : 'mt-auto')}>
          {log.olderCursor !== null && (
            <AboveMessages>
              {/* Not remounted between pages, so that its button keeps the focus. */}
              <ListEnd
                label="Earlier messages"
                variant="quiet"
                failedText="Earlier messages could not be loaded."
                autoLoadPixels={600}
                isFetching={older.isPending}
                isFailed={older.isError}
                className="pb-4"
                onLoad={() => older.mutate()}
              />
            </AboveMessages>
          )}
          {entries.length === 0 ? (
            <EmptyState
              picture="conversation"
              title="Start a conversation"
              text={`No messages yet. A simple hello to ${member.firstName || member.displayName} is enough.`}
              action={<Openings memberId={member.id} />}
            />
          ) : (
            <MessageList
              entries={entries}
              member={member}
              outbox={outbox}
              firstUnread={firstUnread}
              hidesPhotos={conversation?.isRequest === true}
              requestTo={isUnanswered && isNotConnected ? member.firstName || member.displayName : null}
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
            moveFocus(scrollerRef.current);
          }}
        >
          <ArrowDown size={16} strokeWidth={1.75} aria-hidden="true" />
          {newCount > 0 && newMessages(newCount)}
        </Button>
      )}
      <IncomingLog log={log} member={member} />
    </div>
  );
};

/** First messages to members without a connection wait among their requests. Loaded only while no answer has come. */
const useIsNotConnected = (memberId: string, isUnanswered: boolean): boolean => {
  const { data: profile } = useQuery({ ...profileQuery(memberId), enabled: isUnanswered });
  return profile != null && profile.connection !== 'connected';
};

const openings = ['Hello, how are you today?', 'Thank you for what you shared.', 'Your post stayed with me.'];

/** First sentences to choose from. They are written into the message field, so that the member can change them. */
const Openings = ({ memberId }: { memberId: string }) => {
  const viewerId = useViewerId();
  if (viewerId === undefined) return null;
  return (
    <ul aria-label="Ways to begin" className="flex flex-wrap justify-center gap-2">
      {openings.map((text) => (
        <li key={text}>
          <Button
            variant="secondary"
            size="small"
            className="rounded-full"
            onClick={({ currentTarget }) => {
              writeDraft(draftKey(viewerId, messageDraft(memberId)), text);
              currentTarget.closest('section')?.querySelector('textarea')?.focus();
            }}
          >
            {text}
          </Button>
        </li>
      ))}
    </ul>
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
      if (region?.contains(document.activeElement)) moveFocus(messages);
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

const removableMilliseconds = messageLimits.removableMinutes * 60_000;

type MessageListProps = {
  entries: readonly ChatEntry[];
  member: MemberSummary;
  outbox: Outbox;
  firstUnread: number | null;
  hidesPhotos: boolean;
  requestTo: string | null;
};

const MessageList = ({ entries, member, outbox, firstUnread, hidesPhotos, requestTo }: MessageListProps) => {
  const queryClient = useQueryClient();
  const now = useClock();
  const withState = keysWithState(entries);
  return (
    <ol className="flex flex-col">
      {entries.map((entry, index) => {
        const previous = entries[index - 1];
        const isFirstUnread = firstUnread !== null && entry.position === firstUnread;
        return (
          <Fragment key={entry.key}>
            {startsTimeGroup(previous, entry) && (
              <GroupTime
                at={entry.createdAt}
                {...((!previous || !isSameDay(previous.createdAt, entry.createdAt)) && {
                  day: dayLabel(entry.createdAt, new Date(now)),
                })}
              />
            )}
            {entry.isBehindGap && (
              <GapMarker onRetry={() => void closeGap(queryClient, member.id, { isUrgent: true })} />
            )}
            {isFirstUnread && <UnreadDivider />}
            <MessageItem
              entry={entry}
              member={member}
              outbox={outbox}
              isContinuing={!isFirstUnread && !entry.isBehindGap && followsClosely(previous, entry)}
              showsState={withState.has(entry.key)}
              isRemovable={
                entry.messageId !== null &&
                entry.isOwn &&
                !entry.isRemoved &&
                now - Date.parse(entry.createdAt) < removableMilliseconds
              }
              hidesPhoto={hidesPhotos && !entry.isOwn}
              requestTo={requestTo}
            />
          </Fragment>
        );
      })}
    </ol>
  );
};

/** Marks missing messages. Automatic retries continue. */
const GapMarker = ({ onRetry }: { onRetry: () => void }) => (
  <li className="mt-4 mb-1 flex flex-col items-center text-center text-xs text-muted">
    <span className="flex w-full items-center gap-3">
      <span aria-hidden="true" className="h-0 flex-1 border-t border-dashed border-field" />
      <span className="flex items-center gap-1.5 font-semibold">
        <CloudOff size={16} strokeWidth={1.75} aria-hidden="true" />
        Some messages are missing here
      </span>
      <span aria-hidden="true" className="h-0 flex-1 border-t border-dashed border-field" />
    </span>
    <Button variant="quiet" size="small" className="text-primary" onClick={onRetry}>
      Try again
    </Button>
  </li>
);

/**
 * Time above a group of messages. Each message has its own time for screen readers and as a tooltip, so they skip a time
 * without a day.
 */
const GroupTime = ({ at, day }: { at: string; day?: string }) => (
  <li aria-hidden={day === undefined} className="mt-6 mb-1 text-center text-xs text-muted first:mt-2">
    {day !== undefined && <span className="font-semibold">{day} </span>}
    <time dateTime={at}>{timeOfDay(at)}</time>
  </li>
);

const UnreadDivider = () => (
  <li className="my-4 flex items-center gap-3 text-xs font-semibold text-primary" data-first-unread="">
    <span aria-hidden="true" className="h-px flex-1 bg-primary" />
    New messages
    <span aria-hidden="true" className="h-px flex-1 bg-primary" />
  </li>
);
