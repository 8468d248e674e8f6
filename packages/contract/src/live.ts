import { z } from 'zod';
import { connectionEvents } from './connections.ts';
import { feedEvents } from './feed.ts';
import { type messageClientFrames, messageEvents } from './messages.ts';
import { pointsEvents } from './points.ts';
import { memberEvents } from './profiles.ts';

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

/** Nothing but a sign of life: the way to the server is open. A client that hears none for 40 s reconnects. */
const heartbeat = z.object({ type: z.literal('heartbeat') });

const liveError = z.object({
  type: z.literal('error'),
  code: z.string(),
  detail: z.string(),
  clientId: z.uuid().optional(),
});

/** Every frame the server sends over `/ws`: a JSON object told apart by its `type`. */
export const serverFrame = z.discriminatedUnion('type', [
  heartbeat,
  liveError,
  ...Object.values(connectionEvents),
  ...Object.values(feedEvents),
  ...Object.values(memberEvents),
  ...Object.values(messageEvents),
  ...Object.values(pointsEvents),
] as const);
export type ServerFrame = z.infer<typeof serverFrame>;
export type ServerFrameOf<Type extends ServerFrame['type']> = Extract<ServerFrame, { type: Type }>;

/** What a client may say over `/ws`. */
export type ClientFrame = z.input<(typeof messageClientFrames)[keyof typeof messageClientFrames]>;
