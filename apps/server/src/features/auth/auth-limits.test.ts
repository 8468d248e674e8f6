import { requestPasswordReset, resetPassword, signIn, signUp } from '@commons/contract/auth/schemas';
import { createPost } from '@commons/contract/feed/schemas';
import { listConversations } from '@commons/contract/messages/schemas';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { goodPassword, memberWithPassword, newcomer } from '../../../test/accounts.ts';
import { type ApiResponse, type Caller, setCookiesOf } from '../../../test/caller.ts';
import { Community, setUpCommunity } from '../../../test/community.ts';
import { waitForLockWaiters } from '../../../test/waiting.ts';
import { counterName } from '../../platform/rate-limits/counter.ts';
import { createDatabaseCounter } from '../../platform/rate-limits/database-counter.ts';
import { rateLimits } from '../../platform/rate-limits/rate-limits.tables.ts';
import { createRateLimits, deleteExpiredLimits, tryConsume, limits } from '../../platform/rate-limits/rate-limits.ts';
import { sessions } from './auth.tables.ts';

const community = setUpCommunity({ RATE_LIMITS: 'on' });

let lastAddress = 0;
const freshAddress = () => `198.51.100.${(lastAddress += 1)}`;

/** Returns the statuses of `count` sequential calls. Their empty body is invalid, so that no password is hashed. */
async function sendInvalid(path: string, count: number, callerOf: (index: number) => Caller) {
  const statuses: number[] = [];
  for (let index = 0; index < count; index += 1)
    statuses.push((await callerOf(index).send('POST', path, { body: {} })).status);
  return statuses;
}

describe('many attempts from one address', () => {
  test.for([
    ['sign in', signIn.path, limits.signIn.calls],
    ['sign up', signUp.path, limits.signUp.calls],
    ['request a reset', requestPasswordReset.path, limits.passwordReset.calls],
    ['use reset links', resetPassword.path, limits.passwordReset.calls],
  ] as const)('to %s are rejected above the limit, with the time to wait', async ([, path, calls]) => {
    const caller = community.current.visitorFrom(freshAddress());
    expect(await sendInvalid(path, calls, () => caller)).toEqual(Array.from({ length: calls }, () => 400));
    const rejection = await caller.send('POST', path, { body: {} });
    expect(rejection).toMatchObject({ status: 429, body: { type: 'urn:problem:request.too_many' } });
    expect(Number(rejection.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(rejection.headers['retry-after'])).toBeLessThanOrEqual(60 * 60);
    const otherVisitor = community.current.visitorFrom(freshAddress());
    expect(await sendInvalid(path, 1, () => otherVisitor)).toEqual([400]);
  });

  test('share a limit regardless of X-Forwarded-For when no proxy is trusted', async () => {
    const address = freshAddress();
    const spoofingCaller = (index: number) =>
      community.current.visitorFrom(address, {
        'x-forwarded-for': `203.0.113.${index}`,
        'x-real-ip': `203.0.113.${index}`,
      });
    const statuses = await sendInvalid(signIn.path, limits.signIn.calls + 1, spoofingCaller);
    expect(statuses.at(-1)).toBe(429);
  });

  test('share a limit across server processes', async () => {
    const secondServer = await Community.open({
      sharesDatabaseWith: community.current,
      environment: { RATE_LIMITS: 'on' },
    });
    const address = freshAddress();
    const callers = [community.current.visitorFrom(address), secondServer.visitorFrom(address)] as const;
    const statuses = await sendInvalid(
      signIn.path,
      limits.signIn.calls + 2,
      (index) => callers[index % 2 === 0 ? 0 : 1],
    );
    expect(statuses.slice(-2)).toEqual([429, 429]);
    await secondServer.close();
  });
});

test('only expired counters are deleted', async () => {
  const { db, jobs } = community.current;
  const countCounters = async () => (await db.select({ key: rateLimits.key }).from(rateLimits)).length;
  await sendInvalid(signIn.path, 1, () => community.current.visitorFrom(freshAddress()));
  await db.update(rateLimits).set({ expire: Date.now() - 1 });
  await sendInvalid(signIn.path, 1, () => community.current.visitorFrom(freshAddress()));
  expect(await countCounters()).toBeGreaterThan(1);
  await jobs.find(({ name }) => name === 'rate-limits')!.run();
  expect(await countCounters()).toBe(1);
});

const counterKey = (key: string) => counterName(limits.liking, key);

test('counting does not wait for the deletion of expired counters', async () => {
  const { db } = community.current;
  for (const key of ['z', 'm', 'a']) await db.insert(rateLimits).values({ key: counterKey(key), points: 1, expire: 1 });
  const lockHolder = await db.$client.connect();
  onTestFinished(async () => {
    await lockHolder.query('ROLLBACK');
    lockHolder.release();
  });
  await lockHolder.query('BEGIN');
  await lockHolder.query('SELECT FROM rate_limits WHERE key = $1 FOR UPDATE', [counterKey('m')]);
  const count = createDatabaseCounter(db);
  const counting = Promise.all(['a', 'm', 'z'].map((key) => count(limits.liking, key)));
  await waitForLockWaiters(community.current);
  await deleteExpiredLimits(db);
  await lockHolder.query('COMMIT');
  expect(await counting).toEqual(Array.from({ length: 3 }, () => ({ refund: expect.any(Function) })));
});

test('calls with an ended session do not use up the member’s limits', async () => {
  const ana = await community.current.member();
  const createPostWithCookie = (cookie: string) =>
    community.current.visitor.call(createPost, { body: { content: 'A quiet day' } }, { cookie });
  expect((await createPostWithCookie(ana.cookie)).status).toBe(201);
  await community.current.db.delete(sessions).where(eq(sessions.userId, ana.id));
  const responses = await Promise.all(
    Array.from({ length: limits.posting.calls }, () => createPostWithCookie(ana.cookie)),
  );
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([401]));
  expect((await createPostWithCookie(await community.current.signIn(ana.id))).status).toBe(201);
});

describe('a server behind a trusted proxy', () => {
  let proxiedCommunity: Community;
  const proxy = '10.0.0.1';
  beforeAll(async () => {
    proxiedCommunity = await Community.open({ environment: { RATE_LIMITS: 'on', TRUSTED_PROXIES: '10.0.0.0/8' } });
  });
  afterAll(() => proxiedCommunity.close());

  const visitorThroughProxy = (address: string) => proxiedCommunity.visitorFrom(proxy, { 'x-forwarded-for': address });

  test('gives each visitor their own limit', async () => {
    const statuses = await sendInvalid(signIn.path, limits.signIn.calls + 1, (index) =>
      visitorThroughProxy(`203.0.113.${index}`),
    );
    expect(new Set(statuses)).toEqual(new Set([400]));
    const visitor = visitorThroughProxy('203.0.113.200');
    expect((await sendInvalid(signIn.path, limits.signIn.calls + 1, () => visitor)).at(-1)).toBe(429);
  });

  test.for<[label: string, forwardedFor: (index: number) => string]>([
    ['ports of a further trusted proxy', (index) => `198.18.0.8:${50_000 + index}, 10.0.0.2:${index + 1}`],
    ['invalid text', (index) => ['unknown', `junk${index}`, `junk${index}:${index}`, ''][index % 4]!],
  ])('counts a visitor with changing %s as one client', async ([label, forwardedFor]) => {
    // Uses its own proxy, because a client without a usable address counts as the proxy.
    const ownProxy = `10.1.0.${label.length}`;
    const from = (index: number) => proxiedCommunity.visitorFrom(ownProxy, { 'x-forwarded-for': forwardedFor(index) });
    const statuses = await sendInvalid(signIn.path, limits.signIn.calls + 1, from);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  });

  test('stores the plain address in the session', async () => {
    const ana = await memberWithPassword(proxiedCommunity);
    for (const [header, storedAddress] of [
      ['203.0.113.44:50001', '203.0.113.44'],
      ['[::ffff:203.0.113.45]:1', '203.0.113.45'],
    ] as const) {
      await trySigningIn(visitorThroughProxy(header), ana.email, goodPassword);
      const isOfAna = eq(sessions.userId, ana.id);
      const rows = await proxiedCommunity.db.select({ address: sessions.ipAddress }).from(sessions).where(isOfAna);
      expect(rows.map(({ address }) => address)).toContain(storedAddress);
    }
  });

  test('ignores addresses that a visitor adds before their own', async () => {
    const statuses = await sendInvalid(signIn.path, limits.signIn.calls + 1, (index) =>
      visitorThroughProxy(`192.0.2.${index}, 203.0.113.77`),
    );
    expect(statuses.at(-1)).toBe(429);
  });
});

const fetchLiveness = (community: Community, headers: Record<string, string>) =>
  community.visitorFrom('10.0.0.1', headers).send('GET', '/livez');

test('an unconfigured proxy is logged once with advice and without addresses', async () => {
  const logLines: string[] = [];
  const logTo = { write: (line: string) => void logLines.push(line) };
  const unconfiguredServer = await Community.open({ logTo });
  const configuredServer = await Community.open({ logTo, environment: { TRUSTED_PROXIES: '10.0.0.0/8' } });
  const warnings = () => logLines.filter((line) => line.includes('TRUSTED_PROXIES'));
  await fetchLiveness(unconfiguredServer, {});
  await fetchLiveness(configuredServer, { 'x-forwarded-for': '203.0.113.5' });
  expect(warnings()).toEqual([]);
  await fetchLiveness(unconfiguredServer, { forwarded: 'for=203.0.113.5' });
  await fetchLiveness(unconfiguredServer, { 'x-forwarded-for': '203.0.113.6' });
  expect(warnings()).toHaveLength(1);
  expect(warnings()[0]).toContain('Set TRUSTED_PROXIES to the address of the proxy');
  expect(warnings()[0]).not.toMatch(/203\.0\.113|10\.0\.0/);
  await unconfiguredServer.close();
  await configuredServer.close();
});

const trySigningIn = async (caller: Caller, email: string, password: string, headers: Record<string, string> = {}) =>
  caller.call(signIn, { body: { email, password } }, headers);

/** Returns the known-browser cookie of a response. Browsers keep it when the member signs out. */
const knownBrowserCookie = (response: ApiResponse<unknown>) => ({
  cookie: setCookiesOf(response)
    .map((setCookie) => setCookie.split(';', 1)[0] ?? '')
    .filter((pair) => pair.startsWith('commons-known-browser='))
    .join('; '),
});

describe('an attacker who fails to sign in on purpose', () => {
  const wrong = 'not the password at all';
  let strangerCount = 0;
  /** Returns a visitor with a new address. */
  const visitorFromNewAddress = () =>
    community.current.visitorFrom(`198.18.${strangerCount >> 8}.${strangerCount++ & 255}`);
  /**
   * Uses up the account's limit for unknown browsers. Counts directly, because hashing the guesses would take a minute.
   */
  async function exhaustAccountLimit(email: string): Promise<void> {
    const countAttempt = createRateLimits({ db: community.current.db, log: { warn() {}, info() {} } });
    expect((await trySigningIn(visitorFromNewAddress(), email, wrong)).status).toBe(401);
    const isBelowLimit = () => tryConsume(countAttempt, limits.signInToAccount, email);
    while (await isBelowLimit());
  }

  test('at one address does not block sign-ins from other addresses', async () => {
    const ana = await memberWithPassword(community.current);
    const attacker = visitorFromNewAddress();
    const statuses: number[] = [];
    for (let index = 0; index <= limits.signInToAccountFromNetwork.calls; index += 1)
      statuses.push((await trySigningIn(attacker, ana.email, wrong)).status);
    expect(statuses.slice(0, -1)).toEqual(Array.from({ length: limits.signInToAccountFromNetwork.calls }, () => 401));
    expect(statuses.at(-1)).toBe(429);
    expect((await trySigningIn(visitorFromNewAddress(), ana.email, goodPassword)).status).toBe(200);
  });

  test('uses up the limit of the network only with attempts whose password was checked', async () => {
    const [ana, ben] = [await memberWithPassword(community.current), await memberWithPassword(community.current)];
    const attacker = visitorFromNewAddress();
    const attempts = limits.signInToAccountFromNetwork.calls + limits.signIn.calls;
    const statuses: number[] = [];
    for (let index = 0; index < attempts; index += 1)
      statuses.push((await trySigningIn(attacker, ana.email, wrong)).status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(limits.signIn.calls);
    expect((await trySigningIn(attacker, ben.email, goodPassword)).status).toBe(200);
  });

  test('from many addresses is stopped, and a known browser can still sign in', async () => {
    const [ana, ben] = [await memberWithPassword(community.current), await memberWithPassword(community.current)];
    const browserOfAna = knownBrowserCookie(await trySigningIn(visitorFromNewAddress(), ana.email, goodPassword));
    const browserOfBen = knownBrowserCookie(await trySigningIn(visitorFromNewAddress(), ben.email, goodPassword));
    await exhaustAccountLimit(ana.email);

    const unknown = await trySigningIn(visitorFromNewAddress(), ana.email, goodPassword);
    expect(unknown).toMatchObject({ status: 429, body: { type: 'urn:problem:auth.too_many_tries' } });
    expect(Number(unknown.headers['retry-after'])).toBeGreaterThan(0);
    for (const cookie of [browserOfBen.cookie, `${browserOfAna.cookie}A`, 'commons-known-browser=made-up'])
      expect((await trySigningIn(visitorFromNewAddress(), ana.email, goodPassword, { cookie })).status).toBe(429);

    expect((await trySigningIn(visitorFromNewAddress(), ana.email, goodPassword, browserOfAna)).status).toBe(200);
    const sharedBrowser = knownBrowserCookie(
      await trySigningIn(visitorFromNewAddress(), ben.email, goodPassword, browserOfAna),
    );
    expect((await trySigningIn(visitorFromNewAddress(), ana.email, goodPassword, sharedBrowser)).status).toBe(200);
  });

  test('cannot lock out a member who resets their password', async () => {
    const ana = await memberWithPassword(community.current);
    await exhaustAccountLimit(ana.email);
    const homeVisitor = visitorFromNewAddress();
    await homeVisitor.call(requestPasswordReset, { body: { email: ana.email } });
    const mail = (await community.current.mails()).findLast(({ to }) => to === ana.email);
    const token = /reset-password\?token=(\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
    const newPassword = 'a walk in the morning';
    const response = await homeVisitor.call(resetPassword, { body: { token, newPassword } });
    expect((await trySigningIn(homeVisitor, ana.email, newPassword)).status).toBe(429);
    expect((await trySigningIn(homeVisitor, ana.email, newPassword, knownBrowserCookie(response))).status).toBe(200);
  });

  test('cannot read the known-browser cookie by script or learn its account', async () => {
    const ana = await memberWithPassword(community.current);
    const setCookie = setCookiesOf(await trySigningIn(visitorFromNewAddress(), ana.email, goodPassword)).find((text) =>
      text.startsWith('commons-known-browser='),
    );
    expect(setCookie?.split('; ').slice(1).toSorted()).toEqual([
      'HttpOnly',
      `Max-Age=${400 * 24 * 60 * 60}`,
      'Path=/',
      'SameSite=Lax',
    ]);
    expect(setCookie).toMatch(/^commons-known-browser=[\w-]{43};/);
  });
});

const mailsTo = async (email: string) => (await community.current.mails()).filter(({ to }) => to === email);

describe('mails that a stranger can trigger', () => {
  test('thirty reset requests from thirty addresses send five mails and get the same response', async () => {
    const ana = await memberWithPassword(community.current);
    const requestReset = () =>
      community.current.visitorFrom(freshAddress()).call(requestPasswordReset, { body: { email: ana.email } });
    const responses = await Promise.all(Array.from({ length: 30 }, requestReset));
    expect(new Set(responses.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    await expect.poll(async () => (await mailsTo(ana.email)).length).toBe(limits.passwordResetMail.calls);
  });

  test('eight sign-ups with a known email send five mails and get the same response', async () => {
    const ana = await memberWithPassword(community.current);
    const responses: ApiResponse<unknown>[] = [];
    for (let index = 0; index < 8; index += 1) {
      const body = newcomer({ email: ana.email });
      responses.push(await community.current.visitorFrom(freshAddress()).call(signUp, { body }));
    }
    expect(new Set(responses.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    await expect.poll(async () => (await mailsTo(ana.email)).length).toBe(limits.existingAccountMail.calls);
  });
});

test('most of three hundred concurrent sign-in redirects from one address are rejected', async () => {
  const caller = community.current.visitorFrom(freshAddress());
  const responses = await Promise.all(Array.from({ length: 300 }, () => caller.send('GET', '/api/login')));
  expect(responses.filter(({ status }) => status === 302)).toHaveLength(limits.startSignIn.calls);
  expect(responses.filter(({ status }) => status === 429)).toHaveLength(300 - limits.startSignIn.calls);
});

test('searching conversations is limited, listing them is not', async () => {
  const ana = await community.current.member();
  const fetchStatus = async (query: object) => (await ana.call(listConversations, { query })).status;
  const searches = await Promise.all(Array.from({ length: 300 }, () => fetchStatus({ q: 'tea' })));
  expect(searches.filter((status) => status === 200)).toHaveLength(limits.searching.calls);
  expect(searches.filter((status) => status === 429)).toHaveLength(300 - limits.searching.calls);
  expect(await Promise.all(Array.from({ length: 100 }, () => fetchStatus({})))).toEqual(
    Array.from({ length: 100 }, () => 200),
  );
});

const sendInvalidFrom = async (address: string, count: number) =>
  sendInvalid(signIn.path, count, () => community.current.visitorFrom(address));

describe('an IPv6 address', () => {
  test('shares a limit with the other addresses of its network', async () => {
    for (let index = 0; index < limits.signIn.calls; index += 1)
      expect(await sendInvalidFrom(`2001:db8:5:6:${index.toString(16)}::${index}`, 1)).toEqual([400]);
    expect(await sendInvalidFrom('2001:0db8:0005:0006:ffff:ffff:ffff:ffff', 1)).toEqual([429]);
    expect(await sendInvalidFrom('2001:db8:5:7::1', 1)).toEqual([400]);
  });
});

describe('rate limit counters', () => {
  test('are not written for rejected calls', async () => {
    const caller = community.current.visitorFrom(freshAddress());
    await sendInvalid(signIn.path, limits.signIn.calls, () => caller);
    const countPoints = async () => {
      const { rows } = await community.current.db.$client.query<{ points: number }>(
        `SELECT sum(points)::int AS points FROM rate_limits`,
      );
      return rows[0]?.points;
    };
    const pointsBefore = await countPoints();
    expect(new Set(await sendInvalid(signIn.path, 50, () => caller))).toEqual(new Set([429]));
    expect(await countPoints()).toBe(pointsBefore);
  });

  test('contain neither the email nor the address', async () => {
    const { email } = newcomer();
    const address = freshAddress();
    await community.current.visitorFrom(address).call(signIn, { body: { email, password: 'a guess' } });
    const { rows } = await community.current.db.$client.query<{ key: string }>('SELECT key FROM rate_limits');
    const keys = rows.map(({ key }) => key).join('\n');
    expect(keys).toContain(limits.signInToAccount.name);
    expect(keys).not.toContain(email);
    expect(keys).not.toContain(address);
  });

  test('accept the longest possible email', async () => {
    const email = `${'a'.repeat(64)}@${`${'b'.repeat(60)}.`.repeat(3)}test`.padEnd(254, 't');
    const caller = community.current.visitorFrom(freshAddress());
    const response = await caller.call(signIn, { body: { email, password: 'a guess' } });
    expect(email).toHaveLength(254);
    expect(response.status).toBe(401);
  });
});
