import { authErrors } from '@commons/contract/auth/errors';
import * as contract from '@commons/contract/auth/schemas';
import * as securityContract from '@commons/contract/security/schemas';
import { eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { FeatureContext } from '../../community/feature.ts';
import { users } from '../../community/members/users.tables.ts';
import { sameOriginPath } from '../../pages/same-origin-path.ts';
import { databaseNow } from '../../platform/database/clock.ts';
import { errorsOf, platformError } from '../../platform/errors.ts';
import { route } from '../../platform/http/routes.ts';
import { limits } from '../../platform/rate-limits/rate-limits.ts';
import { suspensionPath } from '../../platform/sessions/suspension.ts';
import { getCurrentUser } from '../profiles/index.ts';
import { accountsOf, discardAccounts } from './accounts.ts';
import { accountPages, authForms, resetPasswordPage } from './auth.forms.ts';
import { existingAccountTask } from './auth.mails.ts';
import { assertNotCommon } from './common-passwords.ts';
import { confirmEmailChange } from './email-change.service.ts';
import { isAdminMissing, firstAdminRuleOf, isSetupCode, wouldBecomeAdmin } from './first-admin.ts';
import { headersOf, copyCookies } from './http-bridge.ts';
import { callbackClaims, lostToConcurrentSignIn, openIdProviderId } from './openid-claims.ts';
import { securityRoutes } from './security.routes.ts';
import { requestToken } from './session-lookup.ts';
import { endAllSessions, endSession, signOutBrowser, listSessionsOf, sessionCookie } from './sessions.ts';
import { createSignIn } from './sign-in.service.ts';
import { openAccount } from './sign-up.service.ts';
import { createTwoFactor } from './two-factor.service.ts';

const authError = errorsOf(authErrors);

const setupCodeFieldError = (enteredCode: string | undefined) => ({
  path: 'setupCode',
  message: enteredCode
    ? 'This is not the setup code. It was printed when the server started.'
    : 'Please enter the setup code that was printed when the server started',
});

/** Routes for sign-up, sign-in, password resets, sessions and the OpenID provider. */
export function authRoutes(app: FastifyInstance, context: FeatureContext): void {
  const { db, transact, bus, settings, publicUrl, sessionSecrets, invitations } = context;
  const firstAdminRule = firstAdminRuleOf(context);
  const cookie = sessionCookie(publicUrl);
  const isEmbedded = () => settings.current.oidc === undefined;
  const twoFactor = createTwoFactor(context);
  const signIn = createSignIn(context, twoFactor);

  /**
   * Checks the invitation of a sign-up. A used invitation is accepted if its account exists, so that a form that is
   * sent twice gets the same response as any known email. Opening the account consumes the invitation, so it works
   * only once.
   */
  async function assertInvited({ invitation, email }: z.output<typeof contract.signUpInput>): Promise<void> {
    if (invitation === undefined) throw authError('auth.invitation_required');
    const storedInvitation = await invitations.find(db, invitation);
    if (!storedInvitation) throw authError('auth.invitation_ended');
    if (storedInvitation.email !== email) throw authError('auth.invitation_of_another_email');
    if (storedInvitation.joinedAt && (await db.$count(users, eq(users.email, email))) === 0)
      throw authError('auth.invitation_ended');
  }

  async function signUp(body: z.output<typeof contract.signUpInput>): Promise<void> {
    if (!isEmbedded()) throw authError('auth.embedded_only');
    const newAccount = { email: body.email, emailVerified: false, origin: 'form' } as const;
    if (await wouldBecomeAdmin(db, firstAdminRule, newAccount)) {
      if (firstAdminRule.isPubliclyReachable && !isSetupCode(firstAdminRule, body.setupCode))
        throw authError('auth.setup_code_required', { errors: [setupCodeFieldError(body.setupCode)] });
    } else if (settings.current.signUp === 'closed') throw authError('auth.sign_up_closed');
    else if (settings.current.signUp === 'invited') await assertInvited(body);
    const { email, firstName, lastName } = body;
    const { productName } = settings.current;
    assertNotCommon(body.password, 'password', { email, names: [firstName, lastName], productName });
    // Enqueued for known and unknown emails alike, so that response times do not reveal accounts.
    const attempt = { email: body.email, at: databaseNow().toISOString() };
    await transact((work) => work.enqueue(existingAccountTask, attempt));
    await openAccount(context, body);
  }

  const findSignInOptions = async (): Promise<contract.SignInOptions> => ({
    provider: isEmbedded() ? 'embedded' : 'oidc',
    providerName: settings.current.oidc?.name ?? null,
    needsSetupCode: isEmbedded() && firstAdminRule.isPubliclyReachable && (await isAdminMissing(db, firstAdminRule)),
    signUp: settings.current.signUp,
  });
  route(app, contract.getSignInOptions, { access: 'public' }, () => findSignInOptions());

  route(app, contract.signUp, { access: 'public', limits: [limits.signUp] }, async ({ body }) => {
    await signUp(body);
    return { status: true } as const;
  });

  route(app, contract.signIn, { access: 'public', limits: [limits.signIn] }, async ({ body, request, reply }) => {
    const outcome = await signIn.signIn({ request, reply }, body);
    return { status: true, needsCode: outcome === 'needs code' } as const;
  });

  const codeRules = { access: 'public', limits: [limits.signIn] } as const;
  route(app, securityContract.signInWithCode, codeRules, async ({ body, request, reply }) => {
    await signIn.signInWithCode({ request, reply }, body);
    return { status: true } as const;
  });

  const resetRules = { access: 'public', limits: [limits.passwordReset] } as const;
  route(app, contract.requestPasswordReset, resetRules, async ({ body }) => {
    await signIn.requestPasswordReset(body.email);
    return { status: true } as const;
  });

  route(app, contract.resetPassword, resetRules, async ({ body, request, reply }) => {
    await signIn.resetPassword({ request, reply }, body);
    return { status: true } as const;
  });

  authForms(app, { ...signIn, signUp, confirmEmailChange: ({ token }) => confirmEmailChange(context, token) });
  securityRoutes(app, context, twoFactor);

  route(app, contract.getCurrentUser, { access: 'member' }, ({ viewer }) => getCurrentUser(db, viewer));

  const rulesForSuspended = { access: 'member', isOpenToSuspended: true } as const;
  route(app, contract.getSuspension, rulesForSuspended, ({ viewer: { id, suspension } }) =>
    suspension ? { memberId: id, until: suspension.until.toISOString(), reason: suspension.reason } : null,
  );

  route(app, contract.listSessions, { access: 'member' }, ({ viewer }) => listSessionsOf(db, viewer));

  route(app, contract.endAllSessions, { access: 'member', isOpenWithoutConsent: true }, async ({ viewer, reply }) => {
    await endAllSessions(db, bus, viewer.id);
    signOutBrowser(reply, publicUrl);
  });

  /** Redirects, because browsers navigate to this path. It is not an API call. */
  app.get('/api/logout', { config: { access: 'public' }, schema: { hide: true } }, async (request, reply) => {
    // Other sites can link here, but only our own pages may sign a member out.
    if (request.headers['sec-fetch-site'] !== 'cross-site') {
      const token = requestToken(request.headers.cookie, cookie.name, sessionSecrets);
      if (token) await endSession(db, bus, token);
      signOutBrowser(reply, publicUrl);
    }
    return reply.header('cache-control', 'no-store').redirect('/', 302);
  });

  const findInvitedPerson = async ({ query }: FastifyRequest) => {
    const { invitation } = contract.signUpQuery.safeParse(query).data ?? {};
    if (invitation === undefined) return {};
    const storedInvitation = await invitations.find(db, invitation);
    if (!storedInvitation || storedInvitation.joinedAt) return { invited: null };
    const { firstName, lastName, email } = storedInvitation;
    return { invited: { firstName, lastName, email }, invitation };
  };

  // An admin can change the provider and the sign-up rule while the server runs, so every path is always served. The
  // pages of forms are the same for all visitors: the server has rendered them.
  accountPages(app, '/login', async () => (isEmbedded() ? undefined : { signInOptions: await findSignInOptions() }));
  accountPages(app, '/signup', async (request, reply) => {
    if (isEmbedded()) {
      // The first administrator signs up without an invitation, so the form is shown until then.
      if (settings.current.signUp === 'open') return undefined;
      if (await isAdminMissing(db, firstAdminRule)) return {};
      const { invited } = await findInvitedPerson(request);
      return { signInOptions: await findSignInOptions(), ...(invited !== undefined && { invited }) };
    }
    const { invitation, ...invited } = await findInvitedPerson(request);
    if (invitation !== undefined) void reply.header('set-cookie', cookie.invitation(invitation));
    return { signInOptions: await findSignInOptions(), ...invited };
  });
  app.get('/forgot-password', { config: { access: 'public' }, schema }, async (_request, reply) =>
    isEmbedded() ? reply.callNotFound() : reply.redirect('/login', 302),
  );
  resetPasswordPage(app, isEmbedded);

  app.get('/api/login', loginRouteOptions, async (request, reply) => {
    if (request.viewer?.suspension) return redirectToSuspension(reply);
    const returnTo = sameOriginPath(contract.loginQuery.safeParse(request.query).data?.returnTo);
    if (!isEmbedded()) return startOpenIdSignIn(context, request, reply, returnTo);
    return reply.header('cache-control', 'no-store').redirect(withReturnTo('/login', returnTo), 302);
  });
  openIdCallback(app, context);
}

const schema = { hide: true };

/** Route options of `/api/login`, with and without an OpenID provider. */
const loginRouteOptions = {
  config: { access: 'optional-session', isOpenToSuspended: true, limits: [limits.startSignIn] },
  schema,
} as const;

/** Redirects a suspended member to the suspension page, as a sign-in would. */
const redirectToSuspension = (reply: FastifyReply) =>
  reply.header('cache-control', 'no-store').redirect(suspensionPath, 302);

/** Redirects the browser to the OpenID provider (authorization code, PKCE, state, nonce). */
async function startOpenIdSignIn(
  context: FeatureContext,
  request: FastifyRequest,
  reply: FastifyReply,
  callbackURL: string,
): Promise<FastifyReply> {
  const { headers, response } = await accountsOf(context)
    .api.signInSocial({
      headers: headersOf(request),
      body: {
        provider: openIdProviderId,
        callbackURL,
        newUserCallbackURL: callbackURL === '/' ? '/welcome' : callbackURL,
        errorCallbackURL: withReturnTo('/login', callbackURL),
        disableRedirect: true,
      },
      returnHeaders: true,
    })
    .catch((error: unknown) => {
      // The library reads the provider's configuration only once. Discarding it makes the next sign-in try again.
      discardAccounts(context);
      throw platformError('server.unavailable', { retryAfterSeconds: 5, cause: error });
    });
  if (!response.url) throw platformError('server.failed');
  copyCookies(headers, reply);
  return reply.header('cache-control', 'no-store').redirect(response.url, 302);
}

/** Lets the account library handle the provider's response. */
function openIdCallback(app: FastifyInstance, context: FeatureContext): void {
  const { db, publicUrl, settings } = context;
  const navigation = { config: { access: 'public' }, schema } as const;
  app.get(`/api/auth/callback/${openIdProviderId}`, navigation, async (request, reply) => {
    if (!settings.current.oidc) throw platformError('request.not_found');
    return callbackClaims.run({}, async () => {
      const response = await accountsOf(context).handler(toWebRequest(request, publicUrl));
      const { searchParams } = new URL(response.headers.get('location') ?? '', publicUrl);
      if (!(await lostToConcurrentSignIn(db, searchParams.get('error')))) return relay(response, reply);
      const returnTo = sameOriginPath(searchParams.get('returnTo') ?? undefined);
      return reply.header('cache-control', 'no-store').redirect(withReturnTo('/api/login', returnTo), 302);
    });
  });
}

/** Adds `returnTo` to a path. Encodes asterisks too, because the account library rejects them in addresses. */
const withReturnTo = (path: string, returnTo: string): string =>
  returnTo === '/' ? path : `${path}?${new URLSearchParams({ returnTo }).toString().replaceAll('*', '%2A')}`;

const toWebRequest = (request: FastifyRequest, publicUrl: string) =>
  new Request(new URL(request.url, publicUrl), { method: request.method, headers: headersOf(request) });

async function relay(response: Response, reply: FastifyReply): Promise<FastifyReply> {
  copyCookies(response.headers, reply);
  const location = response.headers.get('location');
  if (location) return reply.header('cache-control', 'no-store').redirect(location, 302);
  throw platformError(response.status < 500 ? 'request.malformed' : 'server.failed');
}
