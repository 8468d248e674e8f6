import { type CharacterUnit, cleanText, isWithin } from '@commons/contract/text';
import { type MutationKey, type UseMutationOptions, useIsMutating, useMutation } from '@tanstack/react-query';
import { type SyntheticEvent, useSyncExternalStore } from 'react';
import { explainFailure } from './api-error.ts';
import { randomId } from './random-id.ts';
import { parseStored, readStored, store, storedKeys } from './storage.ts';
import { createStore } from './store.ts';
import { type FormSubject, useUnsavedText } from './unsaved-text.ts';

const prefix = 'draft:';

/** Storage key of a draft. The member's id separates people who share a browser. */
export const draftKey = (memberId: string, name: string): string => `${prefix}${memberId}:${name}`;

/** Texts of this page's fields, also blank ones, so that all fields of a draft show the same text. */
const texts = new Map<string, string>();

const drafts = createStore(undefined, () => {
  window.addEventListener('storage', handleStorageEvent);
  return () => {
    window.removeEventListener('storage', handleStorageEvent);
    forgetStoredTexts();
  };
});
export const subscribeToDrafts = drafts.subscribe;

const readCurrent = (key: string): string | null => texts.get(key) ?? readStored(key);

/** Returns the draft, or null if there is none. */
export const readDraft = (key: string): string | null => {
  const text = readCurrent(key);
  return text?.trim() ? text : null;
};

export const writeDraft = (key: string, text: string): void => {
  texts.set(key, text);
  store(key, text);
  drafts.notify();
};

/**
 * Stores the text of a field that manages its own value, or keeps it in memory if storage is full. Returns whether it
 * was stored.
 */
export const storeDraft = (key: string, text: string): boolean => {
  const isStored = store(key, text);
  if (isStored) texts.delete(key);
  else texts.set(key, text);
  drafts.notify();
  return isStored;
};

type Attempt = { text: string; idempotencyKey: string };
const attempts = new Map<string, Attempt>();
const attemptSuffix = ':attempt';
const attemptKey = (key: string): string => `${key}${attemptSuffix}`;

const readAttempt = (key: string): Attempt | null =>
  attempts.get(key) ?? (parseStored(readStored(attemptKey(key))) as Attempt | null);

/**
 * Returns the `Idempotency-Key` for sending the draft `key` as `text`. Retries get the same key, even after a reload,
 * until the draft is cleared or the text changes. So a lost response never creates a duplicate.
 */
export const idempotencyKeyOf = (key: string, text: string): string => {
  const lastAttempt = readAttempt(key);
  if (lastAttempt?.text === text) return lastAttempt.idempotencyKey;
  const attempt: Attempt = { text, idempotencyKey: randomId() };
  attempts.set(key, attempt);
  store(attemptKey(key), JSON.stringify(attempt));
  return attempt.idempotencyKey;
};

const forgetDraft = (key: string, stored: readonly string[]): void => {
  texts.delete(key);
  attempts.delete(key);
  for (const storedKey of stored) store(storedKey, '');
  drafts.notify();
};

export const clearDraft = (key: string): void => forgetDraft(key, [key, attemptKey(key)]);

/** Clears a sent draft, unless another tab has changed it in the meantime. */
export const clearSentDraft = (key: string, content: string): void => {
  const hasChanged = cleanText(readStored(key) ?? content) !== content;
  forgetDraft(key, hasChanged ? [attemptKey(key)] : [key, attemptKey(key)]);
};

/** Returns the keys of a member's drafts whose names start with `name`. */
export const draftKeysOf = (memberId: string, name = ''): string[] => {
  const keyPrefix = draftKey(memberId, name);
  const inMemory = [...texts.keys()].filter((key) => key.startsWith(keyPrefix));
  return [...new Set([...inMemory, ...storedKeys(keyPrefix)])];
};

/** Whether a member has unsent drafts on this device. */
export const hasDrafts = (memberId: string): boolean =>
  draftKeysOf(memberId).some((key) => !key.endsWith(attemptSuffix) && readDraft(key) !== null);

/** Deletes all drafts of a member from this device. Used when they sign out, because the device may be shared. */
export const clearDraftsOf = (memberId: string): void => {
  for (const key of draftKeysOf(memberId)) clearDraft(key);
};

/** Applies changes from another tab, unless this tab has changed the same draft since. */
const handleStorageEvent = ({ key, oldValue }: StorageEvent): void => {
  if (key === null || !key.startsWith(prefix)) return;
  if (texts.get(key) === oldValue) texts.delete(key);
  if (!texts.has(key)) attempts.delete(key);
  drafts.notify();
};

/** After the last field has unmounted, keeps only the texts that could not be stored. */
const forgetStoredTexts = (): void => {
  for (const [key, text] of texts) if (text.trim() === '' || readStored(key) === text) texts.delete(key);
};

type Draft = { text: string; setText: (text: string) => void; clear: () => void };

/**
 * A draft that survives navigation, reloads, sign-outs and failed saves until `clear`, which resets every field that
 * shows it. Without a draft, and after `clear`, the text is `original`.
 */
export const useDraft = (key: string, original = ''): Draft => ({
  text: useSyncExternalStore(
    subscribeToDrafts,
    () => readCurrent(key) ?? original,
    () => original,
  ),
  setText: (next) => (next === original ? clearDraft(key) : writeDraft(key, next)),
  clear: () => clearDraft(key),
});

type DraftFormOptions = {
  memberId: string;
  /** Name of the draft, unique per member. */
  name: string;
  original?: string;
  maxCharacters: number;
  /** For a form that unmounts together with its subject. */
  subject?: FormSubject | undefined;
  countedIn?: CharacterUnit;
};

/**
 * A form with one text that is kept as a draft. The caller sets `isBusy` while it sends the text, and clears the draft.
 */
export const useDraftForm = (options: DraftFormOptions & { isBusy: boolean }) => {
  const { memberId, name, original = '', maxCharacters, countedIn = 'codePoints', isBusy } = options;
  const draft = useDraft(draftKey(memberId, name), original);
  useUnsavedText(options.subject, () => (draft.text === original ? [] : [draft.text]));
  const content = cleanText(draft.text);
  return {
    content,
    canSubmit: content !== '' && isWithin(content, maxCharacters, countedIn) && !isBusy,
    field: {
      value: draft.text,
      readOnly: isBusy,
      limit: { max: maxCharacters, countedIn },
      onChange: ({ target }: { target: { value: string } }) => draft.setText(target.value),
    } as const,
    clear: draft.clear,
  };
};

/** The payload of a draft. */
export type SentDraft = { content: string; idempotencyKey: string };

/** Mutation options for sending a draft. The mutation key identifies requests in flight. */
type DraftMutation<Created> = UseMutationOptions<Created, Error, SentDraft> & { mutationKey: MutationKey };

/**
 * A form whose text creates something. Each text is sent once (see `idempotencyKeyOf`). The draft is kept until the
 * server confirms, even if the author leaves the screen.
 */
export const useCreateForm = <Created>({
  mutation,
  sentWith = '',
  isReady = true,
  ...options
}: DraftFormOptions & {
  mutation: DraftMutation<Created>;
  /** Other values sent with the text. If they change, the request is a new one. */
  sentWith?: string;
  /** Whether those values are valid. */
  isReady?: boolean;
}) => {
  const key = draftKey(options.memberId, options.name);
  const isBusy = useIsMutating({ mutationKey: mutation.mutationKey }) > 0;
  const { content, field, ...form } = useDraftForm({ ...options, isBusy });
  const canSubmit = form.canSubmit && isReady;
  const { mutate, error } = useMutation({
    ...mutation,
    onSuccess: (created, sent, ...rest) => {
      finishSending(key, sent.content);
      return mutation.onSuccess?.(created, sent, ...rest);
    },
  });
  return {
    isBusy,
    canSubmit,
    field: { ...field, error: explainFailure(error) },
    /** Props of the `<form>`. */
    form: {
      'data-draft': key,
      onSubmit: (event: SyntheticEvent): void => {
        event.preventDefault();
        if (canSubmit) mutate({ content, idempotencyKey: idempotencyKeyOf(key, `${content}${sentWith}`) });
      },
    },
  };
};

/**
 * Clears a sent draft and moves the focus from the submit button to the text area, if the author is still in the form.
 */
const finishSending = (key: string, content: string): void => {
  const form = document.activeElement?.closest<HTMLFormElement>('form[data-draft]');
  if (form?.dataset['draft'] === key) form.querySelector('textarea')?.focus({ preventScroll: true });
  clearSentDraft(key, content);
};

/** Warning before a sign-out that discards unsent text. */
export const unsentWarning =
  'Something you wrote here has not been sent yet. Signing out deletes it from this device, so that no one else can read it.';
