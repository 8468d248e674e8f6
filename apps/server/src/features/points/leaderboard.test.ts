import * as feed from '@commons/contract/feed/schemas';
import { leaderboardPeriods } from '@commons/contract/points';
import { getStanding, listLeaderboard, type LeaderboardPeriod } from '@commons/contract/points/schemas';
import { block, getSettings, mute, unblock, updateSettings } from '@commons/contract/profiles/schemas';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { type Member, setUpCommunity } from '../../../test/community.ts';
import { award } from './points.ledger.ts';
import { findLedgerMismatches } from './points.recount.ts';

const community = setUpCommunity();

let occasions = 0;
const earn = (member: Member, points: number, seconds = 0) =>
  community.current.work(async (work) => {
    occasions += 1;
    await award(work, { memberId: member.id, kind: 'test', occasion: String(occasions), points, seconds });
  });

const listOf = async (reader: Member, period: LeaderboardPeriod = 'all') =>
  (await reader.call(listLeaderboard, { query: { period, limit: 100 } })).body;
const standingOf = async (member: Member, period: LeaderboardPeriod = 'all') =>
  (await member.call(getStanding, { query: { period } })).body;
/** Returns the ranks of these members, in the order of the list. */
const ranksOf = async (reader: Member, members: Member[], period: LeaderboardPeriod = 'all') =>
  (await listOf(reader, period)).flatMap(({ id, rank }) => {
    const position = members.findIndex((member) => member.id === id);
    return position < 0 ? [] : [{ position, rank }];
  });
const setListed = (member: Member, showsOnLeaderboard: boolean) =>
  member.call(updateSettings, { body: { showsOnLeaderboard } });

/** Creates members with these points. The points are higher than those in other tests. */
const members = async (...points: number[]) => {
  const created: Member[] = [];
  for (const score of points) {
    const member = await community.current.member();
    if (score > 0) await earn(member, score);
    created.push(member);
  }
  return created;
};

describe('the leaderboard', () => {
  test('lists the most points first; equal points share a rank, and the earlier one comes first', async () => {
    const ranked = await members(1_001, 1_003, 1_001, 1_002);
    const [reader] = await members(0);
    expect(await ranksOf(reader!, ranked)).toEqual([
      { position: 1, rank: 1 },
      { position: 3, rank: 2 },
      { position: 0, rank: 3 },
      { position: 2, rank: 3 },
    ]);
    const [fourth] = await members(1_000);
    expect((await standingOf(ranked[2]!)).rank).toBe(3);
    expect((await standingOf(fourth!)).rank).toBe(5);
    expect(await ranksOf(reader!, [fourth!])).toEqual([{ position: 0, rank: 5 }]);
    for (const member of [...ranked, fourth!]) await setListed(member, false);
  });

  test('shows name, points and minutes of each member', async () => {
    const ana = await community.current.member({ firstName: 'Ana', lastName: 'Lund' });
    await earn(ana, 1_007, 430);
    const entry = {
      id: ana.id,
      firstName: 'Ana',
      lastName: 'Lund',
      displayName: 'Ana Lund',
      profileImageUrl: null,
      title: null,
      points: 1_007,
      mindfulnessScore: 1_007,
      meditationMinutes: 7,
    };
    expect((await listOf(ana))[0]).toEqual({ ...entry, rank: 1 });
    expect(await standingOf(ana)).toEqual({ ...entry, rank: 1, showsOnLeaderboard: true });
    await setListed(ana, false);
  });

  test('has fifty members per page, and ranks continue across pages', async () => {
    const crowd = await members(...Array.from({ length: 53 }, (_, index) => 900 - Math.floor(index / 3)));
    for (const period of leaderboardPeriods) {
      const first = await crowd[0]!.call(listLeaderboard, { query: { period } });
      expect(first.body).toHaveLength(50);
      const second = await crowd[0]!.follow(first);
      const ranks = [...first.body, ...second.body].slice(0, 53).map(({ rank }) => rank);
      expect(ranks).toEqual(Array.from({ length: 53 }, (_, index) => 1 + Math.floor(index / 3) * 3));
    }
    await Promise.all(crowd.map((member) => setListed(member, false)));
  });

  test('of a month or week counts only points earned within it', async () => {
    const [ana, ben] = await members(1_010, 1_020);
    for (const period of ['month', 'week'] as const) expect((await listOf(ana!, period))[0]!.id).toBe(ben!.id);
    await moveLedgerToPast();
    for (const period of ['month', 'week'] as const) {
      expect(await listOf(ana!, period)).toEqual([]);
      expect(await standingOf(ana!, period)).toMatchObject({ rank: null, points: 0, mindfulnessScore: 1_010 });
    }
    await earn(ana!, 5);
    for (const period of ['month', 'week'] as const) {
      expect(await listOf(ben!, period)).toMatchObject([{ id: ana!.id, rank: 1, points: 5, mindfulnessScore: 1_015 }]);
      expect(await standingOf(ana!, period)).toMatchObject({ rank: 1, points: 5 });
    }
    expect((await listOf(ana!))[0]).toMatchObject({ id: ben!.id, points: 1_020 });
    expect(await findLedgerMismatches(community.current.db)).toEqual([]);
  });

  test('of a month is not reduced by reversals of earlier awards', async () => {
    const ana = await community.current.member();
    const share = async () => (await ana.call(feed.createPost, { body: { content: 'Good morning' } })).body.id;
    const [oldPost, otherOldPost] = [await share(), await share()];
    await moveLedgerToPast();
    await ana.call(feed.deletePost, { params: { id: oldPost } });
    expect(await standingOf(ana, 'month')).toMatchObject({ points: 0, mindfulnessScore: 1 });
    const newPost = await share();
    await ana.call(feed.deletePost, { params: { id: otherOldPost } });
    expect(await standingOf(ana, 'month')).toMatchObject({ points: 1, mindfulnessScore: 1 });
    expect(await standingOf(ana, 'week')).toMatchObject({ points: 1 });
    await ana.call(feed.deletePost, { params: { id: newPost } });
    expect(await standingOf(ana, 'month')).toMatchObject({ rank: null, points: 0, mindfulnessScore: 0 });
    expect(await findLedgerMismatches(community.current.db)).toEqual([]);
  });

  test('does not list or rank a member without points', async () => {
    const [ana] = await members(0);
    expect(await standingOf(ana!)).toMatchObject({
      rank: null,
      points: 0,
      showsOnLeaderboard: true,
    });
    expect(await ranksOf(ana!, [ana!])).toEqual([]);
  });
});

/** Moves all ledger rows a month and some days into the past. */
const moveLedgerToPast = async () => {
  const { db } = community.current;
  await db.execute(sql`UPDATE points_ledger SET created_at = created_at - interval '40 days'`);
  await db.execute(sql`
    UPDATE leaderboard_standings SET month = date_trunc('month', now() AT TIME ZONE 'UTC' - interval '40 days')::date,
      week = date_trunc('week', now() AT TIME ZONE 'UTC' - interval '40 days')::date`);
};

describe('opting out of the leaderboard', () => {
  test('removes the member from all lists without a gap, and opting in restores their place', async () => {
    const [ana, ben, cora] = await members(2_003, 2_002, 2_001);
    expect((await ben!.call(getSettings, {})).body.showsOnLeaderboard).toBe(true);
    expect((await setListed(ben!, false)).body.showsOnLeaderboard).toBe(false);
    for (const period of leaderboardPeriods) {
      expect(await ranksOf(ben!, [ana!, ben!, cora!], period)).toEqual([
        { position: 0, rank: 1 },
        { position: 2, rank: 2 },
      ]);
      const standing = { rank: null, points: 2_002, showsOnLeaderboard: false };
      expect(await standingOf(ben!, period)).toMatchObject(standing);
      expect((await standingOf(cora!, period)).rank).toBe(2);
    }
    await earn(ben!, 10);
    expect(await ranksOf(ana!, [ben!])).toEqual([]);
    await setListed(ben!, true);
    expect((await standingOf(ben!)).rank).toBe(1);
    expect(await ranksOf(ana!, [ben!])).toEqual([{ position: 0, rank: 1 }]);
    for (const member of [ana!, ben!, cora!]) await setListed(member, false);
  });

  test('is possible before the first point', async () => {
    const [ana, ben] = await members(0, 0);
    await setListed(ana!, false);
    await earn(ana!, 3_000);
    expect(await ranksOf(ben!, [ana!])).toEqual([]);
    expect(await findLedgerMismatches(community.current.db)).toEqual([]);
  });

  test('stays in effect if the member earns points at the same time', async () => {
    const [ana, ben] = await members(4_000, 0);
    for (let round = 0; round < 5; round += 1)
      await Promise.all([earn(ana!, 1), setListed(ana!, round % 2 === 1), earn(ana!, 1), earn(ana!, 1)]);
    expect(await ranksOf(ben!, [ana!])).toEqual([]);
    expect(await standingOf(ana!)).toMatchObject({ points: 4_015, rank: null });
  });
});

describe('ranks count only visible members', () => {
  test('a block hides both members from each other without a gap until it is lifted', async () => {
    const [ana, ben, cora] = await members(5_003, 5_002, 5_001);
    await ben!.call(block, { params: { userId: cora!.id } });
    const created = [ana!, ben!, cora!];
    expect(await ranksOf(cora!, created)).toEqual([
      { position: 0, rank: 1 },
      { position: 2, rank: 2 },
    ]);
    expect((await standingOf(cora!)).rank).toBe(2);
    expect(await ranksOf(ben!, created)).toEqual([
      { position: 0, rank: 1 },
      { position: 1, rank: 2 },
    ]);
    expect((await ranksOf(ana!, created)).map(({ rank }) => rank)).toEqual([1, 2, 3]);
    await ben!.call(unblock, { params: { userId: cora!.id } });
    expect((await standingOf(cora!)).rank).toBe(3);
    for (const member of created) await setListed(member, false);
  });

  test('muted and flagged members keep their place', async () => {
    const [ana, ben] = await members(5_102, 5_101);
    const flagged = await community.current.member({ isFlagged: true });
    await earn(flagged, 5_103);
    await ana!.call(mute, { params: { userId: ben!.id } });
    expect((await ranksOf(ana!, [ana!, ben!, flagged])).map(({ rank }) => rank)).toEqual([1, 2, 3]);
    for (const member of [ana!, ben!, flagged]) await setListed(member, false);
  });
});
