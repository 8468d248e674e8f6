import { randomUUID } from 'node:crypto';
import { getCurrentUser } from '@commons/contract/auth/schemas';
import * as contract from '@commons/contract/meditations/schemas';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Member, setUpCommunity } from '../../../test/community.ts';
import { expectProblem } from '../../../test/problems.ts';
import { pointsLedger } from '../points/points.tables.ts';
import { listeningAllowances } from './meditations.tables.ts';

const community = setUpCommunity();

const addMeditation = async (duration = 900) => {
  const admin = await community.current.member({ role: 'admin' });
  const body = { title: 'Rain', description: '', audioUrl: 'https://sounds.test/rain.mp3', duration };
  return (await admin.call(contract.createMeditation, { body })).body.id;
};

let ana: Member;
let id: string;
beforeEach(async () => {
  ana = await community.current.member();
  id = await addMeditation();
});

const report = (
  member: Member,
  meditationId: string,
  secondsListened: number,
  { completed = false, key, listeningId }: { completed?: boolean; key?: string; listeningId?: string } = {},
) =>
  member.call(
    contract.trackListening,
    { params: { id: meditationId }, body: { secondsListened, completed, listeningId } },
    key === undefined ? {} : { 'idempotency-key': key },
  );

const pointsFor = async (...reportArguments: Parameters<typeof report>) =>
  (await report(...reportArguments)).body.pointsAwarded;

/** Returns a member's figures and the sums of their ledger rows. */
async function readTotals({ id: memberId }: Member) {
  const user = (await community.current.findUser(memberId))!;
  const rows = await community.current.db.select().from(pointsLedger).where(eq(pointsLedger.memberId, memberId));
  const sum = (column: 'points' | 'seconds') => rows.reduce((total, row) => total + row[column], 0);
  expect([user.mindfulnessScore, user.meditationSeconds]).toEqual([sum('points'), sum('seconds')]);
  expect(user.meditationMinutes).toBe(Math.floor(sum('seconds') / 60));
  return { score: sum('points'), seconds: sum('seconds'), rows: rows.length };
}

/** Simulates that time passes, so that the allowance refills. */
const letTimePass = (seconds: number) =>
  community.current.db
    .update(listeningAllowances)
    .set({ wholeAt: sql`${listeningAllowances.wholeAt} - ${seconds} * interval '1 second'` });

describe('listening', () => {
  test('earns a point per full minute of the total, regardless of how it is split', async () => {
    const responses = [];
    for (const seconds of [59, 1, 30, 29, 1, 180]) responses.push(await pointsFor(ana, id, seconds));
    expect(responses).toEqual([0, 1, 0, 0, 1, 3]);
    expect(await readTotals(ana)).toEqual({ score: 5, seconds: 300, rows: 6 });
    expect((await ana.call(getCurrentUser, {})).body).toMatchObject({ mindfulnessScore: 5, meditationMinutes: 5 });
  });

  test('for zero seconds earns nothing', async () => {
    expect(await pointsFor(ana, id, 0)).toBe(0);
    expect(await pointsFor(ana, id, 0, { completed: true })).toBe(0);
    expect((await readTotals(ana)).rows).toBe(0);
  });

  test('updates the points live in every tab', async () => {
    const live = await community.current.connect(ana);
    await report(ana, id, 130);
    expect(await live.next('points.changed')).toMatchObject({ mindfulnessScore: 2 });
    live.close();
  });

  test.for([901, -1, 1.5, '60', null])(
    'of %s seconds to a fifteen-minute meditation is rejected and not credited',
    async (seconds) => {
      const body = { secondsListened: seconds, completed: true };
      const rejection = await ana.send('POST', `/api/meditations/${id}/track`, { body });
      expect(rejection.status).toBe(400);
      expect((await readTotals(ana)).rows).toBe(0);
    },
  );

  test('for longer than the meditation is rejected with a specific error', async () => {
    expectProblem(await report(ana, id, 901), 400, 'meditations.more_than_its_length');
    expect(await pointsFor(ana, id, 900)).toBe(15);
  });

  test('to an unknown meditation gets a 404', async () => {
    expectProblem(await report(ana, randomUUID(), 60), 404, 'meditations.not_found');
  });

  test('is credited if the report arrives after the deletion', async () => {
    const admin = await community.current.member({ role: 'admin' });
    await admin.call(contract.deleteMeditation, { params: { id } });
    expectProblem(await report(ana, id, 901), 400, 'meditations.more_than_its_length');
    expect(await pointsFor(ana, id, 900, { completed: true })).toBe(20);
    expect(await readTotals(ana)).toMatchObject({ score: 20, seconds: 900 });
  });

  test('keeps its points and minutes after the meditation is deleted', async () => {
    await report(ana, id, 900, { completed: true });
    const admin = await community.current.member({ role: 'admin' });
    await admin.call(contract.deleteMeditation, { params: { id } });
    expect(await readTotals(ana)).toEqual({ score: 20, seconds: 900, rows: 2 });
  });
});

const complete = (meditationId: string) => pointsFor(ana, meditationId, 900, { completed: true });

describe('a completion', () => {
  test('earns five points once a day per meditation', async () => {
    const other = await addMeditation();
    expect([await complete(id), await complete(id), await complete(other)]).toEqual([20, 15, 20]);
    await community.current.db
      .update(pointsLedger)
      .set({ occasion: sql`replace(occasion, to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD'), '2020-01-01')` })
      .where(eq(pointsLedger.kind, 'completion'));
    expect(await complete(id)).toBe(20);
  });

  test('counts from exactly nine tenths in one call', async () => {
    expect(await pointsFor(ana, id, 809, { completed: true })).toBe(13);
    const ben = await community.current.member();
    expect(await pointsFor(ben, id, 810, { completed: true })).toBe(18);
  });

  test('does not count if it is only claimed or added up from separate listenings', async () => {
    expect(await pointsFor(ana, id, 450)).toBe(7);
    expect(await pointsFor(ana, id, 450, { completed: true })).toBe(8);
  });

  test('counts once if the calls of one listening add up to nine tenths', async () => {
    const listeningId = randomUUID();
    expect(await pointsFor(ana, id, 450, { listeningId })).toBe(7);
    expect(await pointsFor(ana, id, 359, { listeningId, completed: true })).toBe(6);
    expect(await pointsFor(ana, id, 1, { listeningId, completed: true })).toBe(5);
    expect(await pointsFor(ana, id, 90, { listeningId, completed: true })).toBe(2);
  });

  test('does not count the calls of another listening, meditation or member', async () => {
    const listeningId = randomUUID();
    const ben = await community.current.member();
    await report(ana, id, 800, { listeningId: randomUUID() });
    await report(ana, await addMeditation(), 800, { listeningId });
    await report(ben, id, 800, { listeningId });
    // 1,600 seconds were credited before.
    expect(await pointsFor(ana, id, 140, { listeningId, completed: true })).toBe(2 + 1);
  });

  test('does not count if the allowance does not credit the listening', async () => {
    const fiftyMinutes = await addMeditation(3_000);
    expect(await pointsFor(ana, fiftyMinutes, 3_000, { completed: true })).toBe(55);
    expect(await pointsFor(ana, id, 900, { completed: true })).toBe(10);
    const { score, seconds } = await readTotals(ana);
    expect(score).toBe(65);
    // The allowance may have refilled by a second between the two calls.
    expect(seconds).toBeGreaterThanOrEqual(3_600);
    expect(seconds).toBeLessThan(3_600 + 60);
  });

  test('of a meditation longer than the full allowance counts if the whole allowance is used', async () => {
    const long = await addMeditation(2 * 3_600);
    expect(await pointsFor(ana, long, 7_200, { completed: true })).toBe(65);
    await letTimePass(3_000);
    const again = await addMeditation(2 * 3_600);
    expect(await pointsFor(ana, again, 7_200, { completed: true })).toBe(50);
  });
});

describe('the allowance', () => {
  test('is one hour and refills in real time', async () => {
    const long = await addMeditation(3_600);
    expect(await pointsFor(ana, long, 3_600)).toBe(60);
    expect(await pointsFor(ana, long, 3_600)).toBe(0);
    await letTimePass(600);
    expect(await pointsFor(ana, long, 3_600)).toBe(10);
    await letTimePass(24 * 3_600);
    expect(await pointsFor(ana, long, 3_600)).toBe(60);
    expect(await pointsFor(ana, long, 3_600)).toBe(0);
  });

  test('is separate for each member', async () => {
    const [long, ben] = [await addMeditation(3_600), await community.current.member()];
    expect([await pointsFor(ana, long, 3_600), await pointsFor(ben, long, 3_600)]).toEqual([60, 60]);
  });

  test('credits every minute of ten hours that are reported in sequence', async () => {
    let points = 0;
    for (let round = 0; round < 40; round += 1) {
      points += await pointsFor(ana, id, 900);
      await letTimePass(900);
    }
    expect(points).toBe(600);
  });
});

describe('repeated reports', () => {
  test('two hundred concurrent reports with one key count once', async () => {
    const key = randomUUID();
    const responses = await Promise.all(
      Array.from({ length: 200 }, () => report(ana, id, 900, { completed: true, key })),
    );
    expect(new Set(responses.map(({ status, body }) => `${status} ${JSON.stringify(body)}`))).toEqual(
      new Set(['200 {"pointsAwarded":20}']),
    );
    expect(await readTotals(ana)).toEqual({ score: 20, seconds: 900, rows: 2 });
  });

  test('a report with the same key and other seconds is rejected', async () => {
    const key = randomUUID();
    await report(ana, id, 60, { key });
    expectProblem(await report(ana, id, 120, { key }), 409, 'request.key_reused');
    expect(await readTotals(ana)).toMatchObject({ seconds: 60 });
  });
});
