import type { Message } from '@commons/contract/messages';
import { isSameDay } from '../../lib/locale.ts';
import { type MessageLog, shownMessages, deliveryStateOf } from './message-log.ts';
import type { OutboxEntry, Wait } from './outbox.ts';

export type EntryState = 'sending' | 'waiting' | 'sent' | 'delivered' | 'read' | 'failed';

/** A message in the chat, stored or pending. */
export type ChatEntry = {
  /** Stays the same when a pending message is stored, so that its element is not remounted. */
  key: string;
  /** Null until the message is stored. */
  messageId: string | null;
  position: number | null;
  isOwn: boolean;
  content: string;
  photo: { url: string; width: number; height: number } | null;
  createdAt: string;
  isRemoved: boolean;
  /** Null for messages of the other member. */
  state: EntryState | null;
  /** Whether earlier messages are missing. */
  isBehindGap: boolean;
  /** Reason for the failure or the wait. */
  reason: string | null;
};

const waitReasons: Record<Wait, string> = {
  connection: 'Waiting for a connection',
  server: 'Waiting to be sent',
};

/**
 * Returns the stored messages in order, then the pending ones. A message that is both is listed once. Own messages are
 * shown even while earlier ones are missing.
 */
export const entriesOf = (
  log: MessageLog,
  outbox: readonly OutboxEntry[],
  otherId: string,
  wait?: Wait,
): ChatEntry[] => {
  const isShown = ({ senderId }: Message) => log.isGapShown || senderId !== otherId;
  const storedMessages = [...log.messages, ...log.ahead.filter(isShown)];
  const storedClientIds = new Set(storedMessages.map(({ clientId }) => clientId));
  const stored = storedMessages.map((message, index): ChatEntry => {
    const isOwn = message.senderId !== otherId;
    return {
      key: message.clientId ?? message.id,
      messageId: message.id,
      position: message.position,
      isOwn,
      content: message.content,
      photo: message.photo,
      createdAt: message.createdAt,
      isRemoved: message.isRemoved,
      state: isOwn ? deliveryStateOf(log, message) : null,
      isBehindGap:
        log.isGapShown &&
        index >= log.messages.length &&
        message.position > (storedMessages[index - 1]?.position ?? 0) + 1,
      reason: null,
    };
  });
  const pendingState: EntryState = wait ? 'waiting' : 'sending';
  const pending = outbox
    .filter(({ receiverId, clientId }) => receiverId === otherId && !storedClientIds.has(clientId))
    .map((entry): ChatEntry => ({
      key: entry.clientId,
      messageId: null,
      position: null,
      isOwn: true,
      content: entry.content,
      photo: entry.photo,
      createdAt: entry.createdAt,
      isRemoved: false,
      state: entry.isRefused ? 'failed' : pendingState,
      isBehindGap: false,
      reason: entry.isRefused || !wait ? entry.reason : waitReasons[wait],
    }));
  return [...stored, ...pending];
};

/** Position of the first of the other member's last `count` messages, or null. */
export const firstUnreadPosition = (log: MessageLog, otherId: string, count: number): number | null =>
  count === 0 ? null : (log.messages.filter(({ senderId }) => senderId === otherId).slice(-count)[0]?.position ?? null);

/** Position of the other member's last message up to a position, or 0. */
export const lastIncomingPosition = (log: MessageLog, otherId: string, maxPosition = Infinity): number =>
  log.messages.findLast(({ senderId, position }) => senderId === otherId && position <= maxPosition)?.position ?? 0;

/** Number of the other member's messages after a position. */
export const countIncomingAfter = (log: MessageLog, otherId: string, position: number): number =>
  (shownMessages(log).at(-1)?.position ?? 0) <= position
    ? 0
    : shownMessages(log).filter((message) => message.senderId === otherId && message.position > position).length;

type Timestamped = Pick<ChatEntry, 'createdAt'>;

/** Absolute, because a failed message is below newer ones. */
const minutesBetween = (one: Timestamped, other: Timestamped): number =>
  Math.abs(Date.parse(other.createdAt) - Date.parse(one.createdAt)) / 60_000;

/** Whether a time is shown above a message: after a pause of 15 minutes, or on a new day. */
export const startsTimeGroup = (previous: Timestamped | undefined, entry: Timestamped): boolean =>
  !previous || !isSameDay(previous.createdAt, entry.createdAt) || minutesBetween(previous, entry) > 15;

/** Whether a message is shown close to the previous one: same sender, less than five minutes later. */
export const followsClosely = (previous: ChatEntry | undefined, entry: ChatEntry): boolean =>
  previous?.isOwn === entry.isOwn && !startsTimeGroup(previous, entry) && minutesBetween(previous, entry) < 5;

/** Keys of the messages whose state is shown: pending ones, the last stored one and the last read one. */
export const keysWithState = (entries: readonly ChatEntry[]): ReadonlySet<string> => {
  const own = entries.filter(({ isOwn, isRemoved }) => isOwn && !isRemoved);
  const unsentEntries = own.filter(({ messageId }) => messageId === null);
  const lastStored = own.findLast(({ messageId }) => messageId !== null);
  const lastRead = own.findLast(({ state }) => state === 'read');
  return new Set([...unsentEntries, lastStored, lastRead].flatMap((entry) => (entry ? [entry.key] : [])));
};
