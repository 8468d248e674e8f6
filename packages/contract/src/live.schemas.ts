import { z } from 'zod';
import { connectionEvents } from './connections.schemas.ts';
import { eventEvents } from './events.schemas.ts';
import { feedEvents } from './feed.schemas.ts';
import { noteEvents } from './gratitude.schemas.ts';
import { journalEvents } from './journal.schemas.ts';
import { libraryEvents } from './library.schemas.ts';
import { meditationEvents } from './meditations.schemas.ts';
import { type messageClientFrames, messageEvents } from './messages.schemas.ts';
import { moderationEvents } from './moderation.schemas.ts';
import { notificationEvents } from './notifications.schemas.ts';
import { pointsEvents } from './points.schemas.ts';
import { pollEvents } from './polls.schemas.ts';
import { memberEvents } from './profiles.schemas.ts';
import { recommendationEvents } from './recommendations.schemas.ts';
import { reportEvents } from './reports.schemas.ts';
import { winEvents } from './wins.schemas.ts';

/** Shows that the connection is alive. A client reconnects after 40 s without one. */
const heartbeat = z.object({ type: z.literal('heartbeat') });

const liveError = z.object({
  type: z.literal('error'),
  code: z.string(),
  detail: z.string(),
  clientId: z.uuid().optional(),
});

/** Any frame that the server sends over `/ws`: a JSON object, discriminated by `type`. */
export const serverFrame = z.discriminatedUnion('type', [
  heartbeat,
  liveError,
  ...Object.values(connectionEvents),
  ...Object.values(eventEvents),
  ...Object.values(feedEvents),
  ...Object.values(journalEvents),
  ...Object.values(libraryEvents),
  ...Object.values(meditationEvents),
  ...Object.values(memberEvents),
  ...Object.values(messageEvents),
  ...Object.values(moderationEvents),
  ...Object.values(noteEvents),
  ...Object.values(notificationEvents),
  ...Object.values(pointsEvents),
  ...Object.values(pollEvents),
  ...Object.values(recommendationEvents),
  ...Object.values(reportEvents),
  ...Object.values(winEvents),
] as const);
export type ServerFrame = z.infer<typeof serverFrame>;
export type ServerFrameOf<Type extends ServerFrame['type']> = Extract<ServerFrame, { type: Type }>;

/** Any frame that a client may send over `/ws`. */
export type ClientFrame = z.input<(typeof messageClientFrames)[keyof typeof messageClientFrames]>;
