/**
 * The reply for an error code. `detail` is shown to members. `path` is the field that caused a 400, or null if no
 * single field did.
 */
export type ErrorDefinition = { title: string; detail: string } & (
  | { status: 400; path: string | null }
  | { status: 401 | 403 | 404 | 405 | 408 | 409 | 412 | 413 | 415 | 416 | 429 | 431 | 500 | 503; path?: never }
);
type ErrorCatalogue = Record<`${string}.${string}`, ErrorDefinition>;

/**
 * Keeps the literal codes of a feature's errors, so that an unknown code does not compile. The annotation lets bundlers
 * drop unused catalogues.
 */
/* @__NO_SIDE_EFFECTS__ */
export function defineErrors<const Catalogue extends ErrorCatalogue>(catalogue: Catalogue): Catalogue {
  return catalogue;
}

/** Errors that any call can fail with before it reaches its feature. */
export const platformErrors = defineErrors({
  'request.invalid': {
    status: 400,
    path: null,
    title: 'The request has errors',
    detail: 'Please check the marked fields. Nothing was changed.',
  },
  'request.malformed': {
    status: 400,
    path: null,
    title: 'The request could not be read',
    detail: 'The request body is not valid. Nothing was changed.',
  },
  'request.unauthenticated': { status: 401, title: 'Not signed in', detail: 'Please sign in to continue.' },
  'request.token_invalid': {
    status: 401,
    title: 'Token not accepted',
    detail: 'This API token is unknown, revoked or expired, or its admin no longer has the role.',
  },
  'request.token_scope': {
    status: 403,
    title: 'Not open to this token',
    detail: 'This call is not open to API tokens, or the token has no scope for it.',
  },
  'request.forbidden': { status: 403, title: 'Not allowed', detail: 'You are not allowed to do this.' },
  'request.suspended': {
    status: 403,
    title: 'Your account is suspended',
    detail: 'Your account is suspended. The page /suspended shows the end date, the reason and your options.',
  },
  'request.consent_needed': {
    status: 403,
    title: 'Your agreement is needed',
    detail: 'Before you go on, please read and accept the current guidelines. Nothing was changed.',
  },
  'request.cross_origin': {
    status: 403,
    title: 'Request from another site',
    detail: 'This request came from another site and was refused.',
  },
  'request.not_found': { status: 404, title: 'Not found', detail: 'There is nothing at this address.' },
  'request.method_not_allowed': {
    status: 405,
    title: 'Method not allowed',
    detail: 'This address does not support that method.',
  },
  'request.timed_out': {
    status: 408,
    title: 'The request took too long to arrive',
    detail: 'The request took too long to arrive. Nothing was changed.',
  },
  'request.key_reused': {
    status: 409,
    title: 'Idempotency key reused',
    detail: 'This Idempotency-Key was already used for a different request. Nothing was changed.',
  },
  'request.precondition_failed': {
    status: 412,
    title: 'The file has changed',
    detail: 'The file at this address is not the version that you asked for.',
  },
  'request.too_large': { status: 413, title: 'Too large', detail: 'The request body is too large.' },
  'request.wrong_media_type': {
    status: 415,
    title: 'Unsupported media type',
    detail: 'This address does not accept that content type.',
  },
  'request.no_such_range': {
    status: 416,
    title: 'Range not available',
    detail: 'The range that you asked for is beyond the end of the file.',
  },
  'request.too_many': {
    status: 429,
    title: 'One moment, please',
    detail: 'There were too many requests in a short time. Please wait a little and try again.',
  },
  'request.head_too_large': {
    status: 431,
    title: 'Address or headers too long',
    detail: 'The address, a header or a cookie of this request is too long. Nothing was changed.',
  },
  'server.failed': {
    status: 500,
    title: 'Something went wrong on our side',
    detail: 'The problem was reported to us. Your text is still on your screen. Please try again in a moment.',
  },
  'server.unavailable': {
    status: 503,
    title: 'Back in a moment',
    detail: 'Part of the service is temporarily unavailable. Please try again in a moment.',
  },
});
