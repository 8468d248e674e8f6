import { setTimeout } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Authenticate } from '../sessions/viewer.ts';
import { sameOriginPath } from './same-origin-path.ts';

/** Maximum time to look up the viewer of a public page: the crisis page must not depend on the database. */
const lookupTimeoutMilliseconds = 300;

/** Pages that redirect signed-in members. */
const signInPaths = new Set(['/login', '/signup']);

/** Normalizes a URL to its path, without a trailing slash. */
export const pagePath = (url: string): string => url.replace(/\?.*$/s, '').replace(/(?<=.)\/$/, '');

/** Whether a path is never answered with a page. */
export const isReserved = (path: string): boolean => /^\/(api|assets|audio|media|pdfs)(\/|$)/.test(path);

/**
 * Whether the request is for a page at its public address. The service worker requests the page's file, which is the
 * same for everyone.
 */
export const isPublicPage = ({ method, url, is404 }: FastifyRequest): boolean => {
  if (method !== 'GET' && method !== 'HEAD') return false;
  const path = pagePath(url);
  return signInPaths.has(path) || (is404 && !isReserved(path) && !/\.\w+$/.test(path));
};

/**
 * Finds the viewer of a public page, so that the page shows a member's navigation. If the lookup fails or takes too
 * long, the visitor's page is sent. The sign-in pages redirect a member to the page they asked for.
 */
export const createFindPageViewer =
  (authenticate: Authenticate) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const waiting = new AbortController();
    const session = await Promise.race([
      authenticate(request.headers.cookie).then(
        (result) => {
          request.isVisitor = result === undefined;
          return result;
        },
        () => undefined,
      ),
      setTimeout(lookupTimeoutMilliseconds, undefined, { ref: false, signal: waiting.signal }).catch(() => undefined),
    ]);
    waiting.abort();
    if (!session || session.viewer.suspension) return undefined;
    if (session.renewedCookie) void reply.header('set-cookie', session.renewedCookie);
    request.viewer = session.viewer;
    if (!signInPaths.has(pagePath(request.url))) return undefined;
    const { returnTo } = request.query as { returnTo?: unknown };
    const next = sameOriginPath(typeof returnTo === 'string' ? returnTo : undefined);
    return reply.header('cache-control', 'no-store').redirect(next, 303);
  };
