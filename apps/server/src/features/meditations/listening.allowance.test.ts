import { randomUUID } from 'node:crypto';
import * as contract from '@commons/contract/meditations/schemas';
import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Community, type Member, setUpCommunity } from '../../../test/community.ts';
import { pointsLedger } from '../points/points.tables.ts';
import { listeningAllowances } from './meditations.tables.ts';

const community = setUpCommunity();
/** A second server process, as a member's second device may use. */
let secondServer: Community;
const durations = [60, 600, 3_600, 7_200];
let ids: string[];
beforeAll(async () => {
  secondServer = await Community.open({ sharesDatabaseWith: community.current });
  const admin = await community.current.member({ role: 'admin' });
  ids = await Promise.all(
    durations.map(async (duration) => {
      const body = { title: 'Rain', description: '', audioUrl: 'https://sounds.test/rain.mp3', duration };
      return (await admin.call(contract.createMeditation, { body })).body.id;
    }),
  );
});
afterAll(() => secondServer.close());

/** A listening report of a device: track, listened part, number of copies with the same key, and server. */
const reportArbitrary = fc.record({
  track: fc.nat({ max: durations.length - 1 }),
  part: fc.constantFrom(0.01, 0.3, 0.89, 0.9, 1),
  completed: fc.boolean(),
  copies: fc.integer({ min: 1, max: 4 }),
  server: fc.nat({ max: 1 }),
});
type Report = typeof reportArbitrary extends fc.Arbitrary<infer Value> ? Value : never;
type Step = { wait: number } | { reports: Report[] };
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.integer({ min: 1, max: 5_000 }).map((wait) => ({ wait })),
    fc.array(reportArbitrary, { minLength: 1, maxLength: 5 }).map((reports) => ({ reports })),
  ),
  { minLength: 3, maxLength: 12 },
);

/** A model of the allowance: one hour, which is used up and refills in real time. */
class Allowance {
  #seconds = 3_600;
  #at = 0;
  use(requestedSeconds: number, updatedAtSecond: number): number {
    this.#seconds = Math.min(3_600, this.#seconds + updatedAtSecond - this.#at);
    this.#at = updatedAtSecond;
    const credited = Math.min(requestedSeconds, Math.floor(this.#seconds));
    this.#seconds -= credited;
    return credited;
  }
}

async function readTotals({ id }: Member) {
  const rows = await community.current.db.select().from(pointsLedger).where(eq(pointsLedger.memberId, id));
  const sum = (given: typeof rows, column: 'points' | 'seconds') => given.reduce((all, row) => all + row[column], 0);
  return {
    points: sum(rows, 'points'),
    seconds: sum(rows, 'seconds'),
    completions: rows.filter(({ kind }) => kind === 'completion').map(({ occasion }) => occasion),
  };
}

test('any sequence of reports is credited exactly up to the allowance', { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (given) => {
      const ana = await community.current.member();
      const startedAt = performance.now();
      const model = new Allowance();
      let waitedSeconds = 0;
      let awardedPoints = 0;
      let minimumSeconds = 0;
      let roundsOnBothServers = 0;
      for (const step of given) {
        if ('wait' in step) {
          waitedSeconds += step.wait;
          await community.current.db
            .update(listeningAllowances)
            .set({ wholeAt: sql`${listeningAllowances.wholeAt} - ${step.wait} * interval '1 second'` })
            .where(eq(listeningAllowances.memberId, ana.id));
          continue;
        }
        const responses = await Promise.all(step.reports.map((report) => sendCopies(ana, report)));
        awardedPoints += responses.reduce((sum, points) => sum + points, 0);
        // The minimum credit, as if the calls took no time.
        for (const report of step.reports) minimumSeconds += model.use(secondsOf(report), waitedSeconds);
        if (new Set(step.reports.map(({ server }) => server)).size > 1) roundsOnBothServers += 1;
      }
      const elapsedSeconds = Math.ceil((performance.now() - startedAt) / 1_000);
      const { points, seconds, completions } = await readTotals(ana);
      expect(seconds).toBeLessThanOrEqual(3_600 + waitedSeconds + elapsedSeconds);
      // The server may process concurrent calls in another order. A reordered call misses the refill between the two,
      // and rounding can cost it another second.
      expect(seconds).toBeGreaterThanOrEqual(
        roundsOnBothServers === 0 ? minimumSeconds : minimumSeconds - roundsOnBothServers - elapsedSeconds,
      );
      expect(seconds).toBeLessThanOrEqual(minimumSeconds + elapsedSeconds);
      expect(awardedPoints).toBe(points);
      expect(points).toBe(Math.floor(seconds / 60) + 5 * completions.length);
      expect(new Set(completions).size).toBe(completions.length);
      const user = (await community.current.findUser(ana.id))!;
      expect([user.mindfulnessScore, user.meditationMinutes]).toEqual([points, Math.floor(seconds / 60)]);
    }),
    { numRuns: 25 },
  );
});

const secondsOf = ({ track, part }: Report) => Math.floor(durations[track]! * part);

/**
 * Sends copies of a report concurrently with the same key. Returns the points, which must be the same in each answer.
 */
async function sendCopies(member: Member, report: Report): Promise<number> {
  const key = randomUUID();
  const server = report.server === 0 ? community.current : secondServer;
  const responses = await Promise.all(
    Array.from({ length: report.copies }, () =>
      server.visitor.call(
        contract.trackListening,
        {
          params: { id: ids[report.track]! },
          body: { secondsListened: secondsOf(report), completed: report.completed },
        },
        { cookie: member.cookie, 'idempotency-key': key },
      ),
    ),
  );
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  const points = new Set(responses.map(({ body }) => body.pointsAwarded));
  expect(points.size).toBe(1);
  return [...points][0]!;
}
