import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { platformError } from '../errors.ts';
import { type Consume, consumeAll, type Limit } from '../rate-limits/rate-limits.ts';
import { suspendedError } from '../sessions/suspension.ts';
import type { Authenticate, Authenticated, Viewer } from '../sessions/viewer.ts';
import { admitToken, type AuthenticateToken, findApiToken } from './api-tokens.ts';
import { networkOf } from './network.ts';
import type { Admit } from './overload.ts';
import { assertAccess } from './routes.ts';

export type AccessDependencies = {
  authenticate: Authenticate;
  authenticateToken: AuthenticateToken;
  consume: Consume;
  admit: Admit;
};

/** Creates the hook that admits a call: overload, session, access and rate limits of its route, in this order. */
export const createAccessCheck =
  ({ authenticate, authenticateToken, consume, admit }: AccessDependencies) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { access = 'public', limits } = request.routeOptions.config;
    const needsSession = access !== 'public';
    // API calls and forms always declare `limits`, even if empty. Files and redirects do not.
    if (needsSession || limits) admit();
    const token = needsSession ? findApiToken(request) : undefined;
    if (token !== undefined) request.viewer = await admitToken(request, reply, token, { authenticateToken, consume });
    else if (needsSession) {
      const session = await authenticate(request.headers.cookie, {
        onEnded: () => {
          request.isSessionOver = true;
        },
      });
      if (session?.renewedCookie) void reply.header('set-cookie', session.renewedCookie);
      // oxlint-disable-next-line typescript/no-unnecessary-boolean-literal-compare -- an injected request has no `complete`
      request.isBodyPending = request.raw.complete === false;
      request.viewer = viewerFor(request, session);
    }
    assertAccess(access, request.viewer);
    assertConsent(request);
    const keyOf = ({ by }: Limit) => (by === 'member' ? request.viewer?.id : undefined) ?? networkOf(request.ip);
    request.refundRateLimit = await consumeAll(
      consume,
      (limits ?? []).map((limit) => [limit, keyOf(limit)]),
    );
  };

/**
 * Creates the check of the session after a body that took a while to arrive. In the meantime, the member may have been
 * signed out, demoted or flagged.
 */
export const createSessionRecheck =
  (authenticate: Authenticate): FastifyInstance['recheckSession'] =>
  async (request) => {
    if (!request.viewer || !request.isBodyPending) return;
    request.viewer = viewerFor(request, await authenticate(request.headers.cookie));
    assertAccess(request.routeOptions.config.access ?? 'public', request.viewer);
    assertConsent(request);
  };

/** Returns a call to the limits of its route if one of the feature's own limits rejected it. */
export async function refundRejectedCall(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (reply.statusCode !== 429) return;
  await request
    .refundRateLimit?.()
    .catch((error: unknown) =>
      request.log.warn({ err: error }, 'a rejected call could not be returned to its rate limit'),
    );
}

/** @throws AppError 403 if a member who has not consented to the current guidelines calls a route that writes. */
function assertConsent({ method, viewer, routeOptions: { config } }: FastifyRequest): void {
  if (!viewer?.needsConsent || method === 'GET' || method === 'HEAD') return;
  if (!config.isOpenWithoutConsent && !config.isOpenToSuspended) throw platformError('request.consent_needed');
}

/**
 * Returns the viewer of a request. A suspended member sees public routes as a visitor does.
 * @throws AppError 403 where suspended members have no access.
 */
function viewerFor(request: FastifyRequest, session: Authenticated | undefined): Viewer | undefined {
  const { access, isOpenToSuspended = false } = request.routeOptions.config;
  const suspension = isOpenToSuspended ? undefined : session?.viewer.suspension;
  if (suspension && access !== 'optional-session') throw suspendedError(suspension);
  return suspension ? undefined : session?.viewer;
}
