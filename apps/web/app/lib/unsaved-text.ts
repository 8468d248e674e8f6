import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffectEvent, useLayoutEffect } from 'react';
import { createStore } from './store.ts';

/** Unsaved text of a form that was removed, but not by the member. */
export type UnsavedText = { id: number; title: string; texts: readonly string[] };

export const unsavedTextStore = createStore<readonly UnsavedText[]>([]);
let nextId = 1;

/** The item that a form belongs to. If it is removed, the form is removed too. */
export type FormSubject = {
  id: string;
  /** Example: "post", "comment". */
  noun: string;
  /** Consequence for the member, for example "Your comment was not sent." */
  outcome: string;
  /** For a form that ends while its subject is still loaded. */
  ended?: { isEnded: (client: QueryClient) => boolean; text: string };
};

export const editSubject = (noun: string, id: string): FormSubject => ({
  id,
  noun,
  outcome: 'Your changes were not saved.',
});

/** Ids that a live frame has just reported as deleted. */
const deletedIds = new Set<string>();

/** Records a deletion until `forgetDeleted`, so that a form that unmounts can explain the reason. */
export const markDeleted = (id: string): void => void deletedIds.add(id);
export const forgetDeleted = (id: string): void => void deletedIds.delete(id);

const contains = (data: unknown, id: string): boolean =>
  typeof data === 'object' &&
  data !== null &&
  (('id' in data && String(data.id) === id) || Object.values(data).some((part) => contains(part, id)));

/** Whether loaded data contains the item. Ignores search results and data that is stale and not shown. */
const isLoaded = (client: QueryClient, id: string): boolean =>
  client
    .getQueryCache()
    .getAll()
    .filter((query) => query.queryKey[0] !== 'search' && (query.isActive() || !query.state.isInvalidated))
    .some(({ state }) => contains(state.data, id));

/** Returns why a form was removed, or undefined if its subject still exists. */
const explain = (client: QueryClient, { id, noun, ended }: FormSubject): string | undefined => {
  if (deletedIds.has(id)) return `This ${noun} was deleted.`;
  if (ended?.isEnded(client)) return ended.text;
  return isLoaded(client, id) ? undefined : `This ${noun} is no longer available.`;
};

/**
 * Keeps unsaved text when its form unmounts because the subject was deleted or hidden. Keeps nothing when the member
 * closes or sends the form (the subject is still loaded) or navigates away (the path has changed).
 */
export function useUnsavedText(subject: FormSubject | undefined, readTexts: () => readonly string[]): void {
  const client = useQueryClient();
  const keepTextIfRemoved = useEffectEvent((pathname: string) => {
    if (!subject || window.location.pathname !== pathname) return;
    const texts = readTexts().filter((text) => text.trim() !== '');
    if (texts.length === 0) return;
    const reason = explain(client, subject);
    if (reason !== undefined)
      unsavedTextStore.set([...unsavedTextStore.get(), { id: nextId++, title: `${reason} ${subject.outcome}`, texts }]);
  });
  useLayoutEffect(() => {
    const { pathname } = window.location;
    return () => keepTextIfRemoved(pathname);
  }, []);
}
