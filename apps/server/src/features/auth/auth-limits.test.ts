import { requestPasswordReset, resetPassword, signIn, signUp } from '@commons/contract/auth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newcomer } from '../../../test/accounts.ts';
import type { Caller } from '../../../test/caller.ts';
import { Community, setUpCommunity } from '../../../test/community.ts';
import { rateLimits } from '../../platform/rate-limits/rate-limits.tables.ts';
import { limits } from '../../platform/rate-limits/rate-limits.ts';

const community = setUpCommunity({ RATE_LIMITS: 'on' });

let lastAddress = 0;
const freshAddress = () => `198.51.100.${(lastAddress += 1)}`;

/** The answers to `count` calls one after another; the body is refused, so that no password is ever hashed. */
async function knock(path: string, count: number, callerOf: (turn: number) => Caller) {
  const statuses: number[] = [];
  for (let turn = 0; turn < count; turn += 1)
    statuses.push((await callerOf(turn).send('POST', path, { body: {} })).status);
  return statuses;
}

describe('many tries from one address', () => {
  test.for([
    ['sign in', signIn.path, limits.signIn.calls],
    ['sign up', signUp.path, limits.signUp.calls],
    ['ask for a reset', requestPasswordReset.path, limits.passwordReset.calls],
    ['try reset links', resetPassword.path, limits.passwordReset.calls],
  ] as const)('to %s are answered "wait" from one on, with how long', async ([, path, calls]) => {
    const caller = community.current.visitorFrom(freshAddress());
    expect(await knock(path, calls, () => caller)).toEqual(Array.from({ length: calls }, () => 400));
    const refused = await caller.send('POST', path, { body: {} });
    expect(refused).toMatchObject({ status: 429, body: { type: 'urn:problem:request.too_many' } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60 * 60);
    const neighbour = community.current.visitorFrom(freshAddress());
    expect(await knock(path, 1, () => neighbour)).toEqual([400]);
  });

  test('X-Forwarded-For changes nothing when no proxy is trusted', async () => {
    const address = freshAddress();
    const pretending = (turn: number) =>
      community.current.visitorFrom(address, {
        'x-forwarded-for': `203.0.113.${turn}`,
        'x-real-ip': `203.0.113.${turn}`,
      });
    const statuses = await knock(signIn.path, limits.signIn.calls + 1, pretending);
    expect(statuses.at(-1)).toBe(429);
  });

  test('every server process counts into the same limit', async () => {
    const beside = await Community.open({ beside: community.current, environment: { RATE_LIMITS: 'on' } });
    const address = freshAddress();
    const callers = [community.current.visitorFrom(address), beside.visitorFrom(address)] as const;
    const statuses = await knock(signIn.path, limits.signIn.calls + 2, (turn) => callers[turn % 2 === 0 ? 0 : 1]);
    expect(statuses.slice(-2)).toEqual([429, 429]);
    await beside.close();
  });
});

test('a counter whose time is over is forgotten, and no other', async () => {
  const { db, jobs } = community.current;
  const countCounters = async () => (await db.select({ key: rateLimits.key }).from(rateLimits)).length;
  await knock(signIn.path, 1, () => community.current.visitorFrom(freshAddress()));
  await db.update(rateLimits).set({ expire: Date.now() - 1 });
  await knock(signIn.path, 1, () => community.current.visitorFrom(freshAddress()));
  expect(await countCounters()).toBeGreaterThan(1);
  await jobs.find(({ name }) => name === 'rate-limits')!.run();
  expect(await countCounters()).toBe(1);
});

describe('behind a trusted proxy', () => {
  let behindProxy: Community;
  const proxy = '10.0.0.1';
  beforeAll(async () => {
    behindProxy = await Community.open({ environment: { RATE_LIMITS: 'on', TRUSTED_PROXIES: '10.0.0.0/8' } });
  });
  afterAll(() => behindProxy.close());

  const through = (address: string) => behindProxy.visitorFrom(proxy, { 'x-forwarded-for': address });

  test('each visitor has their own limit', async () => {
    const statuses = await knock(signIn.path, limits.signIn.calls + 1, (turn) => through(`203.0.113.${turn}`));
    expect(new Set(statuses)).toEqual(new Set([400]));
    const one = through('203.0.113.200');
    expect((await knock(signIn.path, limits.signIn.calls + 1, () => one)).at(-1)).toBe(429);
  });

  test('a visitor cannot put another address in front of their own', async () => {
    const statuses = await knock(signIn.path, limits.signIn.calls + 1, (turn) =>
      through(`192.0.2.${turn}, 203.0.113.77`),
    );
    expect(statuses.at(-1)).toBe(429);
  });

  test('tries at one account are counted from wherever they come', async () => {
    const { email } = newcomer();
    const statuses: number[] = [];
    for (let turn = 0; turn <= limits.signInToAccount.calls; turn += 1) {
      const body = { email, password: 'a guess' };
      statuses.push((await through(`198.18.0.${turn}`).call(signIn, { body })).status);
    }
    expect(statuses.slice(0, -1)).toEqual(Array.from({ length: limits.signInToAccount.calls }, () => 401));
    expect(statuses.at(-1)).toBe(429);
  });
});

describe('the counters', () => {
  test('name neither the email nor the address', async () => {
    const { email } = newcomer();
    const address = freshAddress();
    await community.current.visitorFrom(address).call(signIn, { body: { email, password: 'a guess' } });
    const { rows } = await community.current.db.$client.query<{ key: string }>('SELECT key FROM rate_limits');
    const keys = rows.map(({ key }) => key).join('\n');
    expect(keys).toContain(limits.signInToAccount.name);
    expect(keys).not.toContain(email);
    expect(keys).not.toContain(address);
  });

  test('take the longest email there is', async () => {
    const email = `${'a'.repeat(64)}@${`${'b'.repeat(60)}.`.repeat(3)}test`.padEnd(254, 't');
    const caller = community.current.visitorFrom(freshAddress());
    const answer = await caller.call(signIn, { body: { email, password: 'a guess' } });
    expect(email).toHaveLength(254);
    expect(answer.status).toBe(401);
  });
});
