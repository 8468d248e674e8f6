/** The largest frame a client may send over `/ws`, in bytes. */
export const maxFrameBytes = 16 * 1024;

/** Interval between `heartbeat` frames. The first one is sent as soon as a socket opens. */
export const heartbeatSeconds = 15;

/**
 * Application-specific close codes (RFC 6455). After `sessionEnded` the member must sign in again. The server sends
 * `tooManySockets` to the oldest tab of a member with too many tabs. That tab reconnects only when it becomes visible:
 * otherwise the tabs would disconnect each other forever. After any other code a client reconnects by itself.
 */
export const liveCloseCodes = { sessionEnded: 4401, tooManySockets: 4429 } as const;
