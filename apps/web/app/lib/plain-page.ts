import type { PlainPage, PostedForm } from '@commons/contract/plain-pages';
import { createContext, createElement, type ReactNode, use } from 'react';

/** Provided only where the server answers with a page that carries no script. */
export const PlainPageContext = createContext<PlainPage | null>(null);

/** The page as the server renders it for this visitor; null wherever React runs in the browser. */
export const usePlainPage = (): PlainPage | null => use(PlainPageContext);

const nothingPosted: PostedForm = { values: {}, errors: {}, failure: null, isDone: false };

/** What became of the form that the browser sent to this page by itself. */
export const usePostedForm = (): PostedForm => usePlainPage()?.posted ?? nothingPosted;

/** What a field shows of it: what was typed; and the cursor, where it is the first to be mended. */
export const postedField = ({ values, errors }: PostedForm, name: string) => ({
  name,
  defaultValue: values[name],
  error: errors[name],
  autoFocus: Object.keys(errors)[0] === name,
});

/** Around the form of one path, where a page has several: what became of another one's is nothing to it. */
export function PostedTo({ path, children }: { path: string; children: ReactNode }) {
  const page = usePlainPage();
  const value = page === null || page.path === path ? page : { path: page.path, search: page.search };
  return createElement(PlainPageContext, { value }, children);
}
