import type { PlainPage, PostedForm } from '@commons/contract/plain-pages';
import { createContext, createElement, type ReactNode, use } from 'react';

/** Provided only while the server renders a page without scripts. */
export const PlainPageContext = createContext<PlainPage | null>(null);

/** The page that the server renders for this visitor. Null in the browser. */
export const usePlainPage = (): PlainPage | null => use(PlainPageContext);

const nothingPosted: PostedForm = { values: {}, errors: {}, failure: null, isDone: false };

/** Result of a form that was submitted without JavaScript. */
export const usePostedForm = (): PostedForm => usePlainPage()?.posted ?? nothingPosted;

/** Props of a field after such a submission: the typed value, its error, and focus for the first invalid field. */
export const postedField = ({ values, errors }: PostedForm, name: string) => ({
  name,
  defaultValue: values[name],
  error: errors[name],
  autoFocus: Object.keys(errors)[0] === name,
});

/** Scopes the result to the form of one path, on a page with several forms. */
export function PostedTo({ path, children }: { path: string; children: ReactNode }) {
  const page = usePlainPage();
  const value = page === null || page.path === path ? page : { path: page.path, search: page.search };
  return createElement(PlainPageContext, { value }, children);
}
