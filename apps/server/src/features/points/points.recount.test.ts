import * as feed from '@commons/contract/feed/schemas';
import { listLeaderboard } from '@commons/contract/points/schemas';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { type Member, setUpCommunity } from '../../../test/community.ts';
import { award } from './points.ledger.ts';
import { findLedgerMismatches, fillStandings } from './points.recount.ts';

const community = setUpCommunity();

const share = async (member: Member) =>
  (await member.call(feed.createPost, { body: { content: 'Something small' } })).body.id;

const mismatchesOf = async (member: Member) =>
  (await findLedgerMismatches(community.current.db)).filter(({ memberId }) => memberId === member.id);

const fill = () => fillStandings(community.current.db, async (run) => community.current.work(run));

/** Creates a member with points and seconds, some of them reversed. */
async function memberWithPoints() {
  const ana = await community.current.member();
  const [first] = [await share(ana), await share(ana), await share(ana)];
  await ana.call(feed.deletePost, { params: { id: first } });
  await community.current.work(async (work) => {
    await award(work, { memberId: ana.id, kind: 'meditation', occasion: 'm1', points: 1, seconds: 59 });
    await award(work, { memberId: ana.id, kind: 'meditation', occasion: 'm2', points: 0, seconds: 62 });
  });
  return ana;
}

test('every full 60 seconds make a minute, with and without points', async () => {
  const ana = await memberWithPoints();
  expect(await community.current.findUser(ana.id)).toMatchObject({
    mindfulnessScore: 3,
    meditationSeconds: 121,
    meditationMinutes: 2,
  });
  expect(await mismatchesOf(ana)).toEqual([]);
});

test.for([
  ['points', sql`UPDATE users SET mindfulness_score = mindfulness_score + 1`],
  ['seconds', sql`UPDATE users SET meditation_seconds = meditation_seconds + 1`],
  ['minutes', sql`UPDATE users SET meditation_minutes = meditation_minutes + 1`],
  ['standing', sql`UPDATE leaderboard_standings SET score = score + 1`],
  ['standing of the month', sql`UPDATE leaderboard_standings SET month_score = month_score + 1`],
  ['standing of the week', sql`UPDATE leaderboard_standings SET week_score = week_score + 1`],
  ['place on the leaderboard', sql`UPDATE leaderboard_standings SET is_listed = NOT is_listed`],
] as const)('the check finds a wrong value: %s', async ([field, corruption]) => {
  const ana = await memberWithPoints();
  expect(await mismatchesOf(ana)).toEqual([]);
  const column = ['points', 'seconds', 'minutes'].includes(field) ? sql`id` : sql`member_id`;
  await community.current.db.execute(sql`${corruption} WHERE ${column} = ${ana.id}`);
  expect((await mismatchesOf(ana)).map((mismatch) => mismatch.figure)).toEqual([field]);
});

test('the check finds a ledger row that was not added to the totals', async () => {
  const ana = await memberWithPoints();
  await community.current.db.execute(sql`
    INSERT INTO points_ledger (id, member_id, kind, occasion, points, seconds)
      VALUES (gen_random_uuid(), ${ana.id}, 'test', 'alone', 5, 60)`);
  expect(await mismatchesOf(ana)).toEqual([
    { memberId: ana.id, figure: 'points', actual: 3, expected: 8 },
    { memberId: ana.id, figure: 'seconds', actual: 121, expected: 181 },
    { memberId: ana.id, figure: 'minutes', actual: 2, expected: 3 },
    { memberId: ana.id, figure: 'standing', actual: 3, expected: 8 },
    { memberId: ana.id, figure: 'standing of the month', actual: 3, expected: 8 },
    { memberId: ana.id, figure: 'standing of the week', actual: 3, expected: 8 },
  ]);
});

test('the hourly job adds awards booked by an older server version to the leaderboard', async () => {
  const [ana, ben] = [await community.current.member(), await community.current.member()];
  await share(ana);
  const book = async ({ id }: Member, points: number) =>
    community.current.db.execute(sql`
      WITH awarded AS (
        INSERT INTO points_ledger (id, member_id, kind, occasion, subject_id, points)
          VALUES (uuidv7(), ${id}, 'post', 'older', gen_random_uuid(), ${points}) RETURNING member_id, points
      )
      UPDATE users SET mindfulness_score = mindfulness_score + awarded.points FROM awarded WHERE id = member_id`);
  await book(ana, 60);
  await book(ben, 50);
  expect((await mismatchesOf(ben)).map(({ figure: field }) => field)).toEqual([
    'standing',
    'standing of the month',
    'standing of the week',
  ]);
  expect(await fill()).toBeGreaterThanOrEqual(2);
  expect([await mismatchesOf(ana), await mismatchesOf(ben)]).toEqual([[], []]);
  const listed = (await ana.call(listLeaderboard, { query: { period: 'week' } })).body;
  expect(listed.slice(0, 2).map(({ id, points }) => ({ id, points }))).toEqual([
    { id: ana.id, points: 61 },
    { id: ben.id, points: 50 },
  ]);
  expect(await fill()).toBe(0);
});
