import type { Problem } from '@commons/contract/problem/schemas';
import { showToast } from './toast-store.ts';

const typePrefix = 'urn:problem:';

const isProblem = (value: unknown): value is Problem =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

const parseProblem = (body: string): Problem | null => {
  try {
    const value: unknown = JSON.parse(body);
    return isProblem(value) ? value : null;
  } catch {
    return null;
  }
};

/** Parses RFC 9110 `Retry-After` (seconds or a date) into whole seconds from `now`. Null if missing or invalid. */
export const parseRetryAfterSeconds = (header: string | null, now: number = Date.now()): number | null => {
  if (!header) return null;
  if (/^\d+$/.test(header.trim())) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now) / 1000));
};

/**
 * An error response. `message` is the status, a colon, a space and the body, or the status text if the body is empty
 * (section 8 of the specification). `code` is the contract's error code, if the body has one.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly problem: Problem | null;
  readonly code: string | null;
  readonly retryAfterSeconds: number | null;

  constructor(status: number, statusText: string, body: string, retryAfterSeconds: number | null = null) {
    super(`${status}: ${body || statusText}`);
    this.status = status;
    this.problem = parseProblem(body);
    this.code = this.problem?.type.startsWith(typePrefix) ? this.problem.type.slice(typePrefix.length) : null;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** There was no response: offline, refused or interrupted. The server may have processed the request. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
  constructor(cause: unknown) {
    super('The community could not be reached. Please check your connection and try again.', { cause });
  }
}

/** The member cancelled an action. No message is shown. */
export class Cancelled extends Error {
  override readonly name = 'Cancelled';
}

/**
 * Whether an error means that the session has ended, or that its member is suspended. A suspended member learns the
 * reason at sign-in. A failed sign-in is also a 401, but does not count.
 */
export const isSignedOutError = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.code === 'request.suspended' || (error.status === 401 && (error.code ?? 'request.').startsWith('request.')));

/** Whether the server refused a change until the member accepts the current guidelines. */
export const isConsentError = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'request.consent_needed';

/** Whether the same call may succeed later: there was no response, or the server was overloaded or failed. */
export const isTemporaryError = (error: unknown): boolean =>
  error instanceof NetworkError || (error instanceof ApiError && (error.status >= 500 || error.status === 429));

/** Whether "Try again" can help. A refusal by the server is final. */
export const isRetryable = (error: unknown): boolean => !(error instanceof ApiError) || isTemporaryError(error);

/** Whether the requested item does not exist or is not visible to this member. */
export const isNotFoundError = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/** Whether a URL leads nowhere. An invalid id counts like an unknown one. */
const isUnavailableItemError = (error: unknown): boolean =>
  isNotFoundError(error) || (error instanceof ApiError && error.status === 400);

/** Handles a failed read of one item: returns null if the item is not available. */
export const nullIfUnavailable = (error: unknown): null => {
  if (isUnavailableItemError(error)) return null;
  throw error;
};

/** Handles a failed deletion: an item that is already gone counts as deleted. */
export const ignoreNotFound = (error: unknown): void => {
  if (!isNotFoundError(error)) throw error;
};

/** Shows a failure as a toast, unless the session has ended: that has its own toast. */
export const showFailure = (error: unknown, description: string): void => {
  if (isSignedOutError(error) || error instanceof Cancelled) return;
  showToast({ title: 'Error', description, variant: 'destructive' });
};

/** Returns the reason of a failure as a text for the user, or undefined if there is nothing useful to say. */
export const explainFailure = (error: unknown): string | undefined => {
  if (error instanceof NetworkError) return error.message;
  if (!(error instanceof ApiError) || isSignedOutError(error)) return undefined;
  return error.problem?.errors?.[0]?.message ?? error.problem?.detail;
};
