import type { Message } from '@commons/contract/messages';
import { isSameDay } from '../../lib/locale.ts';
import { type MessageLog, shownMessages, stateOf } from './message-log.ts';
import type { OutboxEntry, Wait } from './outbox.ts';

export type EntryState = 'sending' | 'waiting' | 'sent' | 'delivered' | 'read' | 'failed';

/** One message as it stands in the chat, stored or still on its way. */
export type ChatEntry = {
  /** Stays the same when a message on its way has been stored, so that what is shown is not built anew. */
  key: string;
  /** Null while it is not stored. */
  messageId: string | null;
  position: number | null;
  isOwn: boolean;
  content: string;
  photo: { url: string; width: number; height: number } | null;
  createdAt: string;
  isRemoved: boolean;
  /** Null on messages of the other member. */
  state: EntryState | null;
  /** Messages before it have not come. */
  isBehindGap: boolean;
  /** Why it failed, or what it waits for. */
  reason: string | null;
};

const waitWords: Record<Wait, string> = {
  connection: 'Waiting for a connection',
  server: 'Waiting to be sent',
};

/**
 * The stored messages in their order, then what is on its way, without what is both. One's own message stays in sight
 * also while what was stored before it is still being fetched.
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
      state: isOwn ? stateOf(log, message) : null,
      isBehindGap:
        log.isGapShown &&
        index >= log.messages.length &&
        message.position > (storedMessages[index - 1]?.position ?? 0) + 1,
      reason: null,
    };
  });
  const stateOnItsWay: EntryState = wait ? 'waiting' : 'sending';
  const onTheirWay = outbox
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
      state: entry.isRefused ? 'failed' : stateOnItsWay,
      isBehindGap: false,
      reason: entry.isRefused || !wait ? entry.reason : waitWords[wait],
    }));
  return [...stored, ...onTheirWay];
};

/** The position of the first of the last `count` messages of the other; null when there is none. */
export const firstUnreadPosition = (log: MessageLog, otherId: string, count: number): number | null =>
  count === 0 ? null : (log.messages.filter(({ senderId }) => senderId === otherId).slice(-count)[0]?.position ?? null);

/** The position of the last message of the other, up to a position; 0 when there is none. */
export const lastIncomingPosition = (log: MessageLog, otherId: string, upTo = Infinity): number =>
  log.messages.findLast(({ senderId, position }) => senderId === otherId && position <= upTo)?.position ?? 0;

/** How many messages of the other came after a position. */
export const countIncomingAfter = (log: MessageLog, otherId: string, position: number): number =>
  (shownMessages(log).at(-1)?.position ?? 0) <= position
    ? 0
    : shownMessages(log).filter((message) => message.senderId === otherId && message.position > position).length;

type Moment = Pick<ChatEntry, 'createdAt'>;

/** Either may be the earlier: what failed stands after what was sent since. */
const minutesBetween = (one: Moment, other: Moment): number =>
  Math.abs(Date.parse(other.createdAt) - Date.parse(one.createdAt)) / 60_000;

/** After a pause, or on another day, it is said once when the talk went on. */
export const beginsStretch = (previous: Moment | undefined, entry: Moment): boolean =>
  !previous || !isSameDay(previous.createdAt, entry.createdAt) || minutesBetween(previous, entry) > 15;

/** Messages of one person that follow within a few minutes stand close together. */
export const continues = (previous: ChatEntry | undefined, entry: ChatEntry): boolean =>
  previous?.isOwn === entry.isOwn && !beginsStretch(previous, entry) && minutesBetween(previous, entry) < 5;

/** Those whose state is worth saying: what is not there yet, the last one, and the last one that was read. */
export const keysWithState = (entries: readonly ChatEntry[]): ReadonlySet<string> => {
  const own = entries.filter(({ isOwn, isRemoved }) => isOwn && !isRemoved);
  const shown = own.filter(({ messageId }) => messageId === null);
  const lastStored = own.findLast(({ messageId }) => messageId !== null);
  const lastRead = own.findLast(({ state }) => state === 'read');
  return new Set([...shown, lastStored, lastRead].flatMap((entry) => (entry ? [entry.key] : [])));
};
