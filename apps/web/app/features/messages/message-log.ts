import type { Message } from '@commons/contract/messages/schemas';
import type { Page } from '../../lib/api-client.ts';
import { isSameDay } from '../../lib/locale.ts';
import type { OutboxEntry, Wait } from './outbox.ts';

/**
 * The loaded messages of one conversation. Frames, acknowledgements and pages can arrive in any order and more than
 * once. Each message is shown once, in order. Messages after a gap wait until it closes or the wait times out.
 */
export type MessageLog = {
  isLoaded: boolean;
  /** Sorted by position. No message that the viewer may see is missing in between. */
  messages: readonly Message[];
  /** Messages after a gap. They wait until the missing ones have been fetched. */
  ahead: readonly Message[];
  /** Whether `ahead` is shown although the gap has not closed, because the wait timed out. */
  isGapShown: boolean;
  /** Positions of removed messages. A stale page must not restore their content. */
  removedPositions: ReadonlySet<number>;
  /** Positions up to which the other member has received and read messages. */
  receipts: { delivered: number; read: number };
  /** Cursor of the messages before the oldest loaded one. Null at the start of the conversation. */
  olderCursor: string | null;
};

export const emptyLog: MessageLog = {
  isLoaded: false,
  messages: [],
  ahead: [],
  isGapShown: false,
  removedPositions: new Set(),
  receipts: { delivered: 0, read: 0 },
  olderCursor: null,
};

/** The shown messages, in order. */
export const shownMessages = ({ messages, ahead, isGapShown }: MessageLog): readonly Message[] =>
  isGapShown ? [...messages, ...ahead] : messages;

/** The last message without a gap before it. */
export const lastMessage = (log: MessageLog): Message | undefined => log.messages.at(-1);

const lastPosition = (log: MessageLog): number => lastMessage(log)?.position ?? 0;
const firstPosition = (log: MessageLog): number => log.messages[0]?.position ?? Infinity;

/** Whether messages are missing between the shown ones and a newer one. */
export const hasGap = (log: MessageLog): boolean => log.isLoaded && log.ahead.length > 0;

const withoutContent = (message: Message): Message => ({ ...message, content: '', photo: null, isRemoved: true });

const mergeByPosition = (log: MessageLog, ...lists: (readonly Message[])[]): Message[] => {
  const byPosition = new Map<number, Message>();
  for (const message of lists.flat())
    byPosition.set(message.position, log.removedPositions.has(message.position) ? withoutContent(message) : message);
  return [...byPosition.values()].toSorted((one, other) => one.position - other.position);
};

/** Records receipts and removals from messages, so that older copies do not undo them. */
const withRecordedState = (log: MessageLog, messages: readonly Message[]): MessageLog => {
  let { delivered, read } = log.receipts;
  let removedPositions = log.removedPositions;
  for (const { position, state, isRemoved } of messages) {
    if (state === 'read') read = Math.max(read, position);
    if (state === 'read' || state === 'delivered') delivered = Math.max(delivered, position);
    if (isRemoved && !removedPositions.has(position)) removedPositions = new Set([...removedPositions, position]);
  }
  return { ...log, receipts: { delivered, read }, removedPositions };
};

/** Moves messages from `ahead` to `messages`, up to the next gap. */
const drainAhead = (log: MessageLog): MessageLog => {
  const messages = [...log.messages];
  const ahead: Message[] = [];
  let last = lastPosition(log);
  for (const message of log.ahead) {
    if (message.position > last + 1) ahead.push(message);
    else if (message.position === last + 1) {
      messages.push(message);
      last += 1;
    }
  }
  return { ...log, messages, ahead, isGapShown: log.isGapShown && ahead.length > 0 };
};

/** Shows the messages after a gap that has not closed. */
export const withGapShown = (log: MessageLog): MessageLog => (hasGap(log) ? { ...log, isGapShown: true } : log);

/** Adds a message from a frame or an acknowledgement. */
export const withIncoming = (before: MessageLog, message: Message): MessageLog => {
  const log = withRecordedState(before, [message]);
  if (!log.isLoaded || message.position > lastPosition(log)) {
    const ahead = mergeByPosition(log, log.ahead, [message]);
    return log.isLoaded ? drainAhead({ ...log, ahead }) : { ...log, ahead };
  }
  // Older than all loaded messages: it is loaded with its page.
  if (message.position < firstPosition(log)) return log;
  return { ...log, messages: mergeByPosition(log, log.messages, [message]) };
};

/** Merges the newest page, newest message first, on the first read or a later one. */
export const withNewestPage = (before: MessageLog, { items, next }: Page<Message>): MessageLog => {
  const log = withRecordedState(before, items);
  const oldestPosition = items.at(-1)?.position ?? Infinity;
  const isContiguous = log.isLoaded && (items.length === 0 || next === null || oldestPosition <= lastPosition(log) + 1);
  const messages = isContiguous ? mergeByPosition(log, log.messages, items) : mergeByPosition(log, items);
  const olderCursor = isContiguous && oldestPosition >= firstPosition(log) ? log.olderCursor : next;
  return drainAhead({ ...log, isLoaded: true, messages, olderCursor });
};

/** Adds messages that follow a loaded one, oldest first and without gaps. */
export const withCatchUp = (before: MessageLog, items: readonly Message[]): MessageLog => {
  const log = withRecordedState(before, items);
  return drainAhead({ ...log, messages: mergeByPosition(log, log.messages, items) });
};

/** Adds the page before the oldest loaded message, newest message first. */
export const withOlderPage = (before: MessageLog, cursor: string, { items, next }: Page<Message>): MessageLog => {
  if (before.olderCursor !== cursor) return before;
  const log = withRecordedState(before, items);
  return { ...log, messages: mergeByPosition(log, items, log.messages), olderCursor: next };
};

export const withRemoved = (before: MessageLog, position: number): MessageLog => {
  const log = { ...before, removedPositions: new Set([...before.removedPositions, position]) };
  return { ...log, messages: mergeByPosition(log, log.messages), ahead: mergeByPosition(log, log.ahead) };
};

/** Records that the other member has received or read all messages up to a position. */
export const withReceipt = (log: MessageLog, kind: 'delivered' | 'read', position: number): MessageLog => {
  const delivered = Math.max(log.receipts.delivered, position);
  const read = kind === 'read' ? Math.max(log.receipts.read, position) : log.receipts.read;
  return { ...log, receipts: { delivered, read } };
};

/** Returns the delivery state of a message that the viewer sent. */
export const deliveryStateOf = ({ receipts }: MessageLog, { position }: Message): 'sent' | 'delivered' | 'read' =>
  position <= receipts.read ? 'read' : position <= receipts.delivered ? 'delivered' : 'sent';

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
