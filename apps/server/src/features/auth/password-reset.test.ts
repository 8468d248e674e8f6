import { requestPasswordReset, resetPassword, signIn } from '@commons/contract/auth/schemas';
import { changePassword, confirmEmailChange, requestEmailChange } from '@commons/contract/security/schemas';
import { eq, like, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { goodPassword, memberWithPassword, newcomer } from '../../../test/accounts.ts';
import { codeOf } from '../../../test/authenticator.ts';
import { setCookiesOf } from '../../../test/caller.ts';
import { type Member, setUpCommunity } from '../../../test/community.ts';
import { expectProblem } from '../../../test/problems.ts';
import { beginSignIn, withTwoFactor } from '../../../test/two-factor.ts';
import { whileLocked } from '../../../test/waiting.ts';
import { closeCodes } from '../../platform/realtime/connections.ts';
import { sessions, verifications } from './auth.tables.ts';

const community = setUpCommunity();
const newPassword = 'a walk in the morning';

const mailsTo = async ({ email }: { email: string }) =>
  (await community.current.mails()).filter(({ to }) => to === email);

const requestReset = (email: string) => community.current.visitor.call(requestPasswordReset, { body: { email } });

const tokenIn = (text = '') => /token=(\S+)/.exec(text)?.[1] ?? '';

/** Requests a reset and returns the token in the newest mail. */
async function requestResetToken(member: Member): Promise<string> {
  await requestReset(member.email);
  const mail = (await mailsTo(member)).at(-1);
  return /http:\/\/commons\.test\/reset-password\?token=(\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
}

const reset = (token: string, password = newPassword) =>
  community.current.visitor.call(resetPassword, { body: { token, newPassword: password } });

const statusOfSignIn = async ({ email }: Member, password: string): Promise<number> =>
  (await community.current.visitor.call(signIn, { body: { email, password } })).status;

describe('a forgotten password', () => {
  test('the mailed link sets a new password and verifies the email', async () => {
    const ana = await memberWithPassword(community.current);
    const response = await reset(await requestResetToken(ana));
    expect(response.body).toEqual({ status: true });
    expect(await statusOfSignIn(ana, newPassword)).toBe(200);
    expect(await statusOfSignIn(ana, goodPassword)).toBe(401);
    expect(await community.current.findUser(ana.id)).toMatchObject({ emailVerified: true });
  });

  test('the link works once, even if it is used twice at the same time', async () => {
    const ana = await memberWithPassword(community.current);
    const token = await requestResetToken(ana);
    const responses = await Promise.all([reset(token), reset(token)]);
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
    const laterResponse = await reset(token);
    expect(laterResponse).toMatchObject({ status: 400, body: { type: 'urn:problem:auth.reset_link_invalid' } });
  });

  test.for(['', 'a guess', 'a'.repeat(201)])('an invalid token "%s" is rejected with the field name', async (token) => {
    expect(await reset(token)).toMatchObject({ status: 400, body: { errors: [{ path: 'token' }] } });
  });

  test('the link works for an hour', async () => {
    const ana = await memberWithPassword(community.current);
    const token = await requestResetToken(ana);
    const isOfAna = eq(verifications.value, ana.id);
    const [storedLink] = await community.current.db.select().from(verifications).where(isOfAna);
    expect(storedLink?.expiresAt.getTime()).toBeLessThanOrEqual(Date.now() + 60 * 60 * 1000);
    await community.current.db
      .update(verifications)
      .set({ expiresAt: new Date(Date.now() - 1) })
      .where(isOfAna);
    expect(await reset(token)).toMatchObject({ status: 400, body: { errors: [{ path: 'token' }] } });
    expect(await statusOfSignIn(ana, goodPassword)).toBe(200);
  });

  test('a new password signs out every browser and closes every socket', async () => {
    const ana = await memberWithPassword(community.current);
    const socket = await community.current.connect(ana);
    const closed = socket.closed();
    await reset(await requestResetToken(ana));
    expect((await ana.send('GET', '/api/auth/user')).status).toBe(401);
    expect(await closed).toBe(closeCodes.sessionEnded);
  });

  test('an unknown email gets the same response as a known one and no mail', async () => {
    const ana = await memberWithPassword(community.current);
    const knownResponse = await requestReset(ana.email);
    const stranger = newcomer();
    const unknownResponse = await requestReset(stranger.email);
    expect(unknownResponse.status).toBe(knownResponse.status);
    expect(JSON.stringify(unknownResponse.body)).toBe(JSON.stringify(knownResponse.body));
    expect(await mailsTo(ana)).toHaveLength(1);
    expect(await mailsTo(stranger)).toEqual([]);
  });

  test('a password that is too short does not consume the link', async () => {
    const ana = await memberWithPassword(community.current);
    const token = await requestResetToken(ana);
    expect((await reset(token, 'short')).status).toBe(400);
    expect((await reset(token)).status).toBe(200);
  });
});

const confirm = (token: string) => community.current.visitor.call(confirmEmailChange, { body: { token } });

/** Requests an email change with the password. Returns the new address and the token in the mailed link. */
async function requestChange(member: Member) {
  const { email: newEmail } = newcomer();
  const body = { newEmail, password: goodPassword };
  expect((await member.call(requestEmailChange, { body })).status).toBe(204);
  return { newEmail, token: tokenIn((await mailsTo({ email: newEmail })).at(-1)?.text) };
}

describe('pending changes after a password change', () => {
  test.for(['changed', 'reset'] as const)(
    'an email change link is canceled when the password is %s',
    async (method) => {
      const ana = await memberWithPassword(community.current);
      const { newEmail, token } = await requestChange(ana);
      const body = { password: goodPassword, newPassword, endsOtherSessions: false };
      await (method === 'reset' ? reset(await requestResetToken(ana)) : ana.call(changePassword, { body }));
      expect(await statusOfSignIn(ana, newPassword)).toBe(200);
      expect((await confirm(token)).status).toBe(400);
      expect((await community.current.findUser(ana.id))?.email).toBe(ana.email);
      const notice = (await mailsTo(ana)).find(({ text }) => text.includes(newEmail));
      expect(notice?.text).toContain('/forgot-password');
    },
  );

  test('an email change fails if the password changes during the request', async () => {
    const ana = await memberWithPassword(community.current);
    const body = { newEmail: newcomer().email, password: goodPassword };
    const response = await whileLocked(
      community.current,
      sql`UPDATE accounts SET password = 'another hash' WHERE user_id = ${ana.id}`,
      () => ana.call(requestEmailChange, { body }),
    );
    expect(response.status).toBe(400);
    const linkCount = await community.current.db.$count(verifications, like(verifications.value, `${ana.id} %`));
    expect(linkCount).toBe(0);
  });
});

/** Resets the password from another connection while the call waits for the lock of the member's row. */
const raceWithReset = <Result>(memberId: string, concurrentCall: () => Promise<Result>): Promise<Result> =>
  whileLocked(
    community.current,
    sql`SELECT FROM users WHERE id = ${memberId} FOR UPDATE`,
    concurrentCall,
    sql`UPDATE accounts SET password = 'the new one' WHERE user_id = ${memberId}`,
    sql`DELETE FROM sessions WHERE user_id = ${memberId}`,
    sql`DELETE FROM verifications WHERE value = ${memberId}`,
  );

const countSessionsAndLinks = async (memberId: string) => [
  await community.current.db.$count(sessions, eq(sessions.userId, memberId)),
  await community.current.db.$count(verifications, eq(verifications.value, memberId)),
];

describe('a reset recovers the account completely or not at all', () => {
  test('other links and pending sign-ins of the member are canceled', async () => {
    const { ana, key } = await withTwoFactor(community.current);
    const { submitCode } = await beginSignIn(community.current.visitor, ana.email);
    const [older, newer] = [await requestResetToken(ana), await requestResetToken(ana)];
    expect((await reset(newer)).status).toBe(200);
    expectProblem(await submitCode(await codeOf(key)), 401, 'security.password_first');
    expect((await reset(older, goodPassword)).status).toBe(400);
    expect(await countSessionsAndLinks(ana.id)).toEqual([0, 0]);
  });

  test('a concurrent sign-in with the old password is rejected before the code', async () => {
    const { ana } = await withTwoFactor(community.current);
    const { first } = await raceWithReset(ana.id, () => beginSignIn(community.current.visitor, ana.email));
    expect(first.status).toBe(401);
    expect(setCookiesOf(first)).toEqual([]);
    expect(await countSessionsAndLinks(ana.id)).toEqual([0, 0]);
  });

  test('a concurrent code after the old password is rejected', async () => {
    const { ana, key } = await withTwoFactor(community.current);
    const { submitCode } = await beginSignIn(community.current.visitor, ana.email);
    const code = await codeOf(key);
    expectProblem(await raceWithReset(ana.id, () => submitCode(code)), 401, 'security.password_first');
    expect(await countSessionsAndLinks(ana.id)).toEqual([0, 0]);
  });

  test.for(['sessions', 'verifications'] as const)(
    'nothing is changed when its last statement, on %s, fails',
    async (name) => {
      const ana = await memberWithPassword(community.current);
      const [token, otherToken] = [await requestResetToken(ana), await requestResetToken(ana)];
      const ownerColumn = name === 'sessions' ? 'user_id::text' : 'value';
      await community.current.db.execute(sql`
      CREATE FUNCTION fail_once() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'away'; END $$`);
      await community.current.db.execute(sql`
      CREATE TRIGGER fails AFTER DELETE ON ${sql.identifier(name)} FOR EACH ROW
      WHEN (OLD.${sql.raw(ownerColumn)} = ${sql.raw(`'${ana.id}'`)}) EXECUTE FUNCTION fail_once()`);
      const failedResponse = await reset(token);
      await community.current.db.execute(sql`DROP FUNCTION fail_once() CASCADE`);
      expect(failedResponse.status).toBeGreaterThanOrEqual(500);
      expect(await statusOfSignIn(ana, goodPassword)).toBe(200);
      expect((await reset(otherToken)).status).toBe(200);
      expect((await reset(token, goodPassword)).status).toBe(400);
      expect((await ana.send('GET', '/api/auth/user')).status).toBe(401);
    },
  );
});

describe('links in mails', () => {
  test('are not stored: neither the queue nor the table contains the token', async () => {
    const ana = await memberWithPassword(community.current);
    const { email: newEmail } = newcomer();
    await ana.call(requestEmailChange, { body: { newEmail, password: goodPassword } });
    const tokens = [await requestResetToken(ana), tokenIn((await mailsTo({ email: newEmail })).at(-1)?.text)];
    for (const token of tokens) {
      expect(token).toMatch(/^[\w-]{43}$/);
      const { rows } = await community.current.db.execute(sql`
        SELECT data::text FROM jobs.job WHERE strpos(data::text, ${token}) > 0
        UNION ALL SELECT identifier FROM verifications WHERE strpos(identifier || value, ${token}) > 0`);
      expect(rows).toEqual([]);
    }
  });

  test('a pending two-factor sign-in is stored as a digest too', async () => {
    const { ana } = await withTwoFactor(community.current);
    const { first } = await beginSignIn(community.current.visitor, ana.email);
    const [, challenge] = /commons\.two_factor=([\w-]+)/.exec(setCookiesOf(first).join('\n')) ?? [];
    expect(challenge).toMatch(/^2fa-/);
    const storedLinks = await community.current.db.select().from(verifications).where(eq(verifications.value, ana.id));
    expect(storedLinks).toHaveLength(1);
    expect(storedLinks[0]?.identifier).not.toContain(challenge);
  });

  test('an email change link is invalid if another sign-up takes the address at the same time', async () => {
    const ana = await memberWithPassword(community.current);
    const { email: newEmail } = newcomer();
    await ana.call(requestEmailChange, { body: { newEmail, password: goodPassword } });
    const token = tokenIn((await mailsTo({ email: newEmail })).at(-1)?.text);
    const confirming = whileLocked(
      community.current,
      sql`INSERT INTO users (id, email, name) VALUES (gen_random_uuid(), ${newEmail}, 'Ben')`,
      () => confirm(token),
    );
    expectProblem(await confirming, 400, 'security.email_link_invalid');
  });
});
