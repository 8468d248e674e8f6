import * as feed from '@commons/contract/feed/schemas';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { type Member, setUpCommunity } from '../../../test/community.ts';
import { award } from './points.ledger.ts';
import { findLedgerMismatches } from './points.recount.ts';

const community = setUpCommunity();

const share = async (member: Member) =>
  (await member.call(feed.createPost, { body: { content: 'Something small' } })).body.id;

const mismatchesOf = async (member: Member) =>
  (await findLedgerMismatches(community.current.db)).filter(({ memberId }) => memberId === member.id);

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
