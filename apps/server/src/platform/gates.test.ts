import { openBookNotifications } from '@commons/contract/book-notifications/schemas';
import { listWaitlist } from '@commons/contract/waitlist/schemas';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answer, Caller } from '../../test/caller.ts';
import { Community, sessionSecret } from '../../test/community.ts';
import { expectProblem } from '../../test/problems.ts';
import { createAttempts } from './rate-limits/attempts.ts';
import { rateLimits } from './rate-limits/rate-limits.tables.ts';
import { accessCodesOf } from './secrets.ts';

const environment = { RATE_LIMITS: 'on', WAITLIST_ACCESS_CODE: 'Open-Sesame', BOOK_ACCESS_CODE: 'Open-Book' };

let community: Community;
let beside: Community;
let behindProxy: Community;
beforeAll(async () => {
  community = await Community.open({ environment });
  beside = await Community.open({ environment, sharesDatabaseWith: community });
  behindProxy = await Community.open({
    environment: { ...environment, TRUSTED_PROXIES: '10.9.9.9' },
    sharesDatabaseWith: community,
  });
});
afterAll(async () => {
  for (const each of [beside, behindProxy, community]) await each.close();
});

let addresses = 0;
/** Returns an address that made no request before. */
const newAddress = () => `198.18.${addresses >> 8}.${addresses++ & 255}`;

const openWaitlist = (caller: Caller, accessCode: string, headers: Record<string, string> = {}) =>
  caller.call(listWaitlist, { body: { accessCode } }, headers);
const openBooks = (caller: Caller, accessCode: string) => caller.call(openBookNotifications, { body: { accessCode } });

const countOf = (answers: readonly Answer<unknown>[]) =>
  Object.fromEntries(
    Map.groupBy(answers, ({ status }) => status)
      .entries()
      .map(([status, all]) => [status, all.length]),
  );

describe('an access code', () => {
  test('opens its own page; only the code of the book list ignores case', async () => {
    const caller = community.visitorFrom(newAddress());
    expect((await openWaitlist(caller, 'Open-Sesame')).status).toBe(200);
    expect((await openBooks(caller, 'oPEN-bOOK')).status).toBe(200);
    for (const wrong of ['open-sesame', 'Open-Book', ' Open-Sesame'])
      expectProblem(await openWaitlist(caller, wrong), 403, 'gate.wrong_code');
    expectProblem(await openBooks(caller, 'Open-Sesame'), 403, 'gate.wrong_code');
  });

  test('that is derived is the same in every process and differs between communities', async () => {
    const unset = { waitlistAccessCode: undefined, bookAccessCode: undefined };
    const codes = accessCodesOf(unset, sessionSecret);
    expect(codes).toEqual(accessCodesOf(unset, sessionSecret));
    expect(codes.waitlist).toMatch(/^([\da-f]{4}-){2}[\da-f]{4}$/);
    const others = accessCodesOf(unset, 'the secret of somebody else');
    expect(new Set([codes.waitlist, codes.book, others.waitlist, others.book])).toHaveProperty('size', 4);
    const plain = await Community.open();
    expect((await openWaitlist(plain.visitor, codes.waitlist)).status).toBe(200);
    expect((await openBooks(plain.visitor, codes.book.toUpperCase())).status).toBe(200);
    await plain.close();
  });
});

describe('a caller who guesses codes', () => {
  test('must wait after five wrong codes, at both pages and in every process', async () => {
    const address = newAddress();
    const guesses = [
      openWaitlist(community.visitorFrom(address), 'guess 1'),
      openBooks(community.visitorFrom(address), 'guess 2'),
      openWaitlist(beside.visitorFrom(address), 'guess 3'),
      openBooks(beside.visitorFrom(address), 'guess 4'),
      openWaitlist(community.visitorFrom(address), 'guess 5'),
    ];
    for (const guess of guesses) expectProblem(await guess, 403, 'gate.wrong_code');
    for (const process of [community, beside]) {
      const right = await openWaitlist(process.visitorFrom(address), 'Open-Sesame');
      expectProblem(right, 429, 'gate.too_many_tries');
      const seconds = Number(right.headers['retry-after']);
      expect(seconds).toBeGreaterThan(14 * 60);
      expect(seconds).toBeLessThanOrEqual(15 * 60);
      expectProblem(await openBooks(process.visitorFrom(address), 'Open-Book'), 429, 'gate.too_many_tries');
    }
    expect((await openWaitlist(community.visitorFrom(newAddress()), 'Open-Sesame')).status).toBe(200);
  });

  test(
    'with 10,000 concurrent guesses and made-up forwarded addresses gets five codes checked',
    { timeout: 120_000 },
    async () => {
      const address = newAddress();
      const caller = community.visitorFrom(address);
      const proxy = behindProxy.visitorFrom('10.9.9.9');
      const guess = (turn: number) => {
        const code = turn === 9_000 ? 'Open-Sesame' : `guess ${turn}`;
        const madeUp = `203.0.${turn >> 8}.${turn & 255}`;
        // One process is called directly. The other trusts the proxy, which appends the caller's real address.
        return turn % 2
          ? openWaitlist(caller, code, { 'x-forwarded-for': madeUp })
          : openWaitlist(proxy, code, { 'x-forwarded-for': `${madeUp}, ${address}` });
      };
      const answers = await Promise.all(Array.from({ length: 10_000 }, (_, turn) => guess(turn)));
      expect(countOf(answers)).toEqual({ 403: 5, 429: 9_995 });
      const other = { 'x-forwarded-for': newAddress() };
      expect((await openWaitlist(proxy, 'Open-Sesame', other)).status).toBe(200);
    },
  );

  test('from many addresses of one IPv6 network counts as one caller', async () => {
    const answers = [];
    for (let turn = 0; turn < 7; turn += 1)
      answers.push(await openWaitlist(community.visitorFrom(`2001:db8:1:2::${turn + 1}`), `guess ${turn}`));
    expect(countOf(answers)).toEqual({ 403: 5, 429: 2 });
  });

  test('gets at most 30 codes checked in any hour', async () => {
    let looked = 0;
    const { db } = community;
    const minutes = Array.from({ length: 120 }, (_, minute) => minute);
    const lookedAt: number[] = [];
    const limit = { name: 'hour', calls: 5, perSeconds: 15 * 60, by: 'network' } as const;
    for (const minute of minutes) {
      // A new limiter for each minute, without memory of earlier calls.
      const attempt = createAttempts(db);
      for (let turn = 0; turn < 7; turn += 1) {
        await attempt(limit, 'somebody', () => {
          looked += 1;
          lookedAt.push(minute);
          return false;
        }).catch(() => undefined);
      }
      // Simulates a passing minute: every window ends a minute earlier.
      await db.update(rateLimits).set({ expire: sql`${rateLimits.expire} - 60000` });
    }
    expect(looked).toBe(40);
    const inHour = minutes.map((from) => lookedAt.filter((minute) => minute >= from && minute < from + 60).length);
    expect(Math.max(...inHour)).toBeLessThanOrEqual(30);
  });
});

describe('a caller who knows the code', () => {
  test('is not limited by their own correct calls, sequential or concurrent, even after four mistakes', async () => {
    const caller = community.visitorFrom(newAddress());
    for (let turn = 0; turn < 4; turn += 1)
      expectProblem(await openWaitlist(caller, `mistake ${turn}`), 403, 'gate.wrong_code');
    for (let turn = 0; turn < 12; turn += 1) expect((await openWaitlist(caller, 'Open-Sesame')).status).toBe(200);
    const atOnce = await Promise.all(Array.from({ length: 60 }, () => openWaitlist(caller, 'Open-Sesame')));
    expect(countOf(atOnce)).toEqual({ 200: 60 });
    expectProblem(await openWaitlist(caller, 'the fifth mistake'), 403, 'gate.wrong_code');
    expectProblem(await openWaitlist(caller, 'Open-Sesame'), 429, 'gate.too_many_tries');
  });

  test('gets in within seconds when several processes check the code at once', async () => {
    const address = newAddress();
    const callers = [community, beside, behindProxy].map((process) => process.visitorFrom(address));
    for (let turn = 0; turn < 4; turn += 1)
      expectProblem(await openWaitlist(callers[0]!, `mistake ${turn}`), 403, 'gate.wrong_code');
    await Promise.all(
      callers.flatMap((caller) => Array.from({ length: 20 }, () => openWaitlist(caller, 'Open-Sesame'))),
    );
    for (const caller of callers)
      await expect.poll(async () => (await openWaitlist(caller, 'Open-Sesame')).status, { timeout: 5_000 }).toBe(200);
  });
});

test('a missing code opens nothing and does not count as a guess', async () => {
  const caller = community.visitorFrom(newAddress());
  for (let turn = 0; turn < 8; turn += 1) expectProblem(await caller.call(listWaitlist, {}), 403, 'gate.wrong_code');
  expect((await openWaitlist(caller, 'Open-Sesame')).status).toBe(200);
});
