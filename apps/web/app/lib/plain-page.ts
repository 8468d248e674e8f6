import type { PlainPage, PostedForm } from '@commons/contract/plain-pages';
import { createElement, type ReactNode, use } from 'react';
import { DocumentContext } from './document.ts';

/** The page without the application that the server renders for this visitor. Undefined in the browser. */
export const usePlainPage = (): PlainPage | undefined => use(DocumentContext).plainPage;

const nothingPosted: PostedForm = { values: {}, errors: {}, failure: null, isDone: false };

/** Result of the form that was submitted. */
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
  const { plainPage, ...settings } = use(DocumentContext);
  const value = plainPage?.path === path ? { ...settings, plainPage } : settings;
  return createElement(DocumentContext, { value }, children);
}
