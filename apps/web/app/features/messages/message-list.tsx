import type { MemberSummary } from '@commons/contract/members';
import { messageLimits } from '@commons/contract/messages';
import { useQueryClient } from '@tanstack/react-query';
import { CloudOff } from 'lucide-react';
import { Fragment, useEffect, useState } from 'react';
import { dayLabel, isSameDay, timeOfDay } from '../../lib/locale.ts';
import { Button } from '../../ui/button.tsx';
import { startsTimeGroup, type ChatEntry, followsClosely, keysWithState } from './chat-entries.ts';
import { closeGap } from './chat.ts';
import { MessageItem } from './message-item.tsx';
import type { Outbox } from './outbox.ts';

const removableMilliseconds = messageLimits.removableMinutes * 60_000;

const useMinutes = (): number => {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return now;
};

type MessageListProps = {
  entries: readonly ChatEntry[];
  member: MemberSummary;
  outbox: Outbox;
  firstUnread: number | null;
  hidesPhotos: boolean;
};

export const MessageList = ({ entries, member, outbox, firstUnread, hidesPhotos }: MessageListProps) => {
  const queryClient = useQueryClient();
  const now = useMinutes();
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
        <CloudOff size={14} strokeWidth={2} aria-hidden="true" />
        Some messages are missing here
      </span>
      <span aria-hidden="true" className="h-0 flex-1 border-t border-dashed border-field" />
    </span>
    <Button variant="quiet" size="small" className="text-primary" onClick={onRetry}>
      Try again
    </Button>
  </li>
);

/** Time above a group of messages. Each message has its own time for screen readers and as a tooltip. */
const GroupTime = ({ at, day }: { at: string; day?: string }) => (
  <li className="mt-6 mb-1 text-center text-xs text-muted first:mt-2">
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
