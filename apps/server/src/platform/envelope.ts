import type { ServerFrame } from '@commons/contract/live';

/** Who receives a live frame: every signed-in socket, or those of some members. */
export type Audience = 'everyone' | { memberIds: string[] };

/** What one process of a feature tells the others of it: ids, read again from the database by who needs more. */
export type Note = { note: string; ids: string[]; memberIds: string[] };

/** Names the figures that a frame carries: of those with one name only the ones with the highest revision count. */
export type Latest = { name: string; revision: number };

/** Whom a frame is of: it is not sent to members who may not see one of them and, where nobody asked for it, to those who muted one. */
export type Origin = { actorIds?: readonly string[]; isUnasked?: boolean };

/**
 * What travels between processes. Of frames for everyone with the same `latest` some may be left out. After
 * `endSessionsOf` and `hiddenMembersChangedFor` every process looks again at a member's sockets; after `catchUp`, sent in
 * place of what could not be sent, it asks them to reconnect, and they fetch what they missed.
 */
export type Envelope =
  | ({ audience: Audience; frame: ServerFrame; latest?: Latest } & Origin)
  | { endSessionsOf: string; sessionId?: string }
  | { hiddenMembersChangedFor: string[] }
  | { catchUp: Audience }
  | Note;
