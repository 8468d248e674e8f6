import { useState } from 'react';
import { randomId } from './random-id.ts';

const prefix = 'draft:';

/** Where one member's unsent text is kept; the member's id keeps people who share a browser apart. */
export const draftKey = (memberId: string, name: string): string => `${prefix}${memberId}:${name}`;

// Storage may be forbidden or full. A draft is a safety net: without it the text is still on the screen.
const withStorage = <Result>(work: (storage: Storage) => Result, otherwise: Result): Result => {
  try {
    return work(globalThis.localStorage);
  } catch {
    return otherwise;
  }
};

/** The kept text, or null. */
export const readDraft = (key: string): string | null => withStorage((storage) => storage.getItem(key), null);

/** Keeps the text; blank text is not worth keeping and removes the draft. */
export const writeDraft = (key: string, text: string): void =>
  withStorage((storage) => (text.trim() === '' ? storage.removeItem(key) : storage.setItem(key, text)), undefined);

type Attempt = { text: string; idempotencyKey: string };
const attempts = new Map<string, Attempt>();
const attemptKey = (key: string): string => `${key}:attempt`;

const readAttempt = (key: string): Attempt | null =>
  attempts.get(key) ??
  withStorage((storage) => JSON.parse(storage.getItem(attemptKey(key)) ?? 'null') as Attempt | null, null);

/**
 * The `Idempotency-Key` with which to send the draft `key` as `text`: the same one for each attempt, across reloads
 * too, until the draft is cleared or the text is another. So an answer lost on its way never makes two of one thing.
 */
export const idempotencyKeyOf = (key: string, text: string): string => {
  const kept = readAttempt(key);
  if (kept?.text === text) return kept.idempotencyKey;
  const attempt: Attempt = { text, idempotencyKey: randomId() };
  attempts.set(key, attempt);
  withStorage((storage) => storage.setItem(attemptKey(key), JSON.stringify(attempt)), undefined);
  return attempt.idempotencyKey;
};

export const clearDraft = (key: string): void => {
  attempts.delete(key);
  withStorage((storage) => {
    storage.removeItem(key);
    storage.removeItem(attemptKey(key));
  }, undefined);
};

/** Forgets everything a member began to write on this device: for a deliberate sign-out, perhaps on a shared device. */
export const clearDraftsOf = (memberId: string): void =>
  withStorage((storage) => {
    const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index));
    for (const key of keys) if (key?.startsWith(draftKey(memberId, ''))) clearDraft(key);
  }, undefined);

export type Draft = { text: string; setText: (text: string) => void; clear: () => void };

/**
 * A text that survives reloads, sign-outs and failed saves until `clear`. `original` is what `clear` returns to and
 * what is shown when there is no draft. Give the component a `key` when `key` can change while it is mounted.
 */
export const useDraft = (key: string, original = ''): Draft => {
  const [text, setShownText] = useState(() => readDraft(key) ?? original);
  return {
    text,
    setText: (next) => {
      setShownText(next);
      if (next === original) clearDraft(key);
      else writeDraft(key, next);
    },
    clear: () => {
      setShownText(original);
      clearDraft(key);
    },
  };
};
