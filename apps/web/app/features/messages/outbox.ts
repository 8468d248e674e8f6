import type { Message } from '@commons/contract/messages';

/** A message that is not known to be stored yet. Kept on the device until it is, or until it is given up. */
export type OutboxEntry = {
  clientId: string;
  receiverId: string;
  /** For whoever looks where the chat is not open; earlier versions did not keep it. */
  receiverName?: string;
  content: string;
  photo: { id: string; url: string; width: number; height: number } | null;
  createdAt: string;
  /** What was written later has a higher one. */
  order: number;
  /** Refused for good: waits for its writer to try again or to let go of it. */
  isRefused: boolean;
  /** Why it was refused, in words for its writer. */
  reason: string | null;
};

/** `unknown` is an answer that did not come, or said nothing of the message: the message may have been stored, and sending it again is harmless. */
export type Outcome =
  | { kind: 'stored'; message: Message }
  | { kind: 'refused'; reason: string | null }
  | { kind: 'unknown'; isServerFailure: boolean; retryAfterSeconds: number | null };

/** What keeps messages from leaving: a connection that is missing, or a server that cannot take them just now. */
export type Wait = 'connection' | 'server';

export type OutboxStorage = {
  load: () => OutboxEntry[];
  save: (entry: OutboxEntry) => void;
  forget: (clientId: string) => void;
};

type OutboxOptions = {
  storage: OutboxStorage;
  deliver: (entry: OutboxEntry) => Promise<Outcome>;
  onStored: (message: Message) => void;
  onRefused: (entry: OutboxEntry) => void;
  /** Runs something later: what could not be sent is tried again. */
  later: (run: () => void, milliseconds: number) => void;
};

export type Outbox = ReturnType<typeof createOutbox>;

/** After so many failures of the server in a row a message lets the next one pass; that takes half a minute. */
const maxServerFailures = 5;
const serverFailureReason = 'Something went wrong on our side. Your message is saved here.';

const firstRetryMilliseconds = 2_000;
const maxRetryMilliseconds = 60_000;

const inOrder = (entries: readonly OutboxEntry[]): readonly OutboxEntry[] =>
  entries.toSorted((one, other) => one.order - other.order);

/**
 * Sends what a member wrote, to each receiver one message after the other: the next one leaves when the one before is
 * stored, so that no way of sending, and no second tab, can change their order. Each is stored once by its `clientId`.
 */
export const createOutbox = ({ storage, deliver, onStored, onRefused, later }: OutboxOptions) => {
  let entries = inOrder(storage.load());
  const listeners = new Set<() => void>();
  const busyReceivers = new Set<string>();
  const serverFailures = new Map<string, number>();
  let failuresInARow = 0;
  /** By receiver. */
  let waits: ReadonlyMap<string, Wait> = new Map();

  const tell = (): void => {
    for (const listener of listeners) listener();
  };
  const noteWait = (receiverId: string, wait: Wait | undefined): void => {
    if (waits.get(receiverId) === wait) return;
    const others = [...waits].filter(([id]) => id !== receiverId);
    waits = new Map(wait === undefined ? others : [...others, [receiverId, wait]]);
    tell();
  };
  const change = (next: readonly OutboxEntry[]): void => {
    entries = inOrder(next);
    for (const receiverId of waits.keys()) if (!nextFor(receiverId)) noteWait(receiverId, undefined);
    tell();
  };
  const replace = (entry: OutboxEntry): void => {
    storage.save(entry);
    change(entries.map((known) => (known.clientId === entry.clientId ? entry : known)));
  };
  const remove = (clientId: string): void => {
    if (!entries.some((entry) => entry.clientId === clientId)) return;
    storage.forget(clientId);
    change(entries.filter((entry) => entry.clientId !== clientId));
  };
  const nextFor = (receiverId: string): OutboxEntry | undefined =>
    entries.find((entry) => entry.receiverId === receiverId && !entry.isRefused);

  const settle = (entry: OutboxEntry, outcome: Exclude<Outcome, { kind: 'unknown' }>): void => {
    failuresInARow = 0;
    serverFailures.delete(entry.clientId);
    noteWait(entry.receiverId, undefined);
    // A frame may have told of it first.
    const isStillHere = entries.some(({ clientId }) => clientId === entry.clientId);
    if (outcome.kind === 'stored') {
      onStored(outcome.message);
      remove(entry.clientId);
    } else if (isStillHere) {
      const refused = { ...entry, isRefused: true, reason: outcome.reason };
      replace(refused);
      onRefused(refused);
    }
  };

  const sendTo = async (receiverId: string): Promise<void> => {
    for (let entry = nextFor(receiverId); entry; entry = nextFor(receiverId)) {
      let outcome = await deliver(entry);
      if (outcome.kind === 'unknown' && outcome.isServerFailure) {
        const failures = (serverFailures.get(entry.clientId) ?? 0) + 1;
        serverFailures.set(entry.clientId, failures);
        if (failures >= maxServerFailures) outcome = { kind: 'refused', reason: serverFailureReason };
      }
      if (outcome.kind === 'unknown') {
        const backoff = Math.min(maxRetryMilliseconds, firstRetryMilliseconds * 2 ** failuresInARow);
        failuresInARow += 1;
        const isHeard = outcome.isServerFailure || outcome.retryAfterSeconds !== null;
        noteWait(receiverId, isHeard ? 'server' : 'connection');
        later(flush, Math.max(backoff, (outcome.retryAfterSeconds ?? 0) * 1_000));
        return;
      }
      settle(entry, outcome);
    }
  };

  /** Sends what waits; harmless at any time. */
  const flush = (): void => {
    for (const receiverId of new Set(entries.map((entry) => entry.receiverId))) {
      if (busyReceivers.has(receiverId)) continue;
      busyReceivers.add(receiverId);
      void sendTo(receiverId).finally(() => busyReceivers.delete(receiverId));
    }
  };

  const nextOrder = (): number => Math.max(Date.now(), (entries.at(-1)?.order ?? 0) + 1);

  return {
    entries: (): readonly OutboxEntry[] => entries,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Which receivers' messages wait, after an attempt that got no answer, and for what. */
    waits: (): ReadonlyMap<string, Wait> => waits,
    add: (
      written: Pick<OutboxEntry, 'clientId' | 'receiverId' | 'receiverName' | 'content' | 'photo' | 'createdAt'>,
    ): void => {
      const entry: OutboxEntry = { ...written, order: nextOrder(), isRefused: false, reason: null };
      storage.save(entry);
      change([...entries, entry]);
      flush();
    },
    /** Tries a refused message again, after everything else that waits. */
    retry: (clientId: string): void => {
      const entry = entries.find((known) => known.clientId === clientId);
      if (!entry?.isRefused) return;
      replace({ ...entry, order: nextOrder(), isRefused: false, reason: null });
      flush();
    },
    /** Lets go of a message that is known to be stored. */
    remove,
    /**
     * Lets go of a message that was refused, or waits. Answers whether it may have left: the first that waits was tried, or
     * is being tried, and no answer came. Where it is stored after all, it comes back as any message does.
     */
    discard: (clientId: string): { mayHaveLeft: boolean } => {
      const entry = entries.find((known) => known.clientId === clientId);
      const mayHaveLeft = entry !== undefined && nextFor(entry.receiverId) === entry;
      remove(clientId);
      return { mayHaveLeft };
    },
    /** Reads again what is kept: another tab of this member changed it. */
    reload: (): void => change(storage.load()),
    flush,
  };
};
