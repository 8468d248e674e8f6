import type { MemberSummary, Role } from '@commons/contract/members';

/** The signed-in member who makes a call, as the session lookup found them: never older than this request. */
export type Viewer = {
  sessionId: string;
  id: string;
  role: Role;
  isFlagged: boolean;
  /** How others see them, so that what they create can be answered without another query. */
  summary: MemberSummary;
};

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in member; undefined on public calls, which never look. */
    viewer: Viewer | undefined;
  }
}

export const isModerator = (viewer: Viewer): boolean => viewer.role !== 'user';

/** A valid session and, when it slid forward, the cookie that says so to the browser. */
export type Authenticated = { viewer: Viewer; renewedCookie?: string };

/** Finds the session named by a request's `Cookie` header; undefined when there is none that is valid. */
export type Authenticate = (cookieHeader: string | undefined) => Promise<Authenticated | undefined>;
