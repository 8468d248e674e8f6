import { randomUUIDv7 } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { signUpQuery } from '@commons/contract/auth/schemas';
import { betterAuth, type BetterAuthOptions } from 'better-auth/minimal';
import { genericOAuth } from 'better-auth/plugins/generic-oauth';
import { twoFactor } from 'better-auth/plugins/two-factor';
import { and, eq } from 'drizzle-orm';
import type { FeatureContext } from '../../community/feature.ts';
import { users } from '../../community/members/users.tables.ts';
import { createLibraryAdapter, currentQueryable } from './account-library-adapter.ts';
import { accounts } from './auth.tables.ts';
import { memberFromClaims, openIdProviderId } from './openid-claims.ts';
import { findCookie } from './session-lookup.ts';
import { recordSignIn, sessionCookie, sessionLifetimeSeconds } from './sessions.ts';
import { admitPerson, welcomeMember } from './sign-up.service.ts';
import { versionedSecrets } from './two-factor-keys.ts';

/** Clears the provider's tokens. They are not needed after a sign-in and could be misused if kept. */
const noTokens = {
  accessToken: null,
  refreshToken: null,
  idToken: null,
  accessTokenExpiresAt: null,
  refreshTokenExpiresAt: null,
};

export type Accounts = ReturnType<typeof createAccounts>;

/**
 * Creates the account library (better-auth). Its routes are not mounted: our own routes call its API, so that every
 * request passes the platform's checks and is part of the contract.
 */
function createAccounts(featureContext: FeatureContext) {
  const { db, transact, log, settings, sessionSecrets, publicUrl } = featureContext;
  const { oidc, productName } = settings.current;
  const cookie = sessionCookie(publicUrl);
  const findInvitation = (headers: Headers | undefined) =>
    signUpQuery.safeParse({ invitation: findCookie(headers?.get('cookie') ?? '', cookie.invitationName) }).data
      ?.invitation;
  return betterAuth({
    baseURL: publicUrl,
    basePath: '/api/auth',
    // Also decrypts data from before secrets had versions.
    secret: sessionSecrets[0],
    secrets: versionedSecrets(sessionSecrets),
    telemetry: { enabled: false },
    // The library's messages contain emails, so only their first words are logged.
    logger: {
      level: 'error',
      log: (level, message) => log.warn({ level, kind: message.split(/[:"]/, 1)[0] }, 'account library'),
    },
    database: (options: BetterAuthOptions) => createLibraryAdapter(db, transact, options),
    emailAndPassword: {
      enabled: true,
      // Forms open accounts themselves (`sign-up.service.ts`).
      disableSignUp: true,
      // The contract counts code points (10 to 128). The library counts UTF-16 units.
      minPasswordLength: 10,
      maxPasswordLength: 256,
    },
    account: {
      updateAccountOnSignIn: false,
      // An OpenID identity is linked to an account only if the email is verified on both sides. An unverified identity
      // could claim any email, and an unverified account may belong to another person.
      accountLinking: { enabled: true, trustedProviders: [], requireLocalEmailVerified: true },
    },
    user: {
      fields: { image: 'profileImageUrl' },
      additionalFields: {
        firstName: { type: 'string', required: false, input: true },
        lastName: { type: 'string', required: false, input: true },
        // Set below for the first administrator, never from a request.
        role: { type: 'string', required: false, input: false },
        messagesFrom: { type: 'string', required: false, input: false },
      },
    },
    session: { expiresIn: sessionLifetimeSeconds, disableSessionRefresh: true },
    // Stores digests, so that a backup contains no usable sign-in.
    verification: { storeIdentifier: 'hashed' },
    rateLimit: { enabled: false },
    // Target of a provider response that this browser did not request.
    onAPIError: { errorURL: `${publicUrl}/login` },
    advanced: {
      database: { generateId: () => randomUUIDv7() },
      ipAddress: { ipAddressHeaders: ['x-real-ip'] },
      useSecureCookies: false,
      cookiePrefix: 'commons',
      defaultCookieAttributes: { secure: cookie.secure, sameSite: 'lax', httpOnly: true, path: '/' },
      cookies: { session_token: { name: cookie.name } },
    },
    databaseHooks: {
      user: {
        create: {
          // Drops the provider's picture: it would make readers' browsers contact a third party. With sign-up by
          // invitation, OpenID users need an invitation as well.
          before: async (user, context) => {
            const account = { ...user, origin: 'openid' } as const;
            const invitation = findInvitation(context?.headers);
            const admission = await admitPerson(currentQueryable(db), featureContext, account, invitation);
            return admission ? { data: { ...user, image: null, ...admission } } : false;
          },
          after: (user) => welcomeMember(featureContext, { ...user, origin: 'openid' }),
        },
      },
      account: {
        create: {
          // Providers can reassign an address to another person, so a member keeps only the first identity.
          before: async ({ userId, providerId }) => {
            const isSameProvider = and(eq(accounts.userId, userId), eq(accounts.providerId, providerId));
            if ((await currentQueryable(db).$count(accounts, isSameProvider)) > 0) return false;
            return { data: noTokens };
          },
        },
      },
      session: {
        create: {
          // The library stores a session before it asks for a code, and then deletes it. The session is created
          // expired, so that a crash in between leaves no open session.
          before: async (session, context) => {
            if (context?.path !== '/sign-in/email') return undefined;
            const needsCode = and(eq(users.id, session.userId), eq(users.twoFactorEnabled, true));
            const staysOpen = (await currentQueryable(db).$count(users, needsCode)) === 0;
            // The library uses this process's clock. The adapter converts the time to the database's clock.
            return staysOpen ? undefined : { data: { ...session, expiresAt: new Date() } };
          },
          // A sign-in by form is recorded later, after the password check is complete.
          after: async (session, context) => {
            if (context?.path?.startsWith('/callback')) await recordSignIn(currentQueryable(db), session.userId);
          },
        },
      },
    },
    plugins: [
      twoFactor({
        issuer: productName,
        // Our own lockout counts before comparing (`two-factor.service.ts`). The library would compare concurrent
        // codes.
        accountLockout: { enabled: false },
      }),
      ...(oidc
        ? [
            genericOAuth({
              config: [
                {
                  providerId: openIdProviderId,
                  clientId: oidc.clientId,
                  clientSecret: oidc.clientSecret,
                  discoveryUrl: new URL('.well-known/openid-configuration', oidc.issuerUrl.replace(/\/?$/, '/')).href,
                  scopes: ['openid', 'email', 'profile'],
                  pkce: true,
                  requireIdTokenVerification: true,
                  mapProfileToUser: (profile) => memberFromClaims(db, profile),
                },
              ],
            }),
          ]
        : []),
    ],
  });
}

type Instance = { accounts: Accounts; productName: string; oidc: FeatureContext['settings']['current']['oidc'] };
const instances = new WeakMap<FeatureContext, Instance>();

/**
 * Returns the account library of this server. It is created on first use, because loading takes a while, and again
 * after a change of the settings that it contains.
 */
export function accountsOf(featureContext: FeatureContext): Accounts {
  const { productName, oidc } = featureContext.settings.current;
  const instance = instances.get(featureContext);
  if (instance?.productName === productName && isDeepStrictEqual(instance.oidc, oidc)) return instance.accounts;
  const accounts = createAccounts(featureContext);
  instances.set(featureContext, { accounts, productName, oidc });
  return accounts;
}

/** Discards the account library, so that the next call reads the OpenID provider's configuration again. */
export const discardAccounts = (featureContext: FeatureContext): boolean => instances.delete(featureContext);
