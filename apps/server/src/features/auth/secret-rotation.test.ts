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
import { accessCodesOf } from '../../community/access-codes.ts';
import { type SessionSecrets, setupCode } from '../../platform/secrets.ts';
import { unsubscribeToken } from '../notifications/unsubscribe-token.ts';
import { sessions, twoFactors } from './auth.tables.ts';
import { firstAdminRuleOf, isSetupCode } from './first-admin.ts';
import { signedValue } from './session-lookup.ts';

const newSecret = 'a new session secret of sufficient length';
const unrelatedSecret = 'an unrelated secret of sufficient length';
const noAccessCodes = { waitlistAccessCode: undefined, bookAccessCode: undefined };

let oldSecretServer: Community;
let bothSecretsServer: Community;
let newSecretServer: Community;
const openServer = (...sessionSecrets: SessionSecrets) =>
  Community.open({ sharesDatabaseWith: oldSecretServer, sessionSecrets });
beforeAll(async () => {
  oldSecretServer = await Community.open();
  bothSecretsServer = await openServer(newSecret, oldSecret);
  newSecretServer = await openServer(newSecret);
});
afterAll(async () => {
  for (const server of [newSecretServer, bothSecretsServer, oldSecretServer]) await server.close();
});

const memberAt = ({ server }: Community, member: Member, cookie = member.cookie) =>
  new Member(server, { ...member, cookie });
const statusOf = async (member: Member) => (await member.call(getCurrentUser, {})).status;
const valueOf = (cookie: string) => cookie.slice(cookie.indexOf('=') + 1);

describe('during a rotation of the session secret', () => {
  test('a session signed with the old secret is valid until the old secret is removed', async () => {
    const ana = await oldSecretServer.member();
    expect(
      await Promise.all(
        [oldSecretServer, bothSecretsServer, newSecretServer].map((server) => statusOf(memberAt(server, ana))),
      ),
    ).toEqual([200, 200, 401]);
  });

  test('a new session is signed with the new secret, and a server without it rejects the session', async () => {
    const ana = await signInThroughForm(bothSecretsServer, {
      ...(await memberWithPassword(oldSecretServer)),
      password: goodPassword,
    });
    expect(
      await Promise.all(
        [oldSecretServer, bothSecretsServer, newSecretServer].map((server) => statusOf(memberAt(server, ana))),
      ),
    ).toEqual([401, 200, 200]);
  });

  test('servers with both secrets accept each other’s sessions', async () => {
    const preparedServer = await openServer(oldSecret, newSecret);
    const ana = await memberWithPassword(oldSecretServer);
    for (const [signer, acceptor] of [
      [preparedServer, bothSecretsServer],
      [bothSecretsServer, preparedServer],
    ] as const)
      expect(
        await statusOf(memberAt(acceptor, await signInThroughForm(signer, { ...ana, password: goodPassword }))),
      ).toBe(200);
    await preparedServer.close();
  });

  test('a renewed session is signed with the new secret, so that daily users stay signed in', async () => {
    const ana = await oldSecretServer.member();
    await oldSecretServer.db
      .update(sessions)
      .set({ updatedAt: new Date(Date.now() - 2 * 60 * 60 * 1000) })
      .where(eq(sessions.userId, ana.id));
    const response = await memberAt(bothSecretsServer, ana).call(getCurrentUser, {});
    const renewedCookie = setCookiesOf(response)[0]?.split(';', 1)[0] ?? '';
    expect(await statusOf(memberAt(newSecretServer, ana, renewedCookie))).toBe(200);
  });

  test('a session signed with another secret is rejected, and signing out ends sessions of both secrets', async () => {
    const ana = await oldSecretServer.member();
    const [token = ''] = decodeURIComponent(valueOf(ana.cookie)).split('.');
    const forgedCookie = ana.cookie.replace(valueOf(ana.cookie), signedValue(token, unrelatedSecret));
    expect(await statusOf(memberAt(bothSecretsServer, ana, forgedCookie))).toBe(401);
    await memberAt(bothSecretsServer, ana).send('GET', '/api/logout', {});
    expect(await statusOf(memberAt(oldSecretServer, ana))).toBe(401);
  });

  test('an unsubscribe link signed with either secret works', async () => {
    const ana = await oldSecretServer.member();
    const results = [];
    for (const secret of [oldSecret, newSecret, unrelatedSecret])
      results.push(
        await bothSecretsServer.visitor.call(unsubscribe, { body: { token: unsubscribeToken(ana.id, secret) } }),
      );
    expect(results.map(({ status }) => status)).toEqual([204, 204, 400]);
  });

  test('codes derived from either secret open their pages, unless a code is configured', async () => {
    const codes = [oldSecret, newSecret, unrelatedSecret].map((secret) => accessCodesOf(noAccessCodes, secret));
    const statuses = async (community: Community) => {
      const results = [];
      for (const { waitlist, book } of codes)
        results.push(
          (await community.visitor.call(listWaitlist, { body: { accessCode: waitlist } })).status,
          (await community.visitor.call(openBookNotifications, { body: { accessCode: book } })).status,
        );
      return results;
    };
    expect(await statuses(bothSecretsServer)).toEqual([200, 200, 200, 200, 403, 403]);
    expect(await statuses(newSecretServer)).toEqual([403, 403, 200, 200, 403, 403]);
    const environment = { WAITLIST_ACCESS_CODE: 'Open-Sesame', BOOK_ACCESS_CODE: 'Open-Book' };
    const configuredServer = await Community.open({
      sharesDatabaseWith: oldSecretServer,
      sessionSecrets: [newSecret, oldSecret],
      environment,
    });
    expect(await statuses(configuredServer)).toEqual([403, 403, 403, 403, 403, 403]);
    await configuredServer.close();
  });

  test('a visitor who opened the book list keeps access', async () => {
    const access = await oldSecretServer.visitor.call(openBookNotifications, {
      body: { accessCode: accessCodesOf(noAccessCodes, oldSecret).book },
    });
    const headers = { authorization: `Bearer ${access.body.token}` };
    const statuses = [];
    for (const server of [bothSecretsServer, newSecretServer])
      statuses.push((await server.visitor.call(listBookNotifications, {}, headers)).status);
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
  const ana = await memberWithPassword(oldSecretServer);
  const signedIn = memberAt(community, ana, await cookieFor(community, ana));
  const { body } = await signedIn.call(contract.beginTwoFactor, { body: { password: goodPassword } });
  expect((await signedIn.call(contract.confirmTwoFactor, { body: { code: await codeOf(body.key) } })).status).toBe(204);
  return { ana, ...body };
}

const cookieFor = async (community: Community, ana: Member) =>
  community === newSecretServer
    ? (await signInThroughForm(newSecretServer, { ...ana, password: goodPassword })).cookie
    : ana.cookie;

/** Signs in with the password and then a code. Returns the second response. */
async function signInWith(community: Community, { email }: Member, code: string) {
  const firstResponse = await community.visitor.call(signIn, { body: { email, password: goodPassword } });
  const cookie = setCookiesOf(firstResponse)
    .map((setCookie) => setCookie.split(';', 1)[0])
    .join('; ');
  return community.visitor.call(contract.signInWithCode, { body: { code } }, { cookie });
}

const twoFactorRowOf = async ({ id }: Member) =>
  (
    await oldSecretServer.db.select().from(twoFactors).where(eq(twoFactors.userId, id))
  )[0] as typeof twoFactors.$inferSelect;

/** Re-encrypts data in the old format without a secret version. */
async function withoutVersion(data: string): Promise<string> {
  const text = await symmetricDecrypt({ key: oldSecret, data: data.slice(data.lastIndexOf('$') + 1) });
  return symmetricEncrypt({ key: oldSecret, data: text });
}

describe('two-factor sign-in survives a rotation', () => {
  test('servers with both secrets decrypt each other’s data', async () => {
    const { ana, recoveryCodes } = await withTwoFactor(oldSecretServer);
    const { ana: ben, recoveryCodes: otherCodes } = await withTwoFactor(newSecretServer);
    expect((await signInWith(bothSecretsServer, ana, recoveryCodes[0]!)).status).toBe(200);
    expect((await signInWith(bothSecretsServer, ben, otherCodes[0]!)).status).toBe(200);
  });

  test('a start with both secrets re-encrypts all keys, so that codes work without the old secret', async () => {
    const { ana, key, recoveryCodes } = await withTwoFactor(oldSecretServer);
    const startingServer = await openServer(newSecret, oldSecret);
    await startingServer.close();
    expect((await signInWith(newSecretServer, ana, await codeOf(key))).status).toBe(200);
    expect((await signInWith(newSecretServer, ana, recoveryCodes[0]!)).status).toBe(200);
    const reencryptedRow = await twoFactorRowOf(ana);
    await (await openServer(newSecret, oldSecret)).close();
    expect(await twoFactorRowOf(ana)).toEqual(reencryptedRow);
  });

  test('data encrypted without a version is readable and is re-encrypted by a start with both secrets', async () => {
    const { ana, recoveryCodes } = await withTwoFactor(oldSecretServer);
    const row = await twoFactorRowOf(ana);
    const unversioned = {
      secret: await withoutVersion(row.secret),
      backupCodes: await withoutVersion(row.backupCodes),
    };
    await oldSecretServer.db.update(twoFactors).set(unversioned).where(eq(twoFactors.id, row.id));
    expect((await signInWith(oldSecretServer, ana, recoveryCodes[0]!)).status).toBe(200);
    await oldSecretServer.db.update(twoFactors).set(unversioned).where(eq(twoFactors.id, row.id));
    await (await openServer(newSecret, oldSecret)).close();
    expect((await signInWith(newSecretServer, ana, recoveryCodes[1]!)).status).toBe(200);
  });

  test('keys that no secret can decrypt are left unchanged, and each start logs their number', async () => {
    const { ana } = await withTwoFactor(oldSecretServer);
    const row = await twoFactorRowOf(ana);
    const foreignSecret = await symmetricEncrypt({ key: unrelatedSecret, data: 'a key' });
    await oldSecretServer.db.update(twoFactors).set({ secret: foreignSecret }).where(eq(twoFactors.id, row.id));
    for (const sessionSecrets of [[newSecret, oldSecret], [newSecret]] satisfies SessionSecrets[]) {
      const logLines: string[] = [];
      const logTo = { write: (line: string) => void logLines.push(line) };
      await (await Community.open({ sharesDatabaseWith: oldSecretServer, sessionSecrets, logTo })).close();
      expect((await twoFactorRowOf(ana)).secret).toBe(foreignSecret);
      expect(logLines.join('')).toMatch(/"level":50.*"unreadable":[1-9]/);
    }
    await oldSecretServer.db.delete(twoFactors).where(eq(twoFactors.id, row.id));
  });

  test('a sign-in that starts on a server with the old secret must restart on a server with the new one', async () => {
    const { ana, recoveryCodes } = await withTwoFactor(oldSecretServer);
    const firstResponse = await oldSecretServer.visitor.call(signIn, {
      body: { email: ana.email, password: goodPassword },
    });
    const cookie = setCookiesOf(firstResponse)
      .map((setCookie) => setCookie.split(';', 1)[0])
      .join('; ');
    const response = await bothSecretsServer.visitor.call(
      contract.signInWithCode,
      { body: { code: recoveryCodes[0]! } },
      { cookie },
    );
    expectProblem(response, 401, 'security.password_first');
  });
});
