import type { SignInOptions } from './auth.schemas.ts';

/**
 * The result of a form that the browser submitted itself, without JavaScript or before it loaded. The page shows the
 * result in place.
 */
export type PostedForm = {
  /** Submitted values, to fill in the form again. Secrets are empty. */
  values: Readonly<Record<string, string>>;
  /** Error messages by field name. */
  errors: Readonly<Record<string, string>>;
  /** An error of the whole form: a code of the contract's errors and its text. */
  failure: { code: string; detail: string } | null;
  /** Whether the submission succeeded. */
  isDone: boolean;
};

/** A page that works without JavaScript, with data for the current visitor. */
export type PlainPage = {
  path: string;
  /** The query string: empty, or starting with `?`. */
  search: string;
  posted?: PostedForm;
  signInOptions?: SignInOptions;
  /** The recipient of the invitation link; null if the link is no longer valid. */
  invited?: { firstName: string; lastName: string; email: string } | null;
};
