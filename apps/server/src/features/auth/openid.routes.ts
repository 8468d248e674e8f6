import { loginQuery } from '@commons/contract/auth/schemas';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { platformError } from '../../platform/errors.ts';
import { limits } from '../../platform/rate-limits/rate-limits.ts';
import { type Accounts, openIdProviderId } from './accounts.ts';
import { headersOf, passCookies, sameOriginPath } from './http-bridge.ts';

const schema = { hide: true };

/** What holds for `/api/login`, wherever it leads. */
export const loginAddress = { config: { access: 'public', limits: [limits.startSignIn] }, schema } as const;

/**
 * Sign-in through the configured OpenID provider: the browser goes there (authorization code, PKCE, state, nonce) and
 * comes back to the callback, which the account library answers.
 */
export function openIdRoutes(
  app: FastifyInstance,
  options: { accounts: () => Accounts; forgetAccounts: () => unknown; publicUrl: string },
): void {
  const { accounts, forgetAccounts, publicUrl } = options;
  const navigation = { config: { access: 'public' }, schema } as const;

  app.get('/api/login', loginAddress, async (request, reply) => {
    const callbackURL = sameOriginPath(loginQuery.safeParse(request.query).data?.returnTo);
    const { headers, response } = await accounts()
      .api.signInSocial({
        headers: headersOf(request),
        body: { provider: openIdProviderId, callbackURL, errorCallbackURL: '/login', disableRedirect: true },
        returnHeaders: true,
      })
      .catch((error: unknown) => {
        // The library reads the provider's addresses once; a provider that was away then is asked again next time.
        forgetAccounts();
        throw platformError('server.unavailable', { retryAfterSeconds: 5, cause: error });
      });
    if (!response.url) throw platformError('server.failed');
    passCookies(headers, reply);
    return reply.header('cache-control', 'no-store').redirect(response.url, 302);
  });

  app.get(`/api/auth/callback/${openIdProviderId}`, navigation, async (request, reply) =>
    relay(await accounts().handler(toWebRequest(request, publicUrl)), reply),
  );
}

const toWebRequest = (request: FastifyRequest, publicUrl: string) =>
  new Request(new URL(request.url, publicUrl), { method: request.method, headers: headersOf(request) });

async function relay(answer: Response, reply: FastifyReply): Promise<FastifyReply> {
  passCookies(answer.headers, reply);
  const location = answer.headers.get('location');
  if (location) return reply.header('cache-control', 'no-store').redirect(location, 302);
  throw platformError(answer.status < 500 ? 'request.malformed' : 'server.failed');
}
