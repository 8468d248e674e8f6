import type { Appearance } from '@commons/contract/members';
import type { MemberSummary, Role } from '@commons/contract/members/schemas';

/** The signed-in member of a request. If the body arrives later than the headers, it is looked up a second time. */
export type Viewer = {
  sessionId: string;
  id: string;
  role: Role;
  isFlagged: boolean;
  /** The end and the reason of a suspension. A suspended member may only use routes with `isOpenToSuspended`. */
  suspension?: Suspension;
  /** The member has not consented, or not accepted the current guidelines. They may only read. */
  needsConsent?: true;
  /** The member as others see them, so that responses to created content need no further query. */
  summary: MemberSummary;
  /** The display settings, for pages. Missing where no page is sent. */
  appearance?: Appearance;
};

export type Suspension = { until: Date; reason: string };

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in member; undefined for visitors and on public calls. */
    viewer: Viewer | undefined;
    /** Whether a page is requested without a session. False as well if the session could not be looked up. */
    isVisitor: boolean;
    /** The browser sends the cookie of a session that has ended. */
    isSessionOver: boolean;
    /** The session was looked up before the whole body had arrived. */
    isBodyPending: boolean;
  }
  interface FastifyInstance {
    /**
     * Checks the session again if the body arrived later than the headers. Code that reads the body itself must call
     * it.
     * @throws AppError if the call is no longer allowed.
     */
    recheckSession: (request: FastifyRequest) => Promise<void>;
  }
}

export const isAdmin = (viewer: Viewer | undefined): boolean => viewer?.role === 'admin';

export const isModerator = (viewer: Viewer): boolean => viewer.role !== 'user';

/** A valid session and, if it was extended, its new cookie. */
export type Authenticated = { viewer: Viewer; renewedCookie?: string };

/**
 * Finds the session of a request's `Cookie` header; undefined if there is no valid one. Queries the database only for
 * cookies with our signature, after calling `admit`. `onEnded` is called if the session has ended.
 */
export type Authenticate = (
  cookieHeader: string | undefined,
  hooks?: { admit?: () => void; onEnded?: () => void },
) => Promise<Authenticated | undefined>;

/** The state of an open socket. `version` changes whenever the viewer, the hidden or the muted members change. */
export type LiveSession = {
  viewer: Viewer;
  hiddenMemberIds: ReadonlySet<string>;
  mutedMemberIds: ReadonlySet<string>;
  version: string;
};

/**
 * Looks up many sessions in one query. Takes the known version of each session and returns only changed ones: null for
 * a session that has ended.
 */
export type CheckSessions = (
  knownVersions: Map<string, string | undefined>,
) => Promise<Map<string, LiveSession | null>>;
