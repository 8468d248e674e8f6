import { z } from 'zod';
import { connectionEvents } from './connections.ts';
import { feedEvents } from './feed.ts';
import { type messageClientFrames, messageEvents } from './messages.ts';
import { pointsEvents } from './points.ts';

/** The largest frame a client may send over `/ws`, in bytes. */
export const maxFrameBytes = 16 * 1024;

const liveError = z.object({
  type: z.literal('error'),
  code: z.string(),
  detail: z.string(),
  clientId: z.uuid().optional(),
});

/** Every frame the server sends over `/ws`: a JSON object told apart by its `type`. */
export const serverFrame = z.discriminatedUnion('type', [
  liveError,
  ...Object.values(connectionEvents),
  ...Object.values(feedEvents),
  ...Object.values(messageEvents),
  ...Object.values(pointsEvents),
] as const);
export type ServerFrame = z.infer<typeof serverFrame>;
export type ServerFrameOf<Type extends ServerFrame['type']> = Extract<ServerFrame, { type: Type }>;

/** What a client may say over `/ws`. */
export type ClientFrame = z.input<(typeof messageClientFrames)[keyof typeof messageClientFrames]>;
