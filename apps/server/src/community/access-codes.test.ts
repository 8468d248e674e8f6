import { openBookNotifications } from '@commons/contract/book-notifications/schemas';
import { listWaitlist } from '@commons/contract/waitlist/schemas';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiResponse, Caller } from '../../test/caller.ts';
import { Community, sessionSecret } from '../../test/community.ts';
import { expectProblem } from '../../test/problems.ts';
import { createAttempts } from '../platform/rate-limits/attempts.ts';
import { rateLimits } from '../platform/rate-limits/rate-limits.tables.ts';
import { accessCodesOf } from './access-codes.ts';

const environment = { RATE_LIMITS: 'on', WAITLIST_ACCESS_CODE: 'Open-Sesame', BOOK_ACCESS_CODE: 'Open-Book' };

let community: Community;
let secondProcess: Community;
let behindProxy: Community;
beforeAll(async () => {
  community = await Community.open({ environment });
  secondProcess = await Community.open({ environment, sharesDatabaseWith: community });
  behindProxy = await Community.open({
    environment: { ...environment, TRUSTED_PROXIES: '10.9.9.9' },
    sharesDatabaseWith: community,
  });
});
afterAll(async () => {
  for (const each of [secondProcess, behindProxy, community]) await each.close();
});

let addressCount = 0;
/** Returns an address that made no request before. */
const newAddress = () => `198.18.${addressCount >> 8}.${addressCount++ & 255}`;

const openWaitlist = (caller: Caller, accessCode: string, headers: Record<string, string> = {}) =>
  caller.call(listWaitlist, { body: { accessCode } }, headers);
const openBookList = (caller: Caller, accessCode: string) =>
  caller.call(openBookNotifications, { body: { accessCode } });

const countByStatus = (answers: readonly ApiResponse<unknown>[]) =>
  Object.fromEntries(
    Map.groupBy(answers, ({ status }) => status)
      .entries()
      .map(([status, all]) => [status, all.length]),
  );

describe('an access code', () => {
  test('opens only its own page, and only the code of the book list ignores case', async () => {
    const caller = community.visitorFrom(newAddress());
    expect((await openWaitlist(caller, 'Open-Sesame')).status).toBe(200);
    expect((await openBookList(caller, 'oPEN-bOOK')).status).toBe(200);
    for (const wrong of ['open-sesame', 'Open-Book', ' Open-Sesame'])
      expectProblem(await openWaitlist(caller, wrong), 403, 'gate.wrong_code');
    expectProblem(await openBookList(caller, 'Open-Sesame'), 403, 'gate.wrong_code');
  });

  test('derived from the session secret is the same in every process and differs between communities', async () => {
    const unset = { waitlistAccessCode: undefined, bookAccessCode: undefined };
    const codes = accessCodesOf(unset, sessionSecret);
    expect(codes).toEqual(accessCodesOf(unset, sessionSecret));
    expect(codes.waitlist).toMatch(/^([\da-f]{4}-){2}[\da-f]{4}$/);
    const otherCodes = accessCodesOf(unset, 'the secret of somebody else');
    expect(new Set([codes.waitlist, codes.book, otherCodes.waitlist, otherCodes.book])).toHaveProperty('size', 4);
    const unconfigured = await Community.open();
    expect((await openWaitlist(unconfigured.visitor, codes.waitlist)).status).toBe(200);
    expect((await openBookList(unconfigured.visitor, codes.book.toUpperCase())).status).toBe(200);
    await unconfigured.close();
  });
});

describe('a caller who guesses codes', () => {
  test('must wait after five wrong codes, at both pages and in every process', async () => {
    const address = newAddress();
    const guesses = [
      openWaitlist(community.visitorFrom(address), 'guess 1'),
      openBookList(community.visitorFrom(address), 'guess 2'),
      openWaitlist(secondProcess.visitorFrom(address), 'guess 3'),
      openBookList(secondProcess.visitorFrom(address), 'guess 4'),
      openWaitlist(community.visitorFrom(address), 'guess 5'),
    ];
    for (const guess of guesses) expectProblem(await guess, 403, 'gate.wrong_code');
    for (const process of [community, secondProcess]) {
      const correctGuess = await openWaitlist(process.visitorFrom(address), 'Open-Sesame');
      expectProblem(correctGuess, 429, 'gate.too_many_tries');
      const seconds = Number(correctGuess.headers['retry-after']);
      expect(seconds).toBeGreaterThan(14 * 60);
      expect(seconds).toBeLessThanOrEqual(15 * 60);
      expectProblem(await openBookList(process.visitorFrom(address), 'Open-Book'), 429, 'gate.too_many_tries');
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
      const guess = (index: number) => {
        const code = index === 9_000 ? 'Open-Sesame' : `guess ${index}`;
        const forgedAddress = `203.0.${index >> 8}.${index & 255}`;
        // One process is called directly. The other trusts the proxy, which appends the caller's real address.
        return index % 2
          ? openWaitlist(caller, code, { 'x-forwarded-for': forgedAddress })
          : openWaitlist(proxy, code, { 'x-forwarded-for': `${forgedAddress}, ${address}` });
      };
      const answers = await Promise.all(Array.from({ length: 10_000 }, (_, index) => guess(index)));
      expect(countByStatus(answers)).toEqual({ 403: 5, 429: 9_995 });
      const other = { 'x-forwarded-for': newAddress() };
      expect((await openWaitlist(proxy, 'Open-Sesame', other)).status).toBe(200);
    },
  );

  test('from many addresses of one IPv6 network counts as one caller', async () => {
    const answers = [];
    for (let index = 0; index < 7; index += 1)
      answers.push(await openWaitlist(community.visitorFrom(`2001:db8:1:2::${index + 1}`), `guess ${index}`));
    expect(countByStatus(answers)).toEqual({ 403: 5, 429: 2 });
  });

  test('gets at most 30 codes checked in any hour', async () => {
    let checkedCount = 0;
    const { db } = community;
    const minutes = Array.from({ length: 120 }, (_, minute) => minute);
    const checkedMinutes: number[] = [];
    const limit = { name: 'hour', calls: 5, perSeconds: 15 * 60, by: 'network' } as const;
    for (const minute of minutes) {
      // A new limiter for each minute, without memory of earlier calls.
      const attempt = createAttempts(db);
      for (let index = 0; index < 7; index += 1) {
        await attempt(limit, 'somebody', () => {
          checkedCount += 1;
          checkedMinutes.push(minute);
          return false;
        }).catch(() => undefined);
      }
      // Simulates a passing minute: every window ends a minute earlier.
      await db.update(rateLimits).set({ expire: sql`${rateLimits.expire} - 60000` });
    }
    expect(checkedCount).toBe(40);
    const checksPerHour = minutes.map(
      (from) => checkedMinutes.filter((minute) => minute >= from && minute < from + 60).length,
    );
    expect(Math.max(...checksPerHour)).toBeLessThanOrEqual(30);
  });
});

describe('a caller who knows the code', () => {
  test('is not limited by their own correct calls, sequential or concurrent, even after four mistakes', async () => {
    const caller = community.visitorFrom(newAddress());
    for (let index = 0; index < 4; index += 1)
      expectProblem(await openWaitlist(caller, `mistake ${index}`), 403, 'gate.wrong_code');
    for (let index = 0; index < 12; index += 1) expect((await openWaitlist(caller, 'Open-Sesame')).status).toBe(200);
    const concurrentAnswers = await Promise.all(Array.from({ length: 60 }, () => openWaitlist(caller, 'Open-Sesame')));
    expect(countByStatus(concurrentAnswers)).toEqual({ 200: 60 });
    expectProblem(await openWaitlist(caller, 'the fifth mistake'), 403, 'gate.wrong_code');
    expectProblem(await openWaitlist(caller, 'Open-Sesame'), 429, 'gate.too_many_tries');
  });

  test('is admitted within seconds when several processes check the code at once', async () => {
    const address = newAddress();
    const callers = [community, secondProcess, behindProxy].map((process) => process.visitorFrom(address));
    for (let index = 0; index < 4; index += 1)
      expectProblem(await openWaitlist(callers[0]!, `mistake ${index}`), 403, 'gate.wrong_code');
    await Promise.all(
      callers.flatMap((caller) => Array.from({ length: 20 }, () => openWaitlist(caller, 'Open-Sesame'))),
    );
    for (const caller of callers)
      await expect.poll(async () => (await openWaitlist(caller, 'Open-Sesame')).status, { timeout: 5_000 }).toBe(200);
  });
});

test('a missing code opens nothing and does not count as a guess', async () => {
  const caller = community.visitorFrom(newAddress());
  for (let index = 0; index < 8; index += 1) expectProblem(await caller.call(listWaitlist, {}), 403, 'gate.wrong_code');
  expect((await openWaitlist(caller, 'Open-Sesame')).status).toBe(200);
});
