import * as feed from '@commons/contract/feed/schemas';
import { pointsLimits } from '@commons/contract/points';
import { getStreak } from '@commons/contract/points/schemas';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Member, setUpCommunity } from '../../../test/community.ts';
import { pointsLedger } from './points.tables.ts';

const community = setUpCommunity();

const streakOf = async (member: Member, timeZone = 'UTC') =>
  (await member.call(getStreak, { query: { timeZone } })).body;

/** Adds a row to the points ledger for each of these times. */
const earnAt = async ({ id: memberId }: Member, times: Date[]) => {
  const rows = times.map((createdAt, index) => ({
    memberId,
    kind: 'test',
    occasion: `${index}`,
    points: 1,
    createdAt,
  }));
  if (rows.length > 0) await community.current.db.insert(pointsLedger).values(rows);
};

const hourMilliseconds = 60 * 60 * 1000;
const dayMilliseconds = 24 * hourMilliseconds;

/** Returns the local date in a time zone, for example "2026-11-22". */
const dateIn = (timeZone: string, time: Date) =>
  new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(time);
const dayBefore = (date: string) => new Date(Date.parse(date) - dayMilliseconds).toISOString().slice(0, 10);

/** Computes the expected streak independently, by counting dates. */
function expectedStreak(times: Date[], timeZone: string) {
  const dates = new Set(times.map((time) => dateIn(timeZone, time)));
  const today = dateIn(timeZone, new Date());
  const daysThisMonth = [...dates].filter((date) => date.slice(0, 7) === today.slice(0, 7)).length;
  let currentRun = 0;
  for (let date = dates.has(today) ? today : dayBefore(today); dates.has(date); date = dayBefore(date)) currentRun += 1;
  return { daysThisMonth, currentRun };
}

test('counts days with points in the requested time zone', async () => {
  const timeZones = [
    'UTC',
    'Europe/Berlin',
    'America/St_Johns',
    'Pacific/Kiritimati',
    'Pacific/Pago_Pago',
    'Asia/Kathmandu',
  ];
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat({ max: 24 * 70 }), { maxLength: 60 }),
      fc.nat({ max: 12 }),
      fc.constantFrom(...timeZones),
      async (hoursAgo, consecutiveDays, timeZone) => {
        const member = await community.current.member();
        const runHours = Array.from({ length: consecutiveDays }, (_, days) => days * 24);
        const times = [...hoursAgo, ...runHours].map((hours) => new Date(Date.now() - hours * hourMilliseconds));
        await earnAt(member, times);
        // Midnight may pass during the call.
        const before = expectedStreak(times, timeZone);
        const streak = await streakOf(member, timeZone);
        expect([before, expectedStreak(times, timeZone)]).toContainEqual(streak);
      },
    ),
    { numRuns: 60 },
  );
});

test('today without points does not end the run, but a missed day does', async () => {
  const ana = await community.current.member();
  expect(await streakOf(ana)).toEqual({ daysThisMonth: 0, currentRun: 0 });
  await earnAt(
    ana,
    [1, 2, 3].map((days) => new Date(Date.now() - days * dayMilliseconds)),
  );
  expect((await streakOf(ana)).currentRun).toBe(3);
  const ben = await community.current.member();
  await earnAt(
    ben,
    [2, 3].map((days) => new Date(Date.now() - days * dayMilliseconds)),
  );
  expect((await streakOf(ben)).currentRun).toBe(0);
});

test('a day still counts after its post is deleted', async () => {
  const ana = await community.current.member();
  const { id } = (await ana.call(feed.createPost, { body: { content: 'Good morning' } })).body;
  await ana.call(feed.deletePost, { params: { id } });
  expect(await streakOf(ana)).toEqual({ daysThisMonth: 1, currentRun: 1 });
});

test('a run is capped at one year', async () => {
  const ana = await community.current.member();
  await earnAt(
    ana,
    Array.from({ length: 400 }, (_, days) => new Date(Date.now() - days * dayMilliseconds)),
  );
  expect((await streakOf(ana)).currentRun).toBe(pointsLimits.maxStreakDays);
});

test.for(['Mars/Olympus', '', '+01:00', '-5', "UTC'; DROP TABLE users", 'A'.repeat(65)])(
  'an invalid time zone (%s) is rejected with the field name',
  async (timeZone) => {
    const ana = await community.current.member();
    const query = new URLSearchParams({ timeZone });
    const rejection = await ana.send('GET', `/api/points/streak?${query.toString()}`);
    expect(rejection).toMatchObject({ status: 400, body: { errors: [{ path: 'timeZone' }] } });
  },
);

test('the database knows every time zone that a browser may send', async () => {
  const names = Intl.supportedValuesOf('timeZone');
  const { rows } = await community.current.db.execute<{ known: number }>(sql`
    SELECT count(now() AT TIME ZONE name)::int AS known FROM unnest(${sql.param(names)}::text[]) AS name`);
  expect(rows).toEqual([{ known: names.length }]);
});
