import type { Message } from '@commons/contract/messages';
import type { Page } from '../../lib/api-client.ts';

/**
 * What this page knows of one conversation. Frames, acknowledgements and pages may come in any order and more than
 * once; shown are the messages from the oldest loaded one on, each once, in order, and past a missing one only when it does not come.
 */
export type MessageLog = {
  isLoaded: boolean;
  /** By position, and without a hole as far as the viewer may see. */
  messages: readonly Message[];
  /** Came beyond a gap: they wait until what lies between has been fetched. */
  ahead: readonly Message[];
  /** They have waited long enough, and are shown behind the gap. */
  isGapShown: boolean;
  /** Taken back; a page that was read before, and arrives after, does not bring the words back. */
  removedPositions: ReadonlySet<number>;
  /** How far the other member has come. */
  receipts: { delivered: number; read: number };
  /** Leads to the messages before the oldest loaded one; null at the beginning of the conversation. */
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

/** What is shown, in order. Without a gap that is what has come. */
export const shownMessages = ({ messages, ahead, isGapShown }: MessageLog): readonly Message[] =>
  isGapShown ? [...messages, ...ahead] : messages;

/** The last one without a gap before it. */
export const lastMessage = (log: MessageLog): Message | undefined => log.messages.at(-1);

const lastPosition = (log: MessageLog): number => lastMessage(log)?.position ?? 0;
const firstPosition = (log: MessageLog): number => log.messages[0]?.position ?? Infinity;

/** Whether something between the shown messages and one that arrived has to be fetched. */
export const hasGap = (log: MessageLog): boolean => log.isLoaded && log.ahead.length > 0;

const asRemoved = (message: Message): Message => ({ ...message, content: '', photo: null, isRemoved: true });

const union = (log: MessageLog, ...lists: (readonly Message[])[]): Message[] => {
  const byPosition = new Map<number, Message>();
  for (const message of lists.flat())
    byPosition.set(message.position, log.removedPositions.has(message.position) ? asRemoved(message) : message);
  return [...byPosition.values()].toSorted((one, other) => one.position - other.position);
};

/** What messages themselves say of receipts and removals, so that neither is lost with a later, older copy. */
const noting = (log: MessageLog, messages: readonly Message[]): MessageLog => {
  let { delivered, read } = log.receipts;
  let removedPositions = log.removedPositions;
  for (const { position, state, isRemoved } of messages) {
    if (state === 'read') read = Math.max(read, position);
    if (state === 'read' || state === 'delivered') delivered = Math.max(delivered, position);
    if (isRemoved && !removedPositions.has(position)) removedPositions = new Set([...removedPositions, position]);
  }
  return { ...log, receipts: { delivered, read }, removedPositions };
};

/** Moves over what waits ahead, as far as it follows the shown messages without a gap. */
const drained = (log: MessageLog): MessageLog => {
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

/** What arrived beyond a gap is shown although the gap is not closed. */
export const withGapShown = (log: MessageLog): MessageLog => (hasGap(log) ? { ...log, isGapShown: true } : log);

/** A message that came by itself, or as the answer to sending it. */
export const withArrived = (before: MessageLog, message: Message): MessageLog => {
  const log = noting(before, [message]);
  if (!log.isLoaded || message.position > lastPosition(log)) {
    const ahead = union(log, log.ahead, [message]);
    return log.isLoaded ? drained({ ...log, ahead }) : { ...log, ahead };
  }
  // Older than everything loaded: it comes with its page.
  if (message.position < firstPosition(log)) return log;
  return { ...log, messages: union(log, log.messages, [message]) };
};

/** The newest page, the newest message first: the first one read, or the same one read again. */
export const withNewestPage = (before: MessageLog, { items, next }: Page<Message>): MessageLog => {
  const log = noting(before, items);
  const oldestRead = items.at(-1)?.position ?? Infinity;
  const isJoined = log.isLoaded && (items.length === 0 || next === null || oldestRead <= lastPosition(log) + 1);
  const messages = isJoined ? union(log, log.messages, items) : union(log, items);
  const olderCursor = isJoined && oldestRead >= firstPosition(log) ? log.olderCursor : next;
  return drained({ ...log, isLoaded: true, messages, olderCursor });
};

/** What came after a shown message, the oldest first. The server left nothing out between the two. */
export const withMissed = (before: MessageLog, items: readonly Message[]): MessageLog => {
  const log = noting(before, items);
  return drained({ ...log, messages: union(log, log.messages, items) });
};

/** The page before the oldest loaded message, the newest message first. */
export const withOlderPage = (before: MessageLog, cursor: string, { items, next }: Page<Message>): MessageLog => {
  if (before.olderCursor !== cursor) return before;
  const log = noting(before, items);
  return { ...log, messages: union(log, items, log.messages), olderCursor: next };
};

export const withRemoved = (before: MessageLog, position: number): MessageLog => {
  const log = { ...before, removedPositions: new Set([...before.removedPositions, position]) };
  return { ...log, messages: union(log, log.messages), ahead: union(log, log.ahead) };
};

/** The other member has, or has read, everything up to a position. */
export const withReceipt = (log: MessageLog, kind: 'delivered' | 'read', position: number): MessageLog => {
  const delivered = Math.max(log.receipts.delivered, position);
  const read = kind === 'read' ? Math.max(log.receipts.read, position) : log.receipts.read;
  return { ...log, receipts: { delivered, read } };
};

/** How far one's own message has come. */
export const stateOf = ({ receipts }: MessageLog, { position }: Message): 'sent' | 'delivered' | 'read' =>
  position <= receipts.read ? 'read' : position <= receipts.delivered ? 'delivered' : 'sent';
