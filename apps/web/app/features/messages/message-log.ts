import type { Message } from '@commons/contract/messages';
import type { Page } from '../../lib/api-client.ts';

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
