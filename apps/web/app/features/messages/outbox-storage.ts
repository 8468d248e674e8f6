import { draftKey } from '../../lib/drafts.ts';
import type { OutboxEntry, OutboxStorage } from './outbox.ts';

/**
 * An entry for each message, so that two tabs do not overwrite each other's. Kept among the member's drafts: a
 * deliberate sign-out, perhaps on a shared device, forgets what was not sent, and an ended session does not.
 */
export const outboxPrefix = (memberId: string): string => draftKey(memberId, 'outbox:');

const parseEntry = (text: string | null): OutboxEntry | null => {
  try {
    const entry = JSON.parse(text ?? 'null') as OutboxEntry | null;
    return typeof entry?.clientId === 'string' && typeof entry.receiverId === 'string' ? entry : null;
  } catch {
    return null;
  }
};

/** In the browser's storage, and in memory alone where that is forbidden or full. */
export const openOutboxStorage = (memberId: string): OutboxStorage => {
  const prefix = outboxPrefix(memberId);
  const inMemory = new Map<string, OutboxEntry>();
  return {
    load: () => {
      try {
        const { localStorage } = globalThis;
        const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '');
        const kept = keys
          .filter((key) => key.startsWith(prefix))
          .flatMap((key) => parseEntry(localStorage.getItem(key)) ?? []);
        return [...kept, ...inMemory.values()];
      } catch {
        return [...inMemory.values()];
      }
    },
    save: (entry) => {
      try {
        globalThis.localStorage.setItem(`${prefix}${entry.clientId}`, JSON.stringify(entry));
        inMemory.delete(entry.clientId);
      } catch {
        inMemory.set(entry.clientId, entry);
      }
    },
    forget: (clientId) => {
      inMemory.delete(clientId);
      try {
        globalThis.localStorage.removeItem(`${prefix}${clientId}`);
      } catch {
        // What could not be written is not there to be removed.
      }
    },
  };
};
