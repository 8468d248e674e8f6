import type { ServerFrame } from '@commons/contract/live/schemas';

/** The receivers of a live frame: every signed-in socket, or the sockets of some members. */
export type Audience = 'everyone' | { memberIds: string[] };

/** A message between the processes of a feature. It carries only ids; receivers read the rest from the database. */
export type Note = { note: string; ids: string[]; memberIds: string[] };

/** Identifies the counts in a frame. Of several frames with the same name, only the highest revision matters. */
export type CountsVersion = { name: string; revision: number };

/**
 * The members that a frame is about. Members who may not see one of them do not receive it. Members who muted one of
 * them do not receive it if `isUnsolicited`.
 */
export type Origin = { actorIds?: readonly string[]; isUnsolicited?: boolean };

/**
 * A message between server processes.
 *
 * - Frames for everyone with the same `latest` may be dropped in favor of a newer one.
 * - After `endSessionsOf` and `hiddenMembersChangedFor`, every process checks the member's sockets again.
 * - `catchUp` replaces messages that could not be sent. Clients reconnect and fetch the missed data.
 */
export type Envelope =
  | ({ audience: Audience; frame: ServerFrame; latest?: CountsVersion } & Origin)
  | { endSessionsOf: string; sessionId?: string }
  | { hiddenMembersChangedFor: string[] }
  | { catchUp: Audience }
  | Note;
