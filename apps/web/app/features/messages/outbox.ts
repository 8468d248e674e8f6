import type { Message } from '@commons/contract/messages/schemas';
import { backoff } from '../../lib/backoff.ts';
import { createStore } from '../../lib/store.ts';

/** A message without confirmation from the server. Kept on the device until it is confirmed or discarded. */
export type OutboxEntry = {
  clientId: string;
  receiverId: string;
  /** For lists outside the chat. */
  receiverName: string;
  content: string;
  photo: { id: string; url: string; width: number; height: number } | null;
  createdAt: string;
  /** Increases with each message. */
  order: number;
  /** Refused for good: the sender can retry or discard it. */
  isRefused: boolean;
  /** Why it was refused, as a text for the sender. */
  reason: string | null;
};

/**
 * `unknown` means no response, or none about the message. It may have been stored, and sending it again is harmless.
 */
export type Outcome =
  | { kind: 'stored'; message: Message }
  | { kind: 'refused'; reason: string | null }
  | { kind: 'unknown'; isServerFailure: boolean; retryAfterSeconds: number | null };

/** Why messages wait: there is no connection, or the server cannot accept them at the moment. */
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
  /** Schedules a retry. */
  later: (run: () => void, milliseconds: number) => void;
};

export type Outbox = ReturnType<typeof createOutbox>;

/** After this many server failures in a row (half a minute), a message stops blocking the next one. */
const maxServerFailures = 5;
const serverFailureReason = 'Something went wrong on our side. Your message is saved here.';

const sortByOrder = (entries: readonly OutboxEntry[]): readonly OutboxEntry[] =>
  entries.toSorted((one, other) => one.order - other.order);

/**
 * Sends messages, one at a time per receiver: the next one is sent after the previous one is stored, so that neither
 * the transport nor a second tab can change their order. The server stores each `clientId` once.
 */
export const createOutbox = ({ storage, deliver, onStored, onRefused, later }: OutboxOptions) => {
  const entries = createStore(sortByOrder(storage.load()));
  /** Receivers whose messages wait after a failed attempt, each with the reason. */
  const waits = createStore<ReadonlyMap<string, Wait>>(new Map());
  const busyReceivers = new Set<string>();
  const serverFailures = new Map<string, number>();
  let failuresInARow = 0;

  const setWait = (receiverId: string, wait: Wait | undefined): void => {
    if (waits.get().get(receiverId) === wait) return;
    const others = [...waits.get()].filter(([id]) => id !== receiverId);
    waits.set(new Map(wait === undefined ? others : [...others, [receiverId, wait]]));
  };
  const change = (next: readonly OutboxEntry[]): void => {
    entries.set(sortByOrder(next));
    for (const receiverId of waits.get().keys()) if (!nextFor(receiverId)) setWait(receiverId, undefined);
  };
  const replace = (entry: OutboxEntry): void => {
    storage.save(entry);
    change(entries.get().map((other) => (other.clientId === entry.clientId ? entry : other)));
  };
  const remove = (clientId: string): void => {
    if (!entries.get().some((entry) => entry.clientId === clientId)) return;
    storage.forget(clientId);
    change(entries.get().filter((entry) => entry.clientId !== clientId));
  };
  const nextFor = (receiverId: string): OutboxEntry | undefined =>
    entries.get().find((entry) => entry.receiverId === receiverId && !entry.isRefused);

  const applyOutcome = (entry: OutboxEntry, outcome: Exclude<Outcome, { kind: 'unknown' }>): void => {
    failuresInARow = 0;
    serverFailures.delete(entry.clientId);
    setWait(entry.receiverId, undefined);
    // A frame may have confirmed it already.
    const isStillPending = entries.get().some(({ clientId }) => clientId === entry.clientId);
    if (outcome.kind === 'stored') {
      onStored(outcome.message);
      remove(entry.clientId);
    } else if (isStillPending) {
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
        const delay = backoff(failuresInARow, 2_000, 60_000);
        failuresInARow += 1;
        const hasServerResponded = outcome.isServerFailure || outcome.retryAfterSeconds !== null;
        setWait(receiverId, hasServerResponded ? 'server' : 'connection');
        later(flush, Math.max(delay, (outcome.retryAfterSeconds ?? 0) * 1_000));
        return;
      }
      applyOutcome(entry, outcome);
    }
  };

  /** Sends pending messages. Safe to call at any time. */
  const flush = (): void => {
    for (const receiverId of new Set(entries.get().map((entry) => entry.receiverId))) {
      if (busyReceivers.has(receiverId)) continue;
      busyReceivers.add(receiverId);
      void sendTo(receiverId).finally(() => busyReceivers.delete(receiverId));
    }
  };

  const nextOrder = (): number => Math.max(Date.now(), (entries.get().at(-1)?.order ?? 0) + 1);

  return {
    entries,
    waits,
    add: (
      message: Pick<OutboxEntry, 'clientId' | 'receiverId' | 'receiverName' | 'content' | 'photo' | 'createdAt'>,
    ): void => {
      const entry: OutboxEntry = { ...message, order: nextOrder(), isRefused: false, reason: null };
      storage.save(entry);
      change([...entries.get(), entry]);
      flush();
    },
    /** Sends a refused message again, after all pending ones. */
    retry: (clientId: string): void => {
      const entry = entries.get().find((other) => other.clientId === clientId);
      if (!entry?.isRefused) return;
      replace({ ...entry, order: nextOrder(), isRefused: false, reason: null });
      flush();
    },
    /** Removes a message that has been stored. */
    remove,
    /**
     * Discards a refused or waiting message. Returns whether it may have been sent: an attempt was made or is in
     * flight, without a response. If it was stored after all, it reappears.
     */
    discard: (clientId: string): { mayHaveBeenSent: boolean } => {
      const entry = entries.get().find((other) => other.clientId === clientId);
      const mayHaveBeenSent = entry !== undefined && nextFor(entry.receiverId) === entry;
      remove(clientId);
      return { mayHaveBeenSent };
    },
    /** Reads the storage again after another tab has changed it. */
    reload: (): void => change(storage.load()),
    flush,
  };
};
