import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Authenticate } from '../platform/sessions/viewer.ts';

/** Maximum time to look up the viewer of a page: the crisis page must not depend on the database. */
const lookupTimeoutMilliseconds = 300;

/**
 * Finds the viewer of a page. Returns whether the member is suspended: they read public pages as a visitor does. If the
 * lookup fails or takes too long, the request has neither a viewer nor `isVisitor`.
 */
export type FindPageViewer = (request: FastifyRequest, reply: FastifyReply) => Promise<{ isSuspended: boolean }>;

declare module 'fastify' {
  interface FastifyInstance {
    findPageViewer: FindPageViewer;
  }
}

export const createFindPageViewer =
  (authenticate: Authenticate): FindPageViewer =>
  async (request, reply) => {
    const { promise: timeout, resolve } = Promise.withResolvers<null>();
    const timer = setTimeout(resolve, lookupTimeoutMilliseconds, null).unref();
    const session = await Promise.race([authenticate(request.headers.cookie).catch(() => null), timeout]);
    clearTimeout(timer);
    request.isVisitor = session === undefined;
    if (session?.renewedCookie) void reply.header('set-cookie', session.renewedCookie);
    const isSuspended = session?.viewer.suspension !== undefined;
    if (!isSuspended) request.viewer = session?.viewer;
    return { isSuspended };
  };
