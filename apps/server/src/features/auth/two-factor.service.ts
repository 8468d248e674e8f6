import { createOTP } from '@better-auth/utils/otp';
import { securityErrors } from '@commons/contract/security';
import type { TwoFactor } from '@commons/contract/security/schemas';
import { isAPIError } from 'better-auth/api';
import { generateRandomString, symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FeatureContext } from '../../community/feature.ts';
import { users } from '../../community/members/users.tables.ts';
import { onlyRow, type Transaction } from '../../platform/database/database.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import { errorsOf, platformError } from '../../platform/errors.ts';
import { toAppError } from '../../platform/http/errors.ts';
import { mailContextOf } from '../../platform/mail/mail-template.ts';
import { mailTask } from '../../platform/mail/mailer.ts';
import { countInTransaction } from '../../platform/rate-limits/database-counter.ts';
import { limits } from '../../platform/rate-limits/rate-limits.ts';
import { runInTransaction } from './account-library-adapter.ts';
import { accountsOf } from './accounts.ts';
import { twoFactorMails } from './auth.mails.ts';
import { twoFactors } from './auth.tables.ts';
import { countCode, resetWrongCodes, undoCodeCount } from './code-count.ts';
import { copyCookies } from './http-bridge.ts';
import { assertPassword, lockCurrentPassword, lockMember, lockPassword } from './password.service.ts';
import { findPendingSignIn, pendingSignInHeaders } from './pending-sign-in.ts';
import { recordSignIn } from './sessions.ts';

type Code = keyof typeof securityErrors;
const securityError = errorsOf(securityErrors);

/** Maps the account library's error codes to ours. */
const errorCodes: Record<string, Code> = {
  INVALID_CODE: 'security.wrong_code',
  INVALID_BACKUP_CODE: 'security.wrong_code',
  // A concurrent request used the same recovery code first.
  CONFLICT: 'security.wrong_code',
  INVALID_TWO_FACTOR_COOKIE: 'security.password_first',
  // Two-factor sign-in was turned off in another browser after the password was accepted.
  TOTP_NOT_ENABLED: 'security.password_first',
  BACKUP_CODES_NOT_ENABLED: 'security.password_first',
};

const translateError = (error: unknown): unknown => {
  if (!isAPIError(error)) return error;
  const code = errorCodes[error.body?.code ?? String(error.status)];
  return code ? securityError(code, { cause: error }) : error;
};

/** @throws AppError 503 when a statement has failed: PostgreSQL then rejects all others in the transaction. */
async function assertTransactionUsable(tx: Transaction): Promise<void> {
  await tx.execute(sql`SELECT 1`).catch((cause: unknown) => {
    throw platformError('server.unavailable', { retryAfterSeconds: 2, cause });
  });
}

/** Calls the account library within a transaction and translates its errors. */
async function callLibrary<Result>(tx: Transaction, call: () => Promise<Result>): Promise<Result> {
  try {
    return await runInTransaction(tx, call);
  } catch (error) {
    // The library reports this code for database failures too.
    if (isAPIError(error) && error.body?.code === 'INVALID_TWO_FACTOR_COOKIE') await assertTransactionUsable(tx);
    throw translateError(error);
  }
}

/** Creates ten recovery codes in the library's format. */
const makeRecoveryCodes = (): string[] =>
  Array.from({ length: 10 }, () => generateRandomString(10, 'a-z', '0-9', 'A-Z').replace(/^.{5}/, '$&-'));

/** Creates the two-factor operations. A code comes from an app (RFC 6238) or is one of ten recovery codes. */
export function createTwoFactor(context: FeatureContext) {
  const { db, transact, configuration, settings, sessionSecrets } = context;

  async function setTwoFactor(work: UnitOfWork, memberId: string, isOn: boolean): Promise<void> {
    const [member] = await work.tx
      .update(users)
      .set({ twoFactorEnabled: isOn })
      .where(and(eq(users.id, memberId), isNull(users.leftAt)))
      .returning({ email: users.email });
    if (member)
      await work.enqueue(mailTask, twoFactorMails[isOn ? 'on' : 'off'].write(member.email, mailContextOf(context)));
  }

  return {
    async find(memberId: string): Promise<TwoFactor> {
      const { role, twoFactorEnabled: isOn, emailVerified: isEmailConfirmed } = users;
      const rows = await db.select({ role, isOn, isEmailConfirmed }).from(users).where(eq(users.id, memberId));
      const member = onlyRow(rows);
      const remaining = member.isOn
        ? await accountsOf(context).api.viewBackupCodes({ body: { userId: memberId } })
        : undefined;
      return {
        isOn: member.isOn,
        isRequired: settings.current.adminTwoFactor === 'required' && member.role === 'admin',
        isEmailConfirmed: member.isEmailConfirmed,
        recoveryCodesLeft: remaining?.backupCodes.length ?? 0,
      };
    },

    /**
     * Creates a key, or replaces an unconfirmed one. A single statement does this, so that a concurrent confirmation
     * cannot be overwritten. The email must be confirmed: otherwise, a person who signed up with another
     * person's address could lock the owner out permanently, even after a password reset.
     */
    async begin(memberId: string, password: string) {
      const hash = await assertPassword(db, memberId, password);
      const { secretConfig } = await accountsOf(context).$context;
      const key = generateRandomString(32);
      const recoveryCodes = makeRecoveryCodes();
      const encrypted = {
        secret: await symmetricEncrypt({ key: secretConfig, data: key }),
        backupCodes: await symmetricEncrypt({ key: secretConfig, data: JSON.stringify(recoveryCodes) }),
      };
      const email = await transact(async ({ tx }) => {
        await lockPassword(tx, memberId, hash);
        const { email, emailVerified } = users;
        const member = onlyRow(await tx.select({ email, emailVerified }).from(users).where(eq(users.id, memberId)));
        if (!member.emailVerified) throw securityError('security.email_unconfirmed');
        const { rowCount } = await tx
          .insert(twoFactors)
          .values({ userId: memberId, ...encrypted })
          .onConflictDoUpdate({ target: twoFactors.userId, set: encrypted, setWhere: eq(twoFactors.verified, false) });
        if (!rowCount) throw securityError('security.two_factor_is_on');
        return member.email;
      });
      const address = createOTP(key).url(settings.current.productName, email);
      return { address, key: new URL(address).searchParams.get('secret') ?? '', recoveryCodes };
    },

    /** Turns two-factor sign-in on. Does not use the library, which would replace the session and close its sockets. */
    async confirm(memberId: string, code: string): Promise<void> {
      const [row] = await db.select().from(twoFactors).where(eq(twoFactors.userId, memberId));
      if (!row) throw securityError('security.two_factor_is_off');
      if (row.verified) throw securityError('security.two_factor_is_on');
      const { secretConfig } = await accountsOf(context).$context;
      const secret = await symmetricDecrypt({ key: secretConfig, data: row.secret });
      if (!(await createOTP(secret).verify(code))) throw securityError('security.wrong_code');
      await transact(async (work) => {
        await lockMember(work.tx, memberId);
        const isThisKey = and(
          eq(twoFactors.id, row.id),
          eq(twoFactors.secret, row.secret),
          eq(twoFactors.verified, false),
        );
        const { rowCount } = await work.tx.update(twoFactors).set({ verified: true }).where(isThisKey);
        if (!rowCount) throw securityError('security.wrong_code');
        await setTwoFactor(work, memberId, true);
      });
    },

    async disable(memberId: string, password: string): Promise<void> {
      const hash = await assertPassword(db, memberId, password);
      await transact(async (work) => {
        await lockPassword(work.tx, memberId, hash);
        const { rowCount } = await work.tx.delete(twoFactors).where(eq(twoFactors.userId, memberId));
        if (!rowCount) throw securityError('security.two_factor_is_off');
        await setTwoFactor(work, memberId, false);
      });
    },

    async renewRecoveryCodes(memberId: string, password: string): Promise<string[]> {
      const hash = await assertPassword(db, memberId, password);
      const { secretConfig } = await accountsOf(context).$context;
      const recoveryCodes = makeRecoveryCodes();
      const backupCodes = await symmetricEncrypt({ key: secretConfig, data: JSON.stringify(recoveryCodes) });
      await transact(async ({ tx }) => {
        await lockPassword(tx, memberId, hash);
        const isOn = and(eq(twoFactors.userId, memberId), eq(twoFactors.verified, true));
        const { rowCount } = await tx.update(twoFactors).set({ backupCodes }).where(isOn);
        if (!rowCount) throw securityError('security.two_factor_is_off');
      });
      return recoveryCodes;
    },

    /**
     * Completes a sign-in with a code. Consuming the code and creating the session are one transaction, so that a
     * database failure neither uses up a correct code nor counts it as wrong.
     *
     * @throws AppError 400 for a wrong code, 401 without a pending sign-in, 429 after too many codes.
     */
    async signIn(
      { request, reply }: { request: FastifyRequest; reply: FastifyReply },
      code: string,
    ): Promise<{ email: string; memberId: string }> {
      const memberId = await findPendingSignIn(accountsOf(context), request.headers.cookie, sessionSecrets);
      if (memberId === undefined) throw securityError('security.password_first');
      await countCode(db, memberId);
      const isAppCode = /^\d{6}$/.test(code);
      const call = {
        headers: await pendingSignInHeaders(accountsOf(context), request),
        body: { code },
        returnHeaders: true,
      } as const;
      const { headers, response } = await transact(async ({ tx }) => {
        // Locks before the library reads the pending sign-in. A concurrent password change either has already canceled
        // it, or waits and then ends the new session.
        await lockCurrentPassword(tx, memberId);
        // Counts the code before comparing it, so that a code works only once.
        if (
          isAppCode &&
          configuration.rateLimits &&
          !(await countInTransaction(tx, limits.authenticatorCode, `${memberId} ${code}`))
        )
          throw securityError('security.wrong_code');
        const libraryResponse = await callLibrary(tx, () =>
          isAppCode ? accountsOf(context).api.verifyTOTP(call) : accountsOf(context).api.verifyBackupCode(call),
        );
        await resetWrongCodes(tx, memberId);
        await recordSignIn(tx, memberId);
        return libraryResponse;
      }).catch(async (error: unknown) => {
        // Ignores a second failure, so that the caller gets the first error.
        if (toAppError(error).code === 'server.unavailable') await undoCodeCount(db, memberId).catch(() => {});
        throw error;
      });
      copyCookies(headers, reply);
      return { email: response.user.email, memberId };
    },
  };
}
