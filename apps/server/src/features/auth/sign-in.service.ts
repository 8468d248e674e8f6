import { createHmac } from 'node:crypto';
import { authErrors } from '@commons/contract/auth/errors';
import type { ResetPasswordInput, SignInInput } from '@commons/contract/auth/schemas';
import { isAPIError } from 'better-auth/api';
import { and, eq } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FeatureContext } from '../../community/feature.ts';
import { users } from '../../community/members/users.tables.ts';
import type { Database } from '../../platform/database/database.ts';
import { AppError, errorsOf } from '../../platform/errors.ts';
import { networkOf } from '../../platform/http/network.ts';
import { clearBrowserCache } from '../../platform/http/security-headers.ts';
import { consumeAll, tryConsume, type Limit, limits } from '../../platform/rate-limits/rate-limits.ts';
import { suspendedError, suspensionOf } from '../../platform/sessions/suspension.ts';
import { accountsOf } from './accounts.ts';
import { passwordResetTask } from './auth.mails.ts';
import { accounts as accountRows } from './auth.tables.ts';
import { assertNotCommon } from './common-passwords.ts';
import { headersOf, copyCookies } from './http-bridge.ts';
import { resetPassword } from './password-reset.service.ts';
import { cancelPendingSignIn } from './pending-sign-in.ts';
import { findCookie } from './session-lookup.ts';
import { endSession, recordSignIn, sessionCookie } from './sessions.ts';
import type { createTwoFactor } from './two-factor.service.ts';

const authError = errorsOf(authErrors);

/** Maximum number of accounts in the known-browser cookie. The least recently used one is dropped first. */
const maxKnownAccounts = 5;

const suspensionColumns = { suspendedUntil: users.suspendedUntil, suspensionReason: users.suspensionReason };

type Call = { request: FastifyRequest; reply: FastifyReply };

/** Returns whether the password was correct but the account also needs a code. */
const needsCode = <Answer extends object>(
  response: Answer,
): response is Extract<Answer, { twoFactorRedirect: boolean }> => 'twoFactorRedirect' in response;

/** Returns the password hash of the account with this email. */
const findPasswordHash = async (db: Database, email: string): Promise<string | null | undefined> => {
  const isPassword = and(eq(users.email, email), eq(accountRows.providerId, 'credential'));
  const [account] = await db
    .select({ hash: accountRows.password })
    .from(accountRows)
    .innerJoin(users, eq(users.id, accountRows.userId))
    .where(isPassword);
  return account?.hash;
};

/**
 * Creates the operations for signing in with a password and resetting it. HTTP calls and forms share their limits.
 * Attempts are counted per account and network, and separately per account. The second limit does not apply to
 * browsers that have signed in to the account before or opened its reset link. An attacker who fails on purpose from
 * many networks therefore cannot lock a member out (OWASP, "Device Cookies").
 */
export function createSignIn(context: FeatureContext, twoFactor: ReturnType<typeof createTwoFactor>) {
  const { db, transact, bus, consume, settings, sessionSecrets, publicUrl } = context;
  const isEmbedded = () => settings.current.oidc === undefined;
  const cookie = sessionCookie(publicUrl);

  /**
   * Returns keyed digests that identify an account, one per secret, the current secret first. They cannot be forged.
   */
  const digestsOf = (email: string) =>
    sessionSecrets.map((secret) => createHmac('sha256', secret).update(`known browser\0${email}`).digest('base64url'));
  const knownDigests = ({ headers }: FastifyRequest) =>
    findCookie(headers.cookie, cookie.knownBrowserName)?.split('.', maxKnownAccounts) ?? [];

  const rememberBrowser = ({ request, reply }: Call, email: string) => {
    const digests = digestsOf(email);
    const otherDigests = knownDigests(request).filter((digestOfBrowser) => !digests.includes(digestOfBrowser));
    const value = [digests[0], ...otherDigests].slice(0, maxKnownAccounts).join('.');
    void reply.header('set-cookie', cookie.knownBrowser(value));
  };

  /** @throws AppError for suspended members. Their session only opens the page with the reason and an appeal. */
  const rejectSuspended = async (memberId: string): Promise<void> => {
    const [member] = await db.select(suspensionColumns).from(users).where(eq(users.id, memberId));
    const suspension = member && suspensionOf(member);
    if (suspension) throw suspendedError(suspension);
  };

  const countAttempt = async (attemptLimits: readonly (readonly [Limit, string])[]) => {
    try {
      await consumeAll(consume, attemptLimits);
    } catch (error) {
      if (!(error instanceof AppError) || error.retryAfterSeconds === undefined) throw error;
      throw authError('auth.too_many_tries', { retryAfterSeconds: error.retryAfterSeconds });
    }
  };

  return {
    /**
     * Signs in with email and password. Returns whether a code is still needed.
     *
     * @throws AppError 401 for a wrong email or password, 403 while suspended, 429 after too many attempts.
     */
    async signIn(call: Call, body: SignInInput): Promise<'signed in' | 'needs code'> {
      if (!isEmbedded()) throw authError('auth.embedded_only');
      const { request, reply } = call;
      const { email } = body;
      const digestsOfBrowser = knownDigests(request);
      const isKnownBrowser = digestsOf(email).some((digest) => digestsOfBrowser.includes(digest));
      await countAttempt([
        [limits.signInToAccountFromNetwork, `${email} ${networkOf(request.ip)}`],
        ...(isKnownBrowser ? [] : [[limits.signInToAccount, email] as const]),
      ]);
      let memberId: string;
      try {
        const requestHeaders = headersOf(request);
        const hash = await findPasswordHash(db, email);
        const { headers, response } = await accountsOf(context).api.signInEmail({
          headers: requestHeaders,
          body,
          returnHeaders: true,
        });
        // The password changed during this sign-in, so ends the session that was stored after the change.
        if ((await findPasswordHash(db, email)) !== hash) {
          if (needsCode(response)) await cancelPendingSignIn(accountsOf(context), headers, sessionSecrets);
          else await endSession(db, bus, response.token);
          throw authError('auth.wrong_credentials');
        }
        copyCookies(headers, reply);
        if (needsCode(response)) return 'needs code';
        memberId = response.user.id;
      } catch (error) {
        if (isAPIError(error) && error.statusCode < 500) throw authError('auth.wrong_credentials', { cause: error });
        throw error;
      }
      rememberBrowser(call, email);
      await recordSignIn(db, memberId);
      await rejectSuspended(memberId);
      return 'signed in';
    },

    /** Completes a sign-in with a code. */
    async signInWithCode(call: Call, { code }: { code: string }): Promise<void> {
      if (!isEmbedded()) throw authError('auth.embedded_only');
      const { email, memberId } = await twoFactor.signIn(call, code);
      rememberBrowser(call, email);
      await rejectSuspended(memberId);
    },

    /** Mails a reset link to a known email. Unknown emails get the same response and count against the same limit. */
    async requestPasswordReset(email: string): Promise<void> {
      if (!isEmbedded()) throw authError('auth.embedded_only');
      if (await tryConsume(consume, limits.passwordResetMail, email))
        await transact((work) => work.enqueue(passwordResetTask, { email }));
    },

    /** Resets a password. @throws AppError 400 when the link is invalid or the password is easy to guess. */
    async resetPassword(call: Call, body: ResetPasswordInput): Promise<void> {
      if (!isEmbedded()) throw authError('auth.embedded_only');
      assertNotCommon(body.newPassword, 'newPassword', { productName: context.settings.current.productName });
      rememberBrowser(call, await resetPassword(context, body));
      // The reset ended all sessions, possibly one of this browser.
      clearBrowserCache(call.reply);
    },
  };
}
