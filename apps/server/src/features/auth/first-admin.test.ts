import { getSignInOptions, signUp } from '@commons/contract/auth/schemas';
import type { Role } from '@commons/contract/members/schemas';
import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { newcomer } from '../../../test/accounts.ts';
import { Community, sessionSecret } from '../../../test/community.ts';
import { users } from '../../community/members/users.tables.ts';
import { setupCode } from '../../platform/secrets.ts';
import { grantAdmin } from './first-admin.ts';

const openCommunities: Community[] = [];
afterEach(async () => {
  for (const community of openCommunities.splice(0).toReversed()) await community.close();
});

/** Opens a community without members. */
async function openEmpty(environment: Record<string, string> = {}, other?: Community): Promise<Community> {
  const PUBLIC_URL = 'http://localhost:4000';
  const community = await Community.open({
    environment: { PUBLIC_URL, ...environment },
    ...(other && { sharesDatabaseWith: other }),
  });
  openCommunities.push(community);
  return community;
}

/** Settings of a server that is reachable from the network. */
const reachableEnvironment = { HOST: '0.0.0.0', RATE_LIMITS: 'on' };
const code = setupCode(sessionSecret);

const roleOf = async (community: Community, email: string): Promise<Role | undefined> => {
  const [user] = await community.db.select({ role: users.role }).from(users).where(eq(users.email, email));
  return user?.role;
};

async function join(community: Community, overrides: Parameters<typeof newcomer>[0] = {}) {
  const body = newcomer(overrides);
  const response = await community.visitor.call(signUp, { body });
  const role = await roleOf(community, body.email.toLowerCase());
  return { status: response.status, body: response.body as unknown, role };
}

describe('on a server reachable only from this machine', () => {
  test('the first account is the administrator, the second is a member', async () => {
    const community = await openEmpty();
    expect(await join(community)).toMatchObject({ status: 200, role: 'admin' });
    expect(await join(community)).toMatchObject({ status: 200, role: 'user' });
  });

  test('concurrent first sign-ups on two servers create only one administrator', async () => {
    const community = await openEmpty();
    const secondServer = await openEmpty({}, community);
    await Promise.all([community, secondServer, community, secondServer].map((server) => join(server)));
    const roles = await community.db.select({ role: users.role }).from(users);
    expect(roles.map(({ role }) => role).toSorted()).toEqual(['admin', 'user', 'user', 'user']);
  });

  test('no setup code is needed', async () => {
    const community = await openEmpty();
    const options = await community.visitor.call(getSignInOptions, {});
    expect(options.body.needsSetupCode).toBe(false);
  });
});

test('a server behind a local proxy asks for the setup code', async () => {
  const community = await openEmpty({ PUBLIC_URL: 'https://commons.test' });
  expect(await join(community)).toMatchObject({ status: 403, role: undefined });
  expect(await join(community, { setupCode: code })).toMatchObject({ status: 200, role: 'admin' });
});

describe('with ADMIN_EMAILS', () => {
  const environment = { ADMIN_EMAILS: ' Ana@Mail.test , ben@mail.test' };

  test('the first account on the list is the administrator, even after other accounts', async () => {
    const community = await openEmpty(environment);
    expect(await join(community)).toMatchObject({ role: 'user' });
    expect(await join(community, { email: 'ANA@mail.test' })).toMatchObject({ role: 'admin' });
  });

  test('the list has no effect once an administrator exists', async () => {
    const community = await openEmpty(environment);
    await community.member({ role: 'admin' });
    expect(await join(community, { email: 'ben@mail.test' })).toMatchObject({ role: 'user' });
  });
});

describe('on a server reachable from the network', () => {
  test('the first account needs the setup code', async () => {
    const community = await openEmpty(reachableEnvironment);
    expect((await community.visitor.call(getSignInOptions, {})).body.needsSetupCode).toBe(true);
    for (const setupCode of [undefined, '', 'guessed', code.toUpperCase(), code.replaceAll('-', '')]) {
      const response = await join(community, { setupCode });
      expect(response, String(setupCode)).toMatchObject({
        status: 403,
        body: { type: 'urn:problem:auth.setup_code_required', errors: [{ path: 'setupCode' }] },
      });
      expect(response.role).toBeUndefined();
    }
    expect(await join(community, { setupCode: code })).toMatchObject({ status: 200, role: 'admin' });
  });

  test('later accounts need no setup code, and a code does not make them administrators', async () => {
    const community = await openEmpty(reachableEnvironment);
    await join(community, { setupCode: code });
    expect((await community.visitor.call(getSignInOptions, {})).body.needsSetupCode).toBe(false);
    expect(await join(community)).toMatchObject({ status: 200, role: 'user' });
    expect(await join(community, { setupCode: code })).toMatchObject({ status: 200, role: 'user' });
  });

  test('an email in ADMIN_EMAILS needs the setup code as well', async () => {
    const community = await openEmpty({ ...reachableEnvironment, ADMIN_EMAILS: 'ana@mail.test' });
    expect(await join(community)).toMatchObject({ status: 200, role: 'user' });
    expect((await community.visitor.call(getSignInOptions, {})).body.needsSetupCode).toBe(true);
    expect(await join(community, { email: 'ana@mail.test' })).toMatchObject({ status: 403 });
    expect(await join(community, { email: 'ana@mail.test', setupCode: code })).toMatchObject({ role: 'admin' });
    expect((await community.visitor.call(getSignInOptions, {})).body.needsSetupCode).toBe(false);
  });

  test('two communities have different codes', () => {
    expect(code).toMatch(/^[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}$/);
    expect(setupCode('another secret of another community')).not.toBe(code);
  });
});

describe('granting the admin role by email', () => {
  test('makes a member an administrator, ignoring case and spaces in the email', async () => {
    const community = await openEmpty();
    const ana = await community.member({ email: 'ana@mail.test' });
    expect(await grantAdmin(community.db, ' ANA@mail.test ')).toBe(true);
    expect(await community.findUser(ana.id)).toMatchObject({ role: 'admin' });
  });

  test('reports an unknown member and changes nothing', async () => {
    const community = await openEmpty();
    const ana = await community.member();
    expect(await grantAdmin(community.db, 'nobody@mail.test')).toBe(false);
    expect(await community.findUser(ana.id)).toMatchObject({ role: 'user' });
  });
});
