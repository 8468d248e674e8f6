export type * from './live.schemas.ts';

/** The largest frame a client may send over `/ws`, in bytes. */
export const maxFrameBytes = 16 * 1024;

/** How often the server says `heartbeat`, the first time as soon as a socket is open. */
export const heartbeatSeconds = 15;

/**
 * Close codes of our own, beside those of RFC 6455. After `sessionEnded` the member has to sign in again. After
 * `tooManySockets` (the member opened a newer tab and has too many) a page comes back only once it is looked at again,
 * or the tabs of one member would push each other out for ever. After any other code a client reconnects by itself.
 */
export const liveCloseCodes = { sessionEnded: 4401, tooManySockets: 4429 } as const;
