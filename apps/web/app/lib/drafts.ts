import { type CharacterUnit, cleanText, isWithin } from '@commons/contract/text';
import { type MutationKey, useIsMutating, useMutation, type UseMutationOptions } from '@tanstack/react-query';
import { type SyntheticEvent, useSyncExternalStore } from 'react';
import type { CharacterLimit } from '../ui/counter.tsx';
import { explainFailure } from './api-error.ts';
import { readStored, store, withStorage } from './draft-storage.ts';
import { type FormSubject, useLostWords } from './lost-words.ts';
import { randomId } from './random-id.ts';

const prefix = 'draft:';

/** Where one member's unsent text is kept; the member's id keeps people who share a browser apart. */
export const draftKey = (memberId: string, name: string): string => `${prefix}${memberId}:${name}`;

/** Texts as they stand in fields of this page, the blank ones too: every field of one draft shows the same. */
const texts = new Map<string, string>();
const listeners = new Set<() => void>();
const changed = (): void => {
  for (const listener of listeners) listener();
};

const readShown = (key: string): string | null => texts.get(key) ?? readStored(key);

/** The kept text, or null. */
export const readDraft = (key: string): string | null => {
  const text = readShown(key);
  return text?.trim() ? text : null;
};

/** Keeps the text. */
export const writeDraft = (key: string, text: string): void => {
  texts.set(key, text);
  store(key, text);
  changed();
};

/**
 * Keeps the text of a field that shows it by itself: in this page for as long as the device has no room for it. Answers
 * whether the device has it.
 */
export const keepDraft = (key: string, text: string): boolean => {
  const isStored = store(key, text);
  if (isStored) texts.delete(key);
  else texts.set(key, text);
  changed();
  return isStored;
};

type Attempt = { text: string; idempotencyKey: string };
const attempts = new Map<string, Attempt>();
const attemptSuffix = ':attempt';
const attemptKey = (key: string): string => `${key}${attemptSuffix}`;

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

const forget = (key: string, stored: readonly string[]): void => {
  texts.delete(key);
  attempts.delete(key);
  withStorage((storage) => {
    for (const each of stored) storage.removeItem(each);
  }, undefined);
  changed();
};

export const clearDraft = (key: string): void => forget(key, [key, attemptKey(key)]);

/** What was sent as `content` is there. What another tab wrote on meanwhile is not: it stays. */
export const clearSent = (key: string, content: string): void => {
  const isWrittenOn = cleanText(readStored(key) ?? content) !== content;
  forget(key, isWrittenOn ? [attemptKey(key)] : [key, attemptKey(key)]);
};

/** Where a member's drafts are whose names begin like this. */
export const draftKeysOf = (memberId: string, name = ''): string[] => {
  const own = draftKey(memberId, name);
  const stored = withStorage(
    (storage) => Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? ''),
    [],
  );
  return [...new Set([...texts.keys(), ...stored])].filter((key) => key.startsWith(own));
};

/** Whether a member has begun something on this device that was not sent. */
export const hasDrafts = (memberId: string): boolean =>
  draftKeysOf(memberId).some((key) => !key.endsWith(attemptSuffix) && readDraft(key) !== null);

/** Forgets everything a member began to write on this device: for a deliberate sign-out, perhaps on a shared device. */
export const clearDraftsOf = (memberId: string): void => {
  for (const key of draftKeysOf(memberId)) clearDraft(key);
};

/** What another tab wrote, sent or threw away is so here too, where nobody has gone on with it meanwhile. */
const noteChangeElsewhere = ({ key, oldValue }: StorageEvent): void => {
  if (key === null || !key.startsWith(prefix)) return;
  if (texts.get(key) === oldValue) texts.delete(key);
  if (!texts.has(key)) attempts.delete(key);
  changed();
};

/** Without a field to show them, only what could not be stored, or is not worth it, is left here. */
const forgetStoredTexts = (): void => {
  for (const [key, text] of texts) if (text.trim() === '' || readStored(key) === text) texts.delete(key);
};

export const subscribeToDrafts = (listener: () => void): (() => void) => {
  if (listeners.size === 0) window.addEventListener('storage', noteChangeElsewhere);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.removeEventListener('storage', noteChangeElsewhere);
    forgetStoredTexts();
  };
};

type Draft = { text: string; setText: (text: string) => void; clear: () => void };

/**
 * A text that survives other screens, reloads, sign-outs and failed saves until `clear`, which empties every field that
 * shows it. `original` is what `clear` returns to and what is shown when there is no draft.
 */
export const useDraft = (key: string, original = ''): Draft => ({
  text: useSyncExternalStore(
    subscribeToDrafts,
    () => readShown(key) ?? original,
    () => original,
  ),
  setText: (next) => (next === original ? clearDraft(key) : writeDraft(key, next)),
  clear: () => clearDraft(key),
});

type DraftFormOptions = {
  memberId: string;
  /** Names the draft among the member's. */
  name: string;
  original?: string;
  maxCharacters: number;
  /** For a form that disappears with the thing it is about. */
  subject?: FormSubject | undefined;
  countedIn?: CharacterUnit;
};

/** A form around one text that is kept as a draft. Whoever sends it says when it `isBusy`, and clears it. */
export const useDraftForm = (options: DraftFormOptions & { isBusy: boolean }) => {
  const { memberId, name, original = '', maxCharacters, countedIn = 'codePoints', isBusy } = options;
  const limit: CharacterLimit = { max: maxCharacters, countedIn };
  const draft = useDraft(draftKey(memberId, name), original);
  useLostWords(options.subject, () => (draft.text === original ? [] : [draft.text]));
  const content = cleanText(draft.text);
  return {
    content,
    isSendable: content !== '' && isWithin(content, maxCharacters, countedIn) && !isBusy,
    field: {
      value: draft.text,
      readOnly: isBusy,
      limit,
      onChange: ({ target }: { target: { value: string } }) => draft.setText(target.value),
    } as const,
    clear: draft.clear,
  };
};

/** What a draft is sent as. */
export type SentDraft = { content: string; idempotencyKey: string };

/** How a draft is sent, as `mutationOptions` make it. Its key tells whether one is on its way. */
type DraftMutation<Created> = UseMutationOptions<Created, Error, SentDraft> & { mutationKey: MutationKey };

/**
 * A form whose text creates something: sent once for each text (see `idempotencyKeyOf`), and kept as a draft until it is
 * there, also when its writer has left the screen meanwhile.
 */
export const useCreateForm = <Created>({
  mutation,
  sentWith = '',
  isReady = true,
  ...options
}: DraftFormOptions & {
  mutation: DraftMutation<Created>;
  /** What else is sent with the text: with something else it is another thing to create. */
  sentWith?: string;
  /** Whether that can be sent. */
  isReady?: boolean;
}) => {
  const key = draftKey(options.memberId, options.name);
  const isBusy = useIsMutating({ mutationKey: mutation.mutationKey }) > 0;
  const { content, field, ...form } = useDraftForm({ ...options, isBusy });
  const isSendable = form.isSendable && isReady;
  const { mutate, error } = useMutation({
    ...mutation,
    onSuccess: (created, sent, ...rest) => {
      leaveSent(key, sent.content);
      return mutation.onSuccess?.(created, sent, ...rest);
    },
  });
  return {
    isBusy,
    isSendable,
    field: { ...field, error: explainFailure(error) },
    /** For the `<form>`. */
    form: {
      'data-draft': key,
      onSubmit: (event: SyntheticEvent): void => {
        event.preventDefault();
        if (isSendable) mutate({ content, idempotencyKey: idempotencyKeyOf(key, `${content}${sentWith}`) });
      },
    },
  };
};

/**
 * What was written is there: the button that sent it has nothing more to send, so the next words begin where the last
 * did, unless their writer has gone on elsewhere.
 */
const leaveSent = (key: string, content: string): void => {
  const form = document.activeElement?.closest<HTMLFormElement>('form[data-draft]');
  if (form?.dataset['draft'] === key) form.querySelector('textarea')?.focus({ preventScroll: true });
  clearSent(key, content);
};
