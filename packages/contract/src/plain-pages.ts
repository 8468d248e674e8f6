import type { SignInOptions } from './auth.ts';

/**
 * What became of a form that a browser sent by itself, without JavaScript or before it came: the page shows it in place.
 */
export type PostedForm = {
  /** What was typed, so that it need not be typed again. Secrets are empty. */
  values: Readonly<Record<string, string>>;
  /** What is wrong, by the name of the field. */
  errors: Readonly<Record<string, string>>;
  /** What is wrong with the form as a whole: a code of the contract's errors and its words. */
  failure: { code: string; detail: string } | null;
  /** Whether the form did what it is for. */
  isDone: boolean;
};

/** A page that works without JavaScript: at its path, with what only this visitor is to see in it. */
export type PlainPage = {
  path: string;
  /** The address after the path: empty, or from its `?` on. */
  search: string;
  posted?: PostedForm;
  signInOptions?: SignInOptions;
  /** Whom the link of an invitation was sent to; null where it is no longer valid. */
  invited?: { firstName: string; lastName: string; email: string } | null;
};

/** What the build of the web app offers the server: the whole HTML document of a page; of an unknown path, the 404 page. */
export type RenderPlainPage = (page: PlainPage) => string;
