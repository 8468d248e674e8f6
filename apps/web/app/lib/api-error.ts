import type { Problem } from '@commons/contract/problem';
import { showToast } from '../ui/toast-store.ts';

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

/** RFC 9110 `Retry-After`: seconds, or a date, as whole seconds from `now`; null when absent or unreadable. */
export const parseRetryAfterSeconds = (header: string | null, now: number = Date.now()): number | null => {
  if (!header) return null;
  if (/^\d+$/.test(header.trim())) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now) / 1000));
};

/**
 * An answer that is not a success. `message` is the status, a colon, a space, and the body text or, when that is
 * empty, the status text (section 8 of the specification). `code` is the contract's error code, when the body names one.
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

/** No answer arrived: offline, refused or cut off. Whether the server acted on the request is unknown. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
  constructor(cause: unknown) {
    super('The community could not be reached. Please check your connection and try again.', { cause });
  }
}

/** A member ended an upload themselves: they know, and nothing is said of it. */
export class UploadCancelled extends Error {
  override readonly name = 'UploadCancelled';
}

/**
 * Whether an error means that the session is over, or opens nothing while its member is suspended: at sign-in they are
 * told why. A refused sign-in is also a 401, but nobody was signed out.
 */
export const isSignedOutError = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.code === 'request.suspended' || (error.status === 401 && (error.code ?? 'request.').startsWith('request.')));

/** Whether the same call may succeed a little later: no answer came, or the server could not give one. */
export const isPassingError = (error: unknown): boolean =>
  error instanceof NetworkError || (error instanceof ApiError && (error.status >= 500 || error.status === 429));

/** Whether "Try again" can help. A refusal of the server stays a refusal. */
export const isRetryable = (error: unknown): boolean => !(error instanceof ApiError) || isPassingError(error);

/** Whether the thing asked for does not exist, or not for this member. */
export const isNotFoundError = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/** Whether an address names nothing: what is no id is as unknown as an id of nothing that is there. */
export const isUnknownError = (error: unknown): boolean =>
  isNotFoundError(error) || (error instanceof ApiError && error.status === 400);

/** The toast of something that failed. When the session has ended, its own toast is the one to be seen. */
export const showFailure = (error: unknown, description: string): void => {
  if (isSignedOutError(error) || error instanceof UploadCancelled) return;
  showToast({ title: 'Error', description, variant: 'destructive' });
};

/** Why something failed, in words for the person who meets it; undefined when nothing useful can be said. */
export const explainFailure = (error: unknown): string | undefined => {
  if (error instanceof NetworkError) return error.message;
  if (!(error instanceof ApiError) || isSignedOutError(error)) return undefined;
  return error.problem?.errors?.[0]?.message ?? error.problem?.detail;
};
