import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUIDv7 } from 'node:crypto';
import type { SignUpInput } from '@commons/contract/auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { isAPIError } from 'better-auth/api';
import { hashPassword, verifyPassword } from 'better-auth/crypto';
import { betterAuth, type BetterAuthOptions } from 'better-auth/minimal';
import { genericOAuth } from 'better-auth/plugins/generic-oauth';
import { twoFactor } from 'better-auth/plugins/two-factor';
import { and, eq } from 'drizzle-orm';
import type { Database, Transaction } from '../../platform/database/database.ts';
import type { Transact } from '../../platform/database/unit-of-work.ts';
import { platformError } from '../../platform/errors.ts';
import type { Kit } from '../../platform/feature.ts';
import { enqueueReindex } from '../../platform/search/searched.ts';
import { users } from '../members/users.tables.ts';
import { takeInvitation } from '../waitlist/index.ts';
import { accounts, sessions, twoFactors, verifications } from './auth.tables.ts';
import { appointFirstAdmin, comesAsFirstAdmin, firstAdminRuleOf } from './first-admin.ts';
import { onDatabaseClock } from './library-clock.ts';
import { memberOf, openIdProviderId } from './openid-claims.ts';
import { noteSignIn, sessionCookie, sessionLifetimeSeconds } from './sessions.ts';
import { verifiedHash } from './sign-in.service.ts';
import { versionedSecrets } from './two-factor-keys.ts';

/** We ask the provider nothing after a sign-in: what could be used there in a member's name is not kept. */
const noTokens = {
  accessToken: null,
  refreshToken: null,
  idToken: null,
  accessTokenExpiresAt: null,
  refreshTokenExpiresAt: null,
};

/** Which of the two ways into the community a call of the library belongs to. */
const originOf = (context: { path?: string } | null): 'form' | 'openid' =>
  context?.path?.startsWith('/callback') ? 'openid' : 'form';

export type Accounts = ReturnType<typeof createAccounts>;

/** The hash of the password in a call, made before its transaction: hashing is slow on purpose, connections are few. */
const hashMadeBefore = new AsyncLocalStorage<string>();

/** The invitation that whoever is opening an account has brought. */
export const broughtInvitation = new AsyncLocalStorage<string | undefined>();

/** The transaction that the library works in: asking for another connection there could wait for ever. */
const underWay = new AsyncLocalStorage<Transaction>();

/** Has all that the library does in `run` be part of this transaction. */
export const within = <Result>(tx: Transaction, run: () => Promise<Result>): Promise<Result> => underWay.run(tx, run);

/** The database as the library is to use it: its transactions are units of work like everybody's. */
const throughTransact = (db: Database, transact: Transact): Database =>
  new Proxy(db, {
    get(_, name) {
      const tx = underWay.getStore();
      if (name === 'transaction')
        return <Result>(run: (tx: Transaction) => Promise<Result>) =>
          tx ? run(tx) : transact((work) => within(work.tx, () => run(work.tx)));
      const here = tx ?? db;
      const value: unknown = Reflect.get(here, name);
      return typeof value === 'function' ? (value.bind(here) as unknown) : value;
    },
  });

/**
 * The account library, set up for this community. Its routes are not mounted: the feature's own routes call what they
 * need, so that every call passes the platform's checks and is in the contract.
 */
function createAccounts(kit: Kit) {
  const { db, transact, log, configuration, sessionSecrets, publicUrl } = kit;
  const firstAdminRule = firstAdminRuleOf(kit);
  const { oidc, productName, signUp } = configuration;
  const here = () => underWay.getStore() ?? db;
  const cookie = sessionCookie(publicUrl);
  return betterAuth({
    baseURL: publicUrl,
    basePath: '/api/auth',
    // It also reads what was encrypted before secrets had versions: by the first one.
    secret: sessionSecrets[0],
    secrets: versionedSecrets(sessionSecrets),
    telemetry: { enabled: false },
    // The library's messages name emails; only that something failed may reach the log.
    logger: {
      level: 'error',
      log: (level, message) => log.warn({ level, kind: message.split(/[:"]/, 1)[0] }, 'account library'),
    },
    database: (options: BetterAuthOptions) => {
      const adapter = drizzleAdapter(throughTransact(db, transact), {
        provider: 'pg',
        usePlural: true,
        transaction: true,
        schema: { users, sessions, accounts, verifications, twoFactors },
      });
      return onDatabaseClock(adapter(options));
    },
    emailAndPassword: {
      enabled: true,
      disableSignUp: oidc !== undefined,
      // The contract counts code points (10 to 128); the library counts UTF-16 units.
      minPasswordLength: 10,
      maxPasswordLength: 256,
      password: {
        hash: async (password) => hashMadeBefore.getStore() ?? hashPassword(password),
        verify: async ({ hash, password }) => {
          const isRight = await verifyPassword({ hash, password });
          if (isRight) verifiedHash.getStore()?.(hash);
          return isRight;
        },
      },
      // Signing up answers alike for new and known emails; signing in is a call of its own.
      autoSignIn: false,
    },
    account: {
      updateAccountOnSignIn: false,
      // An OpenID identity joins an account only when both sides know the email to be verified: an unverified
      // provider could claim anybody's, and an unverified account may have been opened by somebody else.
      accountLinking: { enabled: true, trustedProviders: [], requireLocalEmailVerified: true },
    },
    user: {
      fields: { image: 'profileImageUrl' },
      additionalFields: {
        firstName: { type: 'string', required: false, input: true },
        lastName: { type: 'string', required: false, input: true },
        // Given below, to a first administrator, and by no request.
        role: { type: 'string', required: false, input: false },
      },
    },
    session: { expiresIn: sessionLifetimeSeconds, disableSessionRefresh: true },
    // What lies in a backup is no sign-in.
    verification: { storeIdentifier: 'hashed' },
    rateLimit: { enabled: false },
    // Where an answer of the provider ends that no request of this browser asked for.
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
          // A picture at the provider would have every reader's browser ask a third party for it. Where sign-up is by
          // invitation, whom the provider knows needs one as well.
          before: async (user, context) => {
            const invitation = broughtInvitation.getStore();
            const isInvited = invitation !== undefined && (await takeInvitation(here(), invitation, user.email));
            // Whoever brings it has read the mail that it came with.
            const data = { ...user, image: null, ...(isInvited && { emailVerified: true }) };
            if (signUp !== 'invited' || isInvited) return { data };
            if (!(await comesAsFirstAdmin(here(), firstAdminRule, { ...user, origin: originOf(context) })))
              return false;
            // In the same transaction: the next one on the list finds an administrator.
            return { data: { ...data, role: 'admin' } };
          },
          after: async (user, context) => {
            await transact((work) => enqueueReindex(work, 'people', [user.id]));
            await appointFirstAdmin(db, transact, firstAdminRule, { ...user, origin: originOf(context) });
          },
        },
      },
      account: {
        create: {
          // Providers give an address of somebody who left to somebody new: a member has one identity there, the first.
          before: async ({ userId, providerId }) => {
            const ofProvider = and(eq(accounts.userId, userId), eq(accounts.providerId, providerId));
            if ((await here().$count(accounts, ofProvider)) > 0) return false;
            return { data: noTokens };
          },
        },
      },
      session: {
        create: {
          // The library stores a session before it asks for a code, and deletes it then. None of these is ever open, should
          // the process die between.
          before: async (session, context) => {
            if (context?.path !== '/sign-in/email') return undefined;
            const wantsCode = and(eq(users.id, session.userId), eq(users.twoFactorEnabled, true));
            const isLeftOpen = (await here().$count(users, wantsCode)) === 0;
            // The library writes the times of this process's clock; the adapter corrects them.
            return isLeftOpen ? undefined : { data: { ...session, expiresAt: new Date() } };
          },
          // Whoever comes by the form is noted when their session stays.
          after: async (session, context) => {
            if (originOf(context) === 'openid') await noteSignIn(here(), session.userId);
          },
        },
      },
    },
    plugins: [
      twoFactor({
        issuer: productName,
        // Ours counts before it compares (`two-factor.service.ts`): the library's would compare all that come at once.
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
                  mapProfileToUser: (profile) => memberOf(db, profile),
                },
              ],
            }),
          ]
        : []),
    ],
  });
}

const made = new WeakMap<Kit, Accounts>();

/** The account library of this server, made when it is first needed: it takes a while to load. */
export const accountsOf = (kit: Kit): Accounts => made.getOrInsertComputed(kit, () => createAccounts(kit));

/** Has the library made anew: it asks an OpenID provider for its addresses only once. */
export const forgetAccounts = (kit: Kit): boolean => made.delete(kit);

/** The library's word for whatever the database said to a new account: nothing that the newcomer typed is wrong. */
const isNotWritten = (error: unknown) => isAPIError(error) && error.body?.code === 'FAILED_TO_CREATE_USER';

/**
 * Opens an account, or tells the owner of a known email by mail; the caller cannot tell which. Of two sign-ups at once
 * with one email the second fails on the first one's row; tried again, it finds the account like any later one.
 */
export async function openAccount(
  accounts: Accounts,
  headers: Headers,
  { firstName, lastName, email, password, invitation }: SignUpInput,
): Promise<void> {
  const request = { headers, body: { name: `${firstName} ${lastName}`.trim(), firstName, lastName, email, password } };
  const signUp = () => broughtInvitation.run(invitation, () => accounts.api.signUpEmail(request));
  await hashMadeBefore.run(await hashPassword(password), async () => {
    try {
      await signUp();
    } catch (error) {
      if (!isAPIError(error)) throw error;
      await signUp().catch((again: unknown) => {
        throw isNotWritten(again) ? platformError('server.unavailable', { retryAfterSeconds: 2, cause: again }) : again;
      });
    }
  });
}
