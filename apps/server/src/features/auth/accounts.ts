import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUIDv7 } from 'node:crypto';
import type { SignUpInput } from '@commons/contract/auth/schemas';
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
import type { FeatureContext } from '../../platform/feature.ts';
import { enqueueReindex } from '../../platform/search/search-source.ts';
import { users } from '../members/users.tables.ts';
import { consumeInvitation } from '../waitlist/index.ts';
import { withDatabaseClock } from './account-library-clock.ts';
import { accounts, sessions, twoFactors, verifications } from './auth.tables.ts';
import { appointFirstAdmin, wouldBecomeAdminLocked, firstAdminRuleOf } from './first-admin.ts';
import { memberFromClaims, openIdProviderId } from './openid-claims.ts';
import { recordSignIn, sessionCookie, sessionLifetimeSeconds } from './sessions.ts';
import { versionedSecrets } from './two-factor-keys.ts';

/** Clears the provider's tokens. They are not needed after a sign-in and could be misused if kept. */
const noTokens = {
  accessToken: null,
  refreshToken: null,
  idToken: null,
  accessTokenExpiresAt: null,
  refreshTokenExpiresAt: null,
};

/** Returns whether a call of the account library comes from a form or from the OpenID callback. */
const originOf = (context: { path?: string } | null): 'form' | 'openid' =>
  context?.path?.startsWith('/callback') ? 'openid' : 'form';

export type Accounts = ReturnType<typeof createAccounts>;

/**
 * The password hash of a call. It is computed before the transaction, because hashing is slow and would hold a
 * connection.
 */
const precomputedHash = new AsyncLocalStorage<string>();

/**
 * Receives the hash that matched the password of the current call. The account library's response does not contain it.
 */
export const onPasswordVerified = new AsyncLocalStorage<(hash: string) => void>();

/** The invitation of the current sign-up. */
export const currentInvitation = new AsyncLocalStorage<string | undefined>();

/** The current transaction of the account library. A second connection inside it could cause a deadlock on the pool. */
const currentTransaction = new AsyncLocalStorage<Transaction>();

/** Runs calls of the account library in this transaction. */
export const runInTransaction = <Result>(tx: Transaction, run: () => Promise<Result>): Promise<Result> =>
  currentTransaction.run(tx, run);

/** Wraps the database for the account library, so that its transactions are units of work. */
const withUnitOfWork = (db: Database, transact: Transact): Database =>
  new Proxy(db, {
    get(_, name) {
      const tx = currentTransaction.getStore();
      if (name === 'transaction')
        return <Result>(run: (tx: Transaction) => Promise<Result>) =>
          tx ? run(tx) : transact((work) => runInTransaction(work.tx, () => run(work.tx)));
      const target = tx ?? db;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });

/**
 * Creates the account library (better-auth). Its routes are not mounted: our own routes call its API, so that every
 * request passes the platform's checks and is part of the contract.
 */
function createAccounts(featureContext: FeatureContext) {
  const { db, transact, log, configuration, sessionSecrets, publicUrl } = featureContext;
  const firstAdminRule = firstAdminRuleOf(featureContext);
  const { oidc, productName, signUp } = configuration;
  const currentDb = () => currentTransaction.getStore() ?? db;
  const cookie = sessionCookie(publicUrl);
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
    database: (options: BetterAuthOptions) => {
      const adapter = drizzleAdapter(withUnitOfWork(db, transact), {
        provider: 'pg',
        usePlural: true,
        transaction: true,
        schema: { users, sessions, accounts, verifications, twoFactors },
      });
      return withDatabaseClock(adapter(options));
    },
    emailAndPassword: {
      enabled: true,
      disableSignUp: oidc !== undefined,
      // The contract counts code points (10 to 128). The library counts UTF-16 units.
      minPasswordLength: 10,
      maxPasswordLength: 256,
      password: {
        hash: async (password) => precomputedHash.getStore() ?? hashPassword(password),
        verify: async ({ hash, password }) => {
          const isCorrect = await verifyPassword({ hash, password });
          if (isCorrect) onPasswordVerified.getStore()?.(hash);
          return isCorrect;
        },
      },
      // Sign-up has the same response for new and known emails, so it must not sign in.
      autoSignIn: false,
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
            const invitation = currentInvitation.getStore();
            const isInvited =
              invitation !== undefined && (await consumeInvitation(currentDb(), invitation, user.email));
            // The invitation was sent by mail, so using it confirms the email.
            const data = { ...user, image: null, ...(isInvited && { emailVerified: true }) };
            if (signUp !== 'invited' || isInvited) return { data };
            if (!(await wouldBecomeAdminLocked(currentDb(), firstAdminRule, { ...user, origin: originOf(context) })))
              return false;
            // Runs in the same transaction, so that a concurrent sign-up finds an administrator.
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
          // Providers can reassign an address to another person, so a member keeps only the first identity.
          before: async ({ userId, providerId }) => {
            const isSameProvider = and(eq(accounts.userId, userId), eq(accounts.providerId, providerId));
            if ((await currentDb().$count(accounts, isSameProvider)) > 0) return false;
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
            const staysOpen = (await currentDb().$count(users, needsCode)) === 0;
            // The library uses this process's clock. The adapter converts the time to the database's clock.
            return staysOpen ? undefined : { data: { ...session, expiresAt: new Date() } };
          },
          // A sign-in by form is recorded later, after the password check is complete.
          after: async (session, context) => {
            if (originOf(context) === 'openid') await recordSignIn(currentDb(), session.userId);
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

const instances = new WeakMap<FeatureContext, Accounts>();

/** Returns the account library of this server. It is created on first use, because loading takes a while. */
export const accountsOf = (featureContext: FeatureContext): Accounts =>
  instances.getOrInsertComputed(featureContext, () => createAccounts(featureContext));

/** Discards the account library, so that the next call reads the OpenID provider's configuration again. */
export const discardAccounts = (featureContext: FeatureContext): boolean => instances.delete(featureContext);

/** Returns whether storing the new account failed in the database. The input of the sign-up was valid. */
const isStorageFailure = (error: unknown) => isAPIError(error) && error.body?.code === 'FAILED_TO_CREATE_USER';

/**
 * Opens an account. Does nothing if the email has an account. The response is the same. Repeats a failed attempt once,
 * because a concurrent sign-up with the same email may have caused the failure. The second attempt then finds its
 * account.
 */
export async function openAccount(
  accounts: Accounts,
  headers: Headers,
  { firstName, lastName, email, password, invitation }: SignUpInput,
): Promise<void> {
  const request = { headers, body: { name: `${firstName} ${lastName}`.trim(), firstName, lastName, email, password } };
  const signUp = () => currentInvitation.run(invitation, () => accounts.api.signUpEmail(request));
  await precomputedHash.run(await hashPassword(password), async () => {
    try {
      await signUp();
    } catch (error) {
      if (!isAPIError(error)) throw error;
      await signUp().catch((retryError: unknown) => {
        throw isStorageFailure(retryError)
          ? platformError('server.unavailable', { retryAfterSeconds: 2, cause: retryError })
          : retryError;
      });
    }
  });
}
