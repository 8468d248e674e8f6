import type { MemberSummary } from '@commons/contract/members';
import { Fragment, useEffect, useState } from 'react';
import { dayLabel, isSameDay } from '../../lib/locale.ts';
import { type ChatEntry, keysWithState } from './chat-entries.ts';
import { MessageItem } from './message-item.tsx';
import { messageLimits } from './message-limits.ts';
import type { Outbox } from './outbox.ts';

/** Messages of one person that follow within this time stand together. */
const togetherMilliseconds = 5 * 60_000;
const removableMilliseconds = messageLimits.removableMinutes * 60_000;

const useMinutes = (): number => {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return now;
};

const standTogether = (one: ChatEntry | undefined, other: ChatEntry | undefined): boolean =>
  one !== undefined &&
  other !== undefined &&
  one.isOwn === other.isOwn &&
  isSameDay(one.createdAt, other.createdAt) &&
  Date.parse(other.createdAt) - Date.parse(one.createdAt) < togetherMilliseconds;

type MessageListProps = {
  entries: readonly ChatEntry[];
  member: MemberSummary;
  outbox: Outbox;
  firstUnread: number | null;
  hidesPhotos: boolean;
};

export const MessageList = ({ entries, member, outbox, firstUnread, hidesPhotos }: MessageListProps) => {
  const now = useMinutes();
  const withState = keysWithState(entries);
  return (
    <ol className="flex flex-col">
      {entries.map((entry, index) => {
        const [previous, next] = [entries[index - 1], entries[index + 1]];
        const isFirstUnread = firstUnread !== null && entry.position === firstUnread;
        return (
          <Fragment key={entry.key}>
            {(!previous || !isSameDay(previous.createdAt, entry.createdAt)) && (
              <Divider label={dayLabel(entry.createdAt, new Date(now))} />
            )}
            {isFirstUnread && <Divider label="New messages" isUnread />}
            <MessageItem
              entry={entry}
              member={member}
              outbox={outbox}
              isContinuing={!isFirstUnread && standTogether(previous, entry)}
              isLastTogether={!standTogether(entry, next)}
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

const Divider = ({ label, isUnread = false }: { label: string; isUnread?: boolean }) => (
  <li
    className={`my-4 flex items-center gap-3 text-xs font-semibold ${isUnread ? 'text-primary' : 'text-muted'}`}
    {...(isUnread && { 'data-first-unread': '' })}
  >
    <span aria-hidden="true" className={`h-px flex-1 ${isUnread ? 'bg-primary' : 'bg-line'}`} />
    {label}
    <span aria-hidden="true" className={`h-px flex-1 ${isUnread ? 'bg-primary' : 'bg-line'}`} />
  </li>
);
