import { createOTP } from '@better-auth/utils/otp';
import { securityErrors, type TwoFactor } from '@commons/contract/security';
import { isAPIError } from 'better-auth/api';
import { generateRandomString, symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { onlyRow, type Transaction } from '../../platform/database/database.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import { errorsOf, platformError } from '../../platform/errors.ts';
import type { Kit } from '../../platform/feature.ts';
import { toAppError } from '../../platform/http/errors.ts';
import { mailTask } from '../../platform/mail/mailer.ts';
import { countWithin } from '../../platform/rate-limits/database-counter.ts';
import { limits } from '../../platform/rate-limits/rate-limits.ts';
import { users } from '../members/users.tables.ts';
import { type Accounts, within } from './accounts.ts';
import { twoFactorMail } from './auth.mails.ts';
import { twoFactors } from './auth.tables.ts';
import { countCode, forgetWrongCodes, uncountCode } from './code-count.ts';
import { findHalfSignedIn } from './half-sign-in.ts';
import { headersOf, passCookies } from './http-bridge.ts';
import { assertPassword, holdAnyPassword, holdMember, holdPassword } from './password.service.ts';
import { noteSignIn } from './sessions.ts';

type Code = keyof typeof securityErrors;
const securityError = errorsOf(securityErrors);

/** What the account library says, in the contract's words. It keeps no count of wrong codes: what fails is taken back. */
const codes: Record<string, Code> = {
  INVALID_CODE: 'security.wrong_code',
  INVALID_BACKUP_CODE: 'security.wrong_code',
  // Two used one recovery code at once: the first has it.
  CONFLICT: 'security.wrong_code',
  INVALID_TWO_FACTOR_COOKIE: 'security.password_first',
  // Turned off between the two steps, in another browser.
  TOTP_NOT_ENABLED: 'security.password_first',
  BACKUP_CODES_NOT_ENABLED: 'security.password_first',
};

const inOurWords = (error: unknown): unknown => {
  if (!isAPIError(error)) return error;
  const code = codes[error.body?.code ?? String(error.status)];
  return code ? securityError(code, { cause: error }) : error;
};

/** @throws AppError 503 when a statement of the transaction failed: PostgreSQL takes no other then. */
async function assertNoneFailed(tx: Transaction): Promise<void> {
  await tx.execute(sql`SELECT 1`).catch((cause: unknown) => {
    throw platformError('server.unavailable', { retryAfterSeconds: 2, cause });
  });
}

/** Has the library work in a transaction. */
async function ask<Answer>(tx: Transaction, call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await within(tx, call);
  } catch (error) {
    // It says so of any failure of the database where it begins to compare.
    if (isAPIError(error) && error.body?.code === 'INVALID_TWO_FACTOR_COOKIE') await assertNoneFailed(tx);
    throw inOurWords(error);
  }
}

/** Ten codes, in the form in which the library compares them. */
const makeRecoveryCodes = (): string[] =>
  Array.from({ length: 10 }, () => generateRandomString(10, 'a-z', '0-9', 'A-Z').replace(/^.{5}/, '$&-'));

/** A code after the password: from an app (RFC 6238), or one of ten that were written down. */
export function createTwoFactor(kit: Kit, accounts: () => Accounts) {
  const { db, transact, configuration, publicUrl, sessionSecrets } = kit;

  async function turn(work: UnitOfWork, memberId: string, isOn: boolean): Promise<void> {
    const [member] = await work.tx
      .update(users)
      .set({ twoFactorEnabled: isOn })
      .where(and(eq(users.id, memberId), isNull(users.leftAt)))
      .returning({ email: users.email });
    if (member) await work.enqueue(mailTask, twoFactorMail(member.email, configuration.productName, publicUrl, isOn));
  }

  return {
    async find(memberId: string): Promise<TwoFactor> {
      const { role, twoFactorEnabled: isOn, emailVerified: isEmailConfirmed } = users;
      const found = await db.select({ role, isOn, isEmailConfirmed }).from(users).where(eq(users.id, memberId));
      const member = onlyRow(found);
      const left = member.isOn ? await accounts().api.viewBackupCodes({ body: { userId: memberId } }) : undefined;
      return {
        isOn: member.isOn,
        isRequired: configuration.adminTwoFactor === 'required' && member.role === 'admin',
        isEmailConfirmed: member.isEmailConfirmed,
        recoveryCodesLeft: left?.backupCodes.length ?? 0,
      };
    },

    /**
     * Makes the key anew as long as no code has confirmed it: in one statement, or what crosses its confirmation would put
     * another key in the place of the one that is on. Only for who has confirmed their email: whoever signed up with the
     * address of somebody else would keep them out for good, also when they choose a new password by their mailbox.
     */
    async begin(memberId: string, password: string) {
      const hash = await assertPassword(db, memberId, password);
      const { secretConfig } = await accounts().$context;
      const key = generateRandomString(32);
      const recoveryCodes = makeRecoveryCodes();
      const made = {
        secret: await symmetricEncrypt({ key: secretConfig, data: key }),
        backupCodes: await symmetricEncrypt({ key: secretConfig, data: JSON.stringify(recoveryCodes) }),
      };
      const email = await transact(async ({ tx }) => {
        await holdPassword(tx, memberId, hash);
        const { email, emailVerified } = users;
        const member = onlyRow(await tx.select({ email, emailVerified }).from(users).where(eq(users.id, memberId)));
        if (!member.emailVerified) throw securityError('security.email_unconfirmed');
        const { rowCount } = await tx
          .insert(twoFactors)
          .values({ userId: memberId, ...made })
          .onConflictDoUpdate({ target: twoFactors.userId, set: made, setWhere: eq(twoFactors.verified, false) });
        if (!rowCount) throw securityError('security.two_factor_is_on');
        return member.email;
      });
      const address = createOTP(key).url(configuration.productName, email);
      return { address, key: new URL(address).searchParams.get('secret') ?? '', recoveryCodes };
    },

    /** Done here and not by the library, which would give the browser another session and so close its sockets. */
    async confirm(memberId: string, code: string): Promise<void> {
      const [row] = await db.select().from(twoFactors).where(eq(twoFactors.userId, memberId));
      if (!row) throw securityError('security.two_factor_is_off');
      if (row.verified) throw securityError('security.two_factor_is_on');
      const { secretConfig } = await accounts().$context;
      const secret = await symmetricDecrypt({ key: secretConfig, data: row.secret });
      if (!(await createOTP(secret).verify(code))) throw securityError('security.wrong_code');
      await transact(async (work) => {
        await holdMember(work.tx, memberId);
        const isThisKey = and(
          eq(twoFactors.id, row.id),
          eq(twoFactors.secret, row.secret),
          eq(twoFactors.verified, false),
        );
        const { rowCount } = await work.tx.update(twoFactors).set({ verified: true }).where(isThisKey);
        if (!rowCount) throw securityError('security.wrong_code');
        await turn(work, memberId, true);
      });
    },

    async disable(memberId: string, password: string): Promise<void> {
      const hash = await assertPassword(db, memberId, password);
      await transact(async (work) => {
        await holdPassword(work.tx, memberId, hash);
        const { rowCount } = await work.tx.delete(twoFactors).where(eq(twoFactors.userId, memberId));
        if (!rowCount) throw securityError('security.two_factor_is_off');
        await turn(work, memberId, false);
      });
    },

    async renewRecoveryCodes(memberId: string, password: string): Promise<string[]> {
      const hash = await assertPassword(db, memberId, password);
      const { secretConfig } = await accounts().$context;
      const recoveryCodes = makeRecoveryCodes();
      const backupCodes = await symmetricEncrypt({ key: secretConfig, data: JSON.stringify(recoveryCodes) });
      await transact(async ({ tx }) => {
        await holdPassword(tx, memberId, hash);
        const isOn = and(eq(twoFactors.userId, memberId), eq(twoFactors.verified, true));
        const { rowCount } = await tx.update(twoFactors).set({ backupCodes }).where(isOn);
        if (!rowCount) throw securityError('security.two_factor_is_off');
      });
      return recoveryCodes;
    },

    /**
     * The second step of signing in; the email of who did it. The use of a code and the session are one transaction: a right
     * one is never used up for nothing, nor stays counted as wrong where the database could not say so.
     * @throws AppError 400, 401 or 429.
     */
    async signIn(
      { request, reply }: { request: FastifyRequest; reply: FastifyReply },
      code: string,
    ): Promise<{ email: string; memberId: string }> {
      const memberId = await findHalfSignedIn(accounts(), request.headers.cookie, sessionSecrets);
      if (memberId === undefined) throw securityError('security.password_first');
      await countCode(db, memberId);
      const isOfApp = /^\d{6}$/.test(code);
      const headersOfCall = withoutSession(headersOf(request), accounts().options.advanced.cookies.session_token.name);
      const call = { headers: headersOfCall, body: { code }, returnHeaders: true } as const;
      const { headers, response } = await transact(async ({ tx }) => {
        // Before the library looks the half sign-in up: a new password has ended it, or finds the session.
        await holdAnyPassword(tx, memberId);
        // Before it is compared: a used one counts as wrong.
        if (isOfApp && configuration.rateLimits && !(await countWithin(tx, limits.codeOfApp, `${memberId} ${code}`)))
          throw securityError('security.wrong_code');
        const answer = await ask(tx, () =>
          isOfApp ? accounts().api.verifyTOTP(call) : accounts().api.verifyBackupCode(call),
        );
        await forgetWrongCodes(tx, memberId);
        await noteSignIn(tx, memberId);
        return answer;
      }).catch(async (error: unknown) => {
        // Where that fails as well it stays counted: what the member is told is what failed first.
        if (toAppError(error).code === 'server.unavailable') await uncountCode(db, memberId).catch(() => {});
        throw error;
      });
      passCookies(headers, reply);
      return { email: response.user.email, memberId };
    },
  };
}

/** Whoever is signed in already would be asked nothing of the sign-in that they have begun. */
function withoutSession(headers: Headers, cookieName: string): Headers {
  const others = headers
    .get('cookie')
    ?.split(';')
    .filter((pair) => pair.trim().split('=', 1)[0] !== cookieName);
  headers.set('cookie', others?.join(';') ?? '');
  return headers;
}
