import { getCurrentUser, signIn } from '@commons/contract/auth/schemas';
import { openBookNotifications, listBookNotifications } from '@commons/contract/book-notifications/schemas';
import { unsubscribe } from '@commons/contract/notifications/schemas';
import * as contract from '@commons/contract/security/schemas';
import { listWaitlist } from '@commons/contract/waitlist/schemas';
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { goodPassword, memberWithPassword, signInThroughForm } from '../../../test/accounts.ts';
import { codeOf } from '../../../test/authenticator.ts';
import { setCookiesOf } from '../../../test/caller.ts';
import { Community, Member, sessionSecret as oldSecret } from '../../../test/community.ts';
import { expectProblem } from '../../../test/problems.ts';
import { accessCodesOf, type SessionSecrets, setupCode } from '../../platform/secrets.ts';
import { unsubscribeToken } from '../notifications/unsubscribe-token.ts';
import { sessions, twoFactors } from './auth.tables.ts';
import { firstAdminRuleOf, isSetupCode } from './first-admin.ts';
import { signedValue } from './session-lookup.ts';

const newSecret = 'a new session secret of sufficient length';
const unrelatedSecret = 'an unrelated secret of sufficient length';
const unset = { waitlistAccessCode: undefined, bookAccessCode: undefined };

let before: Community;
let during: Community;
let after: Community;
const openServer = (...sessionSecrets: SessionSecrets) =>
  Community.open({ sharesDatabaseWith: before, sessionSecrets });
beforeAll(async () => {
  before = await Community.open();
  during = await openServer(newSecret, oldSecret);
  after = await openServer(newSecret);
});
afterAll(async () => {
  for (const each of [after, during, before]) await each.close();
});

const at = ({ server }: Community, member: Member, cookie = member.cookie) => new Member(server, { ...member, cookie });
const statusOf = async (member: Member) => (await member.call(getCurrentUser, {})).status;
const valueOf = (cookie: string) => cookie.slice(cookie.indexOf('=') + 1);

describe('during a rotation of the session secret', () => {
  test('a session signed with the old secret is valid until the old secret is removed', async () => {
    const ana = await before.member();
    expect(await Promise.all([before, during, after].map((each) => statusOf(at(each, ana))))).toEqual([200, 200, 401]);
  });

  test('a new session is signed with the new secret, and a server without it rejects the session', async () => {
    const ana = await signInThroughForm(during, { ...(await memberWithPassword(before)), password: goodPassword });
    expect(await Promise.all([before, during, after].map((each) => statusOf(at(each, ana))))).toEqual([401, 200, 200]);
  });

  test('servers with both secrets accept each other’s sessions', async () => {
    const prepared = await openServer(oldSecret, newSecret);
    const ana = await memberWithPassword(before);
    for (const [signer, acceptor] of [
      [prepared, during],
      [during, prepared],
    ] as const)
      expect(await statusOf(at(acceptor, await signInThroughForm(signer, { ...ana, password: goodPassword })))).toBe(
        200,
      );
    await prepared.close();
  });

  test('a renewed session is signed with the new secret, so that daily users stay signed in', async () => {
    const ana = await before.member();
    await before.db
      .update(sessions)
      .set({ updatedAt: new Date(Date.now() - 2 * 60 * 60 * 1000) })
      .where(eq(sessions.userId, ana.id));
    const answer = await at(during, ana).call(getCurrentUser, {});
    const renewed = setCookiesOf(answer)[0]?.split(';', 1)[0] ?? '';
    expect(await statusOf(at(after, ana, renewed))).toBe(200);
  });

  test('a session signed with another secret is rejected, and signing out ends sessions of both secrets', async () => {
    const ana = await before.member();
    const [token = ''] = decodeURIComponent(valueOf(ana.cookie)).split('.');
    const forged = ana.cookie.replace(valueOf(ana.cookie), signedValue(token, unrelatedSecret));
    expect(await statusOf(at(during, ana, forged))).toBe(401);
    await at(during, ana).send('GET', '/api/logout', {});
    expect(await statusOf(at(before, ana))).toBe(401);
  });

  test('an unsubscribe link signed with either secret works', async () => {
    const ana = await before.member();
    const answers = [];
    for (const secret of [oldSecret, newSecret, unrelatedSecret])
      answers.push(await during.visitor.call(unsubscribe, { body: { token: unsubscribeToken(ana.id, secret) } }));
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 400]);
  });

  test('codes derived from either secret open their pages, unless a code is configured', async () => {
    const codes = [oldSecret, newSecret, unrelatedSecret].map((secret) => accessCodesOf(unset, secret));
    const statuses = async (community: Community) => {
      const answers = [];
      for (const { waitlist, book } of codes)
        answers.push(
          (await community.visitor.call(listWaitlist, { body: { accessCode: waitlist } })).status,
          (await community.visitor.call(openBookNotifications, { body: { accessCode: book } })).status,
        );
      return answers;
    };
    expect(await statuses(during)).toEqual([200, 200, 200, 200, 403, 403]);
    expect(await statuses(after)).toEqual([403, 403, 200, 200, 403, 403]);
    const environment = { WAITLIST_ACCESS_CODE: 'Open-Sesame', BOOK_ACCESS_CODE: 'Open-Book' };
    const configured = await Community.open({
      sharesDatabaseWith: before,
      sessionSecrets: [newSecret, oldSecret],
      environment,
    });
    expect(await statuses(configured)).toEqual([403, 403, 403, 403, 403, 403]);
    await configured.close();
  });

  test('a visitor who opened the book list keeps access', async () => {
    const opened = await before.visitor.call(openBookNotifications, {
      body: { accessCode: accessCodesOf(unset, oldSecret).book },
    });
    const headers = { authorization: `Bearer ${opened.body.token}` };
    const statuses = [];
    for (const each of [during, after])
      statuses.push((await each.visitor.call(listBookNotifications, {}, headers)).status);
    expect(statuses).toEqual([200, 401]);
  });

  test('the setup code of either secret is accepted', () => {
    const rule = firstAdminRuleOf({
      configuration: {},
      sessionSecrets: [newSecret, oldSecret],
    } as unknown as Parameters<typeof firstAdminRuleOf>[0]);
    expect([oldSecret, newSecret, unrelatedSecret].map((secret) => isSetupCode(rule, setupCode(secret)))).toEqual([
      true,
      true,
      false,
    ]);
  });
});

async function withTwoFactor(community: Community) {
  const ana = await memberWithPassword(before);
  const signedIn = at(community, ana, await cookieAt(community, ana));
  const { body } = await signedIn.call(contract.beginTwoFactor, { body: { password: goodPassword } });
  expect((await signedIn.call(contract.confirmTwoFactor, { body: { code: await codeOf(body.key) } })).status).toBe(204);
  return { ana, ...body };
}

const cookieAt = async (community: Community, ana: Member) =>
  community === after ? (await signInThroughForm(after, { ...ana, password: goodPassword })).cookie : ana.cookie;

/** Signs in with the password and then a code. Returns the second answer. */
async function signInWith(community: Community, { email }: Member, code: string) {
  const first = await community.visitor.call(signIn, { body: { email, password: goodPassword } });
  const cookie = setCookiesOf(first)
    .map((each) => each.split(';', 1)[0])
    .join('; ');
  return community.visitor.call(contract.signInWithCode, { body: { code } }, { cookie });
}

const keysOf = async ({ id }: Member) =>
  (await before.db.select().from(twoFactors).where(eq(twoFactors.userId, id)))[0] as typeof twoFactors.$inferSelect;

/** Re-encrypts data in the old format without a secret version. */
async function withoutVersion(data: string): Promise<string> {
  const text = await symmetricDecrypt({ key: oldSecret, data: data.slice(data.lastIndexOf('$') + 1) });
  return symmetricEncrypt({ key: oldSecret, data: text });
}

describe('two-factor sign-in survives a rotation', () => {
  test('servers with both secrets decrypt each other’s data', async () => {
    const { ana, recoveryCodes } = await withTwoFactor(before);
    const { ana: ben, recoveryCodes: others } = await withTwoFactor(after);
    expect((await signInWith(during, ana, recoveryCodes[0]!)).status).toBe(200);
    expect((await signInWith(during, ben, others[0]!)).status).toBe(200);
  });

  test('a start with both secrets re-encrypts all keys, so that codes work without the old secret', async () => {
    const { ana, key, recoveryCodes } = await withTwoFactor(before);
    const starting = await openServer(newSecret, oldSecret);
    await starting.close();
    expect((await signInWith(after, ana, await codeOf(key))).status).toBe(200);
    expect((await signInWith(after, ana, recoveryCodes[0]!)).status).toBe(200);
    const made = await keysOf(ana);
    await (await openServer(newSecret, oldSecret)).close();
    expect(await keysOf(ana)).toEqual(made);
  });

  test('data encrypted without a version is readable and is re-encrypted by a start with both secrets', async () => {
    const { ana, recoveryCodes } = await withTwoFactor(before);
    const row = await keysOf(ana);
    const unversioned = {
      secret: await withoutVersion(row.secret),
      backupCodes: await withoutVersion(row.backupCodes),
    };
    await before.db.update(twoFactors).set(unversioned).where(eq(twoFactors.id, row.id));
    expect((await signInWith(before, ana, recoveryCodes[0]!)).status).toBe(200);
    await before.db.update(twoFactors).set(unversioned).where(eq(twoFactors.id, row.id));
    await (await openServer(newSecret, oldSecret)).close();
    expect((await signInWith(after, ana, recoveryCodes[1]!)).status).toBe(200);
  });

  test('keys that no secret can decrypt are left unchanged, and each start logs their number', async () => {
    const { ana } = await withTwoFactor(before);
    const row = await keysOf(ana);
    const foreign = await symmetricEncrypt({ key: unrelatedSecret, data: 'a key' });
    await before.db.update(twoFactors).set({ secret: foreign }).where(eq(twoFactors.id, row.id));
    for (const sessionSecrets of [[newSecret, oldSecret], [newSecret]] satisfies SessionSecrets[]) {
      const lines: string[] = [];
      const logTo = { write: (line: string) => void lines.push(line) };
      await (await Community.open({ sharesDatabaseWith: before, sessionSecrets, logTo })).close();
      expect((await keysOf(ana)).secret).toBe(foreign);
      expect(lines.join('')).toMatch(/"level":50.*"unreadable":[1-9]/);
    }
    await before.db.delete(twoFactors).where(eq(twoFactors.id, row.id));
  });

  test('a sign-in that starts on a server with the old secret must restart on a server with the new one', async () => {
    const { ana, recoveryCodes } = await withTwoFactor(before);
    const first = await before.visitor.call(signIn, { body: { email: ana.email, password: goodPassword } });
    const cookie = setCookiesOf(first)
      .map((each) => each.split(';', 1)[0])
      .join('; ');
    const answer = await during.visitor.call(
      contract.signInWithCode,
      { body: { code: recoveryCodes[0]! } },
      { cookie },
    );
    expectProblem(answer, 401, 'security.password_first');
  });
});
