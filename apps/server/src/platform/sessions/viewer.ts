import type { MemberSummary, Role } from '@commons/contract/members';

/** The signed-in member who makes a call, as the session lookup found them: never older than the body of this request. */
export type Viewer = {
  sessionId: string;
  id: string;
  role: Role;
  isFlagged: boolean;
  /** Until when and why the member is suspended: only what says `isOpenToSuspended` is open to them. */
  suspension?: Suspension;
  /** How others see them, so that what they create can be answered without another query. */
  summary: MemberSummary;
};

export type Suspension = { until: Date; reason: string };

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in member; undefined on public calls, which never look. */
    viewer: Viewer | undefined;
    /** Who asks for the home page brought a session of ours, and the database could not be asked whose it is. */
    isViewerUnknown: boolean;
    /** The browser still sends the cookie of a session that is over. */
    isSessionOver: boolean;
    /** The session was found before the whole body was there. */
    isBodyToCome: boolean;
  }
  interface FastifyInstance {
    /**
     * Looks again who calls, where the body came later than the head: for whoever reads the body. @throws AppError when the
     * call is not open to them any more.
     */
    lookAgain: (request: FastifyRequest) => Promise<void>;
  }
}

export const isAdmin = (viewer: Viewer | undefined): boolean => viewer?.role === 'admin';

export const isModerator = (viewer: Viewer): boolean => viewer.role !== 'user';

/** A valid session and, when it slid forward, the cookie that says so to the browser. */
export type Authenticated = { viewer: Viewer; renewedCookie?: string };

/**
 * Finds the session named by a request's `Cookie` header; undefined when there is none that is valid. The database is asked
 * for what we signed alone, and `admit` comes before that. Whose session it was the last time is told at once: what has to
 * do with that member alone can be asked together with the session. `onEnded` is called if the session has ended.
 */
export type Authenticate = (
  cookieHeader: string | undefined,
  hooks?: { admit?: () => void; onKnownMember?: (memberId: string) => void; onEnded?: () => void },
) => Promise<Authenticated | undefined>;

/** What an open socket acts on. `version` is another one whenever viewer, hidden or muted members are. */
export type LiveSession = {
  viewer: Viewer;
  hiddenMemberIds: ReadonlySet<string>;
  mutedMemberIds: ReadonlySet<string>;
  version: string;
};

/**
 * Looks many sessions up in one query. It is given what is known of each by its version, and answers those that are not
 * as they were known: null for a session that is over.
 */
export type CheckSessions = (known: Map<string, string | undefined>) => Promise<Map<string, LiveSession | null>>;
