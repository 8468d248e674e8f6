import { requestPasswordReset, resetPassword, signIn, signUp } from '@commons/contract/auth/schemas';
import { createPost } from '@commons/contract/feed/schemas';
import { listConversations } from '@commons/contract/messages/schemas';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { goodPassword, memberWithPassword, newcomer } from '../../../test/accounts.ts';
import { type Answer, type Caller, setCookiesOf } from '../../../test/caller.ts';
import { Community, setUpCommunity } from '../../../test/community.ts';
import { waitForLockWaiters } from '../../../test/waiting.ts';
import { counterName } from '../../platform/rate-limits/counter.ts';
import { createDatabaseCounter } from '../../platform/rate-limits/database-counter.ts';
import { rateLimits } from '../../platform/rate-limits/rate-limits.tables.ts';
import {
  createRateLimits,
  forgetExpiredLimits,
  isWithinLimit,
  limits,
} from '../../platform/rate-limits/rate-limits.ts';
import { sessions } from './auth.tables.ts';

const community = setUpCommunity({ RATE_LIMITS: 'on' });

let lastAddress = 0;
const freshAddress = () => `198.51.100.${(lastAddress += 1)}`;

/** Returns the statuses of `count` sequential calls. Their empty body is invalid, so that no password is hashed. */
async function sendInvalid(path: string, count: number, callerOf: (turn: number) => Caller) {
  const statuses: number[] = [];
  for (let turn = 0; turn < count; turn += 1)
    statuses.push((await callerOf(turn).send('POST', path, { body: {} })).status);
  return statuses;
}

describe('many attempts from one address', () => {
  test.for([
    ['sign in', signIn.path, limits.signIn.calls],
    ['sign up', signUp.path, limits.signUp.calls],
    ['ask for a reset', requestPasswordReset.path, limits.passwordReset.calls],
    ['try reset links', resetPassword.path, limits.passwordReset.calls],
  ] as const)('to %s are rejected above the limit, with the time to wait', async ([, path, calls]) => {
    const caller = community.current.visitorFrom(freshAddress());
    expect(await sendInvalid(path, calls, () => caller)).toEqual(Array.from({ length: calls }, () => 400));
    const refused = await caller.send('POST', path, { body: {} });
    expect(refused).toMatchObject({ status: 429, body: { type: 'urn:problem:request.too_many' } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60 * 60);
    const neighbour = community.current.visitorFrom(freshAddress());
    expect(await sendInvalid(path, 1, () => neighbour)).toEqual([400]);
  });

  test('share a limit regardless of X-Forwarded-For when no proxy is trusted', async () => {
    const address = freshAddress();
    const spoofed = (turn: number) =>
      community.current.visitorFrom(address, {
        'x-forwarded-for': `203.0.113.${turn}`,
        'x-real-ip': `203.0.113.${turn}`,
      });
    const statuses = await sendInvalid(signIn.path, limits.signIn.calls + 1, spoofed);
    expect(statuses.at(-1)).toBe(429);
  });

  test('share a limit across server processes', async () => {
    const secondServer = await Community.open({
      sharesDatabaseWith: community.current,
      environment: { RATE_LIMITS: 'on' },
    });
    const address = freshAddress();
    const callers = [community.current.visitorFrom(address), secondServer.visitorFrom(address)] as const;
    const statuses = await sendInvalid(signIn.path, limits.signIn.calls + 2, (turn) => callers[turn % 2 === 0 ? 0 : 1]);
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

const keyOf = (key: string) => counterName(limits.liking, key);

test('counting does not wait for the deletion of expired counters', async () => {
  const { db } = community.current;
  for (const key of ['z', 'm', 'a']) await db.insert(rateLimits).values({ key: keyOf(key), points: 1, expire: 1 });
  const holder = await db.$client.connect();
  onTestFinished(async () => {
    await holder.query('ROLLBACK');
    holder.release();
  });
  await holder.query('BEGIN');
  await holder.query('SELECT FROM rate_limits WHERE key = $1 FOR UPDATE', [keyOf('m')]);
  const count = createDatabaseCounter(db);
  const counting = Promise.all(['a', 'm', 'z'].map((key) => count(limits.liking, key)));
  await waitForLockWaiters(community.current);
  await forgetExpiredLimits(db);
  await holder.query('COMMIT');
  expect(await counting).toEqual(Array.from({ length: 3 }, () => ({ giveBack: expect.any(Function) })));
});

test('calls with an ended session do not use up the member’s limits', async () => {
  const ana = await community.current.member();
  const share = (cookie: string) =>
    community.current.visitor.call(createPost, { body: { content: 'A quiet day' } }, { cookie });
  expect((await share(ana.cookie)).status).toBe(201);
  await community.current.db.delete(sessions).where(eq(sessions.userId, ana.id));
  const flood = await Promise.all(Array.from({ length: limits.posting.calls }, () => share(ana.cookie)));
  expect(new Set(flood.map(({ status }) => status))).toEqual(new Set([401]));
  expect((await share(await community.current.signIn(ana.id))).status).toBe(201);
});

describe('a server behind a trusted proxy', () => {
  let behindProxy: Community;
  const proxy = '10.0.0.1';
  beforeAll(async () => {
    behindProxy = await Community.open({ environment: { RATE_LIMITS: 'on', TRUSTED_PROXIES: '10.0.0.0/8' } });
  });
  afterAll(() => behindProxy.close());

  const through = (address: string) => behindProxy.visitorFrom(proxy, { 'x-forwarded-for': address });

  test('gives each visitor their own limit', async () => {
    const statuses = await sendInvalid(signIn.path, limits.signIn.calls + 1, (turn) => through(`203.0.113.${turn}`));
    expect(new Set(statuses)).toEqual(new Set([400]));
    const one = through('203.0.113.200');
    expect((await sendInvalid(signIn.path, limits.signIn.calls + 1, () => one)).at(-1)).toBe(429);
  });

  test.for<[label: string, forwardedFor: (index: number) => string]>([
    ['ports', (turn) => `198.18.0.7:${50_000 + turn}`],
    ['ports of a further trusted proxy', (turn) => `198.18.0.8:${50_000 + turn}, 10.0.0.2:${turn + 1}`],
    ['ports behind IPv6', (turn) => `[2001:db8:9::1]:${50_000 + turn}`],
    ['addresses of one IPv6 network', (turn) => (turn % 2 ? `2001:db8:a::${turn}` : `[2001:db8:a::${turn}]:443`)],
    ['spellings of one address', (turn) => ['198.18.0.9', '::ffff:198.18.0.9', ' "[::FFFF:c612:9]:1" '][turn % 3]!],
    ['zones', (turn) => `fe80::1%eth${turn}`],
    ['hops that are no address', (turn) => `192.0.2.${turn}, _hidden${turn}`],
    ['words', (turn) => ['unknown', `junk${turn}`, `junk${turn}:${turn}`, ''][turn % 4]!],
  ])('counts a visitor with changing %s as one client', async ([label, forwardedFor]) => {
    // Uses its own proxy, because a client without a usable address counts as the proxy.
    const ownProxy = `10.1.0.${label.length}`;
    const from = (turn: number) => behindProxy.visitorFrom(ownProxy, { 'x-forwarded-for': forwardedFor(turn) });
    const statuses = await sendInvalid(signIn.path, limits.signIn.calls + 1, from);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  });

  test('stores the plain address in the session', async () => {
    const ana = await memberWithPassword(behindProxy);
    for (const [header, kept] of [
      ['203.0.113.44:50001', '203.0.113.44'],
      ['[::ffff:203.0.113.45]:1', '203.0.113.45'],
    ] as const) {
      await trySigningIn(through(header), ana.email, goodPassword);
      const isAnas = eq(sessions.userId, ana.id);
      const rows = await behindProxy.db.select({ address: sessions.ipAddress }).from(sessions).where(isAnas);
      expect(rows.map(({ address }) => address)).toContain(kept);
    }
  });

  test('ignores addresses that a visitor adds before their own', async () => {
    const statuses = await sendInvalid(signIn.path, limits.signIn.calls + 1, (turn) =>
      through(`192.0.2.${turn}, 203.0.113.77`),
    );
    expect(statuses.at(-1)).toBe(429);
  });
});

/** Requests the server with these headers. */
const visit = (community: Community, headers: Record<string, string>) =>
  community.visitorFrom('10.0.0.1', headers).send('GET', '/livez');

test('an unconfigured proxy is logged once with advice and without addresses', async () => {
  const lines: string[] = [];
  const logTo = { write: (line: string) => void lines.push(line) };
  const unnamed = await Community.open({ logTo });
  const named = await Community.open({ logTo, environment: { TRUSTED_PROXIES: '10.0.0.0/8' } });
  const notices = () => lines.filter((line) => line.includes('TRUSTED_PROXIES'));
  await visit(unnamed, {});
  await visit(named, { 'x-forwarded-for': '203.0.113.5' });
  expect(notices()).toEqual([]);
  await visit(unnamed, { forwarded: 'for=203.0.113.5' });
  await visit(unnamed, { 'x-forwarded-for': '203.0.113.6' });
  expect(notices()).toHaveLength(1);
  expect(notices()[0]).toContain('Set TRUSTED_PROXIES to the address of the proxy');
  expect(notices()[0]).not.toMatch(/203\.0\.113|10\.0\.0/);
  await unnamed.close();
  await named.close();
});

const trySigningIn = async (caller: Caller, email: string, password: string, headers: Record<string, string> = {}) =>
  caller.call(signIn, { body: { email, password } }, headers);

/** Returns the cookies that a browser keeps after the member signs out. */
const rememberedBy = (answer: Answer<unknown>) => ({
  cookie: setCookiesOf(answer)
    .map((line) => line.split(';', 1)[0] ?? '')
    .filter((pair) => pair.startsWith('commons-known-browser='))
    .join('; '),
});

describe('an attacker who fails to sign in on purpose', () => {
  const wrong = 'not the password at all';
  const lastAddress = { number: 0 };
  /** Returns a visitor with a new address. */
  const stranger = () =>
    community.current.visitorFrom(`198.18.${lastAddress.number >> 8}.${lastAddress.number++ & 255}`);
  /**
   * Uses up the account's limit for unknown browsers. Counts directly, because hashing the guesses would take a minute.
   */
  async function failFromEverywhere(email: string): Promise<void> {
    const countAttempt = createRateLimits({ db: community.current.db, log: { warn() {}, info() {} } });
    expect((await trySigningIn(stranger(), email, wrong)).status).toBe(401);
    const isCounted = () => isWithinLimit(countAttempt, limits.signInToAccount, email);
    while (await isCounted());
  }

  test('at one address does not block sign-ins from other addresses', async () => {
    const ana = await memberWithPassword(community.current);
    const elsewhere = stranger();
    const statuses: number[] = [];
    for (let turn = 0; turn <= limits.signInToAccountFromNetwork.calls; turn += 1)
      statuses.push((await trySigningIn(elsewhere, ana.email, wrong)).status);
    expect(statuses.slice(0, -1)).toEqual(Array.from({ length: limits.signInToAccountFromNetwork.calls }, () => 401));
    expect(statuses.at(-1)).toBe(429);
    expect((await trySigningIn(stranger(), ana.email, goodPassword)).status).toBe(200);
  });

  test('uses up the limit of the network only by tries that were looked at', async () => {
    const [ana, ben] = [await memberWithPassword(community.current), await memberWithPassword(community.current)];
    const elsewhere = stranger();
    const tries = limits.signInToAccountFromNetwork.calls + limits.signIn.calls;
    const statuses: number[] = [];
    for (let turn = 0; turn < tries; turn += 1) statuses.push((await trySigningIn(elsewhere, ana.email, wrong)).status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(limits.signIn.calls);
    expect((await trySigningIn(elsewhere, ben.email, goodPassword)).status).toBe(200);
  });

  test('from many addresses is stopped, and a known browser can still sign in', async () => {
    const [ana, ben] = [await memberWithPassword(community.current), await memberWithPassword(community.current)];
    const browserOfAna = rememberedBy(await trySigningIn(stranger(), ana.email, goodPassword));
    const browserOfBen = rememberedBy(await trySigningIn(stranger(), ben.email, goodPassword));
    await failFromEverywhere(ana.email);

    const unknown = await trySigningIn(stranger(), ana.email, goodPassword);
    expect(unknown).toMatchObject({ status: 429, body: { type: 'urn:problem:auth.too_many_tries' } });
    expect(Number(unknown.headers['retry-after'])).toBeGreaterThan(0);
    for (const cookie of [browserOfBen.cookie, `${browserOfAna.cookie}A`, 'commons-known-browser=made-up'])
      expect((await trySigningIn(stranger(), ana.email, goodPassword, { cookie })).status).toBe(429);

    expect((await trySigningIn(stranger(), ana.email, goodPassword, browserOfAna)).status).toBe(200);
    const shared = rememberedBy(await trySigningIn(stranger(), ben.email, goodPassword, browserOfAna));
    expect((await trySigningIn(stranger(), ana.email, goodPassword, shared)).status).toBe(200);
  });

  test('cannot lock out a member with a reset link', async () => {
    const ana = await memberWithPassword(community.current);
    await failFromEverywhere(ana.email);
    const atHome = stranger();
    await atHome.call(requestPasswordReset, { body: { email: ana.email } });
    const mail = (await community.current.mails()).findLast(({ to }) => to === ana.email);
    const token = /reset-password\?token=(\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
    const newPassword = 'a walk in the morning';
    const answer = await atHome.call(resetPassword, { body: { token, newPassword } });
    expect((await trySigningIn(atHome, ana.email, newPassword)).status).toBe(429);
    expect((await trySigningIn(atHome, ana.email, newPassword, rememberedBy(answer))).status).toBe(200);
  });

  test('cannot read the known-browser cookie by script or learn its account', async () => {
    const ana = await memberWithPassword(community.current);
    const line = setCookiesOf(await trySigningIn(stranger(), ana.email, goodPassword)).find((text) =>
      text.startsWith('commons-known-browser='),
    );
    expect(line?.split('; ').slice(1).toSorted()).toEqual([
      'HttpOnly',
      `Max-Age=${400 * 24 * 60 * 60}`,
      'Path=/',
      'SameSite=Lax',
    ]);
    expect(line).toMatch(/^commons-known-browser=[\w-]{43};/);
  });
});

const mailsTo = async (email: string) => (await community.current.mails()).filter(({ to }) => to === email);

describe('mails that a stranger can trigger', () => {
  test('thirty reset requests from thirty addresses send five mails and get the same response', async () => {
    const ana = await memberWithPassword(community.current);
    const ask = () =>
      community.current.visitorFrom(freshAddress()).call(requestPasswordReset, { body: { email: ana.email } });
    const answers = await Promise.all(Array.from({ length: 30 }, ask));
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    await expect.poll(async () => (await mailsTo(ana.email)).length).toBe(limits.passwordResetMail.calls);
  });

  test('eight sign-ups with a known email send five mails and get the same response', async () => {
    const ana = await memberWithPassword(community.current);
    const answers: Answer<unknown>[] = [];
    for (let turn = 0; turn < 8; turn += 1) {
      const body = newcomer({ email: ana.email });
      answers.push(await community.current.visitorFrom(freshAddress()).call(signUp, { body }));
    }
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    await expect.poll(async () => (await mailsTo(ana.email)).length).toBe(limits.existingAccountMail.calls);
  });
});

test('most of three hundred concurrent sign-in redirects from one address are rejected', async () => {
  const caller = community.current.visitorFrom(freshAddress());
  const answers = await Promise.all(Array.from({ length: 300 }, () => caller.send('GET', '/api/login')));
  expect(answers.filter(({ status }) => status === 302)).toHaveLength(limits.startSignIn.calls);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(300 - limits.startSignIn.calls);
});

test('searching conversations is limited, listing them is not', async () => {
  const ana = await community.current.member();
  const ask = async (query: object) => (await ana.call(listConversations, { query })).status;
  const searches = await Promise.all(Array.from({ length: 300 }, () => ask({ q: 'tea' })));
  expect(searches.filter((status) => status === 200)).toHaveLength(limits.searching.calls);
  expect(searches.filter((status) => status === 429)).toHaveLength(300 - limits.searching.calls);
  expect(await Promise.all(Array.from({ length: 100 }, () => ask({})))).toEqual(Array.from({ length: 100 }, () => 200));
});

const sendInvalidFrom = async (address: string, count: number) =>
  sendInvalid(signIn.path, count, () => community.current.visitorFrom(address));

describe('an IPv6 address', () => {
  test('shares a limit with the other addresses of its network', async () => {
    for (let turn = 0; turn < limits.signIn.calls; turn += 1)
      expect(await sendInvalidFrom(`2001:db8:5:6:${turn.toString(16)}::${turn}`, 1)).toEqual([400]);
    expect(await sendInvalidFrom('2001:0db8:0005:0006:ffff:ffff:ffff:ffff', 1)).toEqual([429]);
    expect(await sendInvalidFrom('2001:db8:5:7::1', 1)).toEqual([400]);
  });

  test('that maps to an IPv4 address counts as that address', async () => {
    const address = freshAddress();
    expect((await sendInvalidFrom(address, limits.signIn.calls)).at(-1)).toBe(400);
    expect(await sendInvalidFrom(`::ffff:${address}`, 1)).toEqual([429]);
  });
});

describe('rate limit counters', () => {
  test('are not written for rejected calls', async () => {
    const caller = community.current.visitorFrom(freshAddress());
    await sendInvalid(signIn.path, limits.signIn.calls, () => caller);
    const written = async () => {
      const { rows } = await community.current.db.$client.query<{ points: number }>(
        `SELECT sum(points)::int AS points FROM rate_limits`,
      );
      return rows[0]?.points;
    };
    const before = await written();
    expect(new Set(await sendInvalid(signIn.path, 50, () => caller))).toEqual(new Set([429]));
    expect(await written()).toBe(before);
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
    const answer = await caller.call(signIn, { body: { email, password: 'a guess' } });
    expect(email).toHaveLength(254);
    expect(answer.status).toBe(401);
  });
});
