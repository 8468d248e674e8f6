import { tokenPrefix, type TokenScope } from '@commons/contract/api-tokens';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { platformError } from '../errors.ts';
import { type Consume, limits } from '../rate-limits/rate-limits.ts';
import type { Viewer } from '../sessions/viewer.ts';
import { networkOf } from './network.ts';

/** Finds the admin and the scopes of a token; undefined unless the admin may act now. */
export type AuthenticateToken = (
  token: string,
) => Promise<{ viewer: Viewer; scopes: readonly TokenScope[] } | undefined>;

const bearer = new RegExp(`^Bearer +(${tokenPrefix}\\S+)$`, 'i');

/** Returns the API token of a request. Other bearer values belong to a proxy and are ignored. */
export const findApiToken = (request: FastifyRequest): string | undefined =>
  bearer.exec(request.headers.authorization ?? '')?.[1];

/**
 * Admits a call with an API token, which replaces the session. Only routes that declare a `scope` accept tokens.
 * @throws AppError 401 for an invalid token, 403 without the scope, 429 above the rate limit.
 */
export async function admitToken(
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
  { authenticateToken, consume }: { authenticateToken: AuthenticateToken; consume: Consume },
): Promise<Viewer> {
  const { scope } = request.routeOptions.config;
  const found = await authenticateToken(token);
  if (!found) {
    await consume(limits.wrongToken, networkOf(request.ip));
    void reply.header('www-authenticate', 'Bearer error="invalid_token"');
    throw platformError('request.token_invalid');
  }
  if (scope === undefined || !found.scopes.includes(scope)) {
    void reply.header(
      'www-authenticate',
      `Bearer error="insufficient_scope"${scope === undefined ? '' : `, scope="${scope}"`}`,
    );
    throw platformError('request.token_scope');
  }
  await consume(limits.tokenCalls, found.viewer.id);
  return found.viewer;
}
