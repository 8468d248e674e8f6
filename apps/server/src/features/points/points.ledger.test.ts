import { getCurrentUser } from '@commons/contract/auth/schemas';
import * as feed from '@commons/contract/feed/schemas';
import { eq, sql, sum } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { type Member, setUpCommunity } from '../../../test/community.ts';
import { contributionPublished } from '../../community/contributions/contribution-events.ts';
import { feed as feedFeature } from '../feed/index.ts';
import { award } from './points.ledger.ts';
import { findLedgerMismatches } from './points.recount.ts';
import { pointsLedger } from './points.tables.ts';

const community = setUpCommunity();

const scoreOf = async (member: Member) => (await community.current.findUser(member.id))!.mindfulnessScore;

async function ledgerSum(member: Member): Promise<number> {
  const [ledger] = await community.current.db
    .select({ points: sum(pointsLedger.points) })
    .from(pointsLedger)
    .where(eq(pointsLedger.memberId, member.id));
  return Number(ledger!.points ?? 0);
}

const share = async (member: Member) =>
  (await member.call(feed.createPost, { body: { content: 'Something small' } })).body.id;

const comment = async (member: Member, postId: string) =>
  (await member.call(feed.createComment, { params: { id: postId }, body: { content: 'Thank you' } })).body.id;

test('a post and a comment earn a point each, and the member sees the change live', async () => {
  const ana = await community.current.member();
  const live = await community.current.connect(ana);
  const postId = await share(ana);
  const first = await live.next('points.changed');
  await comment(ana, postId);
  const second = await live.next('points.changed');
  expect([first.mindfulnessScore, second.mindfulnessScore]).toEqual([1, 2]);
  expect(second.scoreRevision).toBeGreaterThan(first.scoreRevision);
  expect((await ana.call(getCurrentUser, {})).body.scoreRevision).toBe(second.scoreRevision);
  live.close();
});

test('deleting a post reverses its point and those of its comments', async () => {
  const ana = await community.current.member();
  const ben = await community.current.member();
  const id = await share(ana);
  await comment(ben, id);
  await comment(ben, id);
  const commentId = await comment(ana, id);
  await ana.call(feed.deleteComment, { params: { id, commentId } });
  expect([await scoreOf(ana), await scoreOf(ben)]).toEqual([1, 2]);
  await ana.call(feed.deletePost, { params: { id } });
  expect([await scoreOf(ana), await scoreOf(ben)]).toEqual([0, 0]);
});

/** Counts totals, counters and support counts that differ from their rows. */
async function countMismatches(): Promise<number> {
  const { rows } = await community.current.db.execute<{ wrong: string }>(sql`
    SELECT (SELECT count(*) FROM posts WHERE likes_count <> (SELECT count(*) FROM post_likes WHERE post_id = posts.id)
             OR comments_count <>
               (SELECT count(*) FROM post_comments WHERE post_id = posts.id AND NOT is_awaiting_review AND NOT is_removed))
         + abs((SELECT coalesce(sum(given), 0) FROM support_changes)
             - (SELECT count(*) FROM post_likes) - (SELECT count(*) FROM post_comments)) AS wrong`);
  return Number(rows[0]!.wrong) + (await findLedgerMismatches(community.current.db)).length;
}

test('deleting a post with 20,000 comments by 2,000 members takes seconds and reverses every point', async () => {
  const ana = await community.current.member();
  const [id, other] = [await share(ana), await share(ana)];
  await comment(await community.current.member(), other);
  await community.current.db.transaction(async (tx) => {
    await tx.execute(
      sql.raw(`
      CREATE TEMPORARY TABLE crowd ON COMMIT DROP AS SELECT gen_random_uuid() AS id FROM generate_series(1, 2000);
      INSERT INTO users (id, email, name, mindfulness_score) SELECT id, id || '@crowd.test', 'Robin', 10 FROM crowd;
      INSERT INTO leaderboard_standings (member_id, is_listed, score, month, month_score, week, week_score, reached_at)
        SELECT id, true, 10, date_trunc('month', now() AT TIME ZONE 'UTC'), 10,
          date_trunc('week', now() AT TIME ZONE 'UTC'), 10, now() FROM crowd;
      INSERT INTO post_comments (id, post_id, author_id, content, created_at)
        SELECT gen_random_uuid(), '${id}', id, 'Thank you', now() FROM crowd, generate_series(1, 10);
      INSERT INTO points_ledger (id, member_id, kind, occasion, points)
        SELECT gen_random_uuid(), author_id, 'comment', id, 1 FROM post_comments WHERE post_id = '${id}';
      UPDATE posts SET comments_count = 20000 WHERE id = '${id}';
      INSERT INTO support_changes (given) VALUES (20000)`),
    );
  });
  expect(await countMismatches()).toBe(0);
  const startedAt = performance.now();
  expect((await ana.call(feed.deletePost, { params: { id } })).status).toBe(204);
  expect(performance.now() - startedAt).toBeLessThan(30_000);
  expect(await countMismatches()).toBe(0);
  expect(await scoreOf(ana)).toBe(1);
}, 120_000);

test('concurrent deletions of posts with the same commenters do not deadlock', async () => {
  const crowd = await Promise.all(Array.from({ length: 12 }, () => community.current.member()));
  for (let round = 0; round < 3; round += 1) {
    const authors = crowd.slice(0, 4);
    const ids = await Promise.all(authors.map((author) => share(author)));
    for (const id of ids) await Promise.all(crowd.map((member) => comment(member, id)));
    const deleted = await Promise.all(
      authors.map((author, index) => author.call(feed.deletePost, { params: { id: ids[index]! } })),
    );
    expect(deleted.map(({ status }) => status)).toEqual([204, 204, 204, 204]);
    expect(await countMismatches()).toBe(0);
  }
});

describe('a post held for review', () => {
  test('earns no point and reverses none when it is deleted', async () => {
    const flagged = await community.current.member({ isFlagged: true });
    const id = await share(flagged);
    const commentId = await comment(flagged, id);
    expect(await scoreOf(flagged)).toBe(0);
    await flagged.call(feed.deleteComment, { params: { id, commentId } });
    await flagged.call(feed.deletePost, { params: { id } });
    expect([await scoreOf(flagged), await ledgerSum(flagged)]).toEqual([0, 0]);
  });

  test('earns one point when it is published, even if it is published twice', async () => {
    const flagged = await community.current.member({ isFlagged: true });
    const id = await share(flagged);
    const [kind] = feedFeature.contributions!;
    const publish = () =>
      community.current.work((work) =>
        work.emit(contributionPublished, { kind: kind!, id, authorId: flagged.id, subject: null }),
      );
    await publish();
    await publish();
    expect([await scoreOf(flagged), await ledgerSum(flagged)]).toEqual([1, 1]);
    await flagged.call(feed.deletePost, { params: { id } });
    expect([await scoreOf(flagged), await ledgerSum(flagged)]).toEqual([0, 0]);
  });
});

describe('an award is booked once per member, kind and occasion', () => {
  test('each member earns a completed meditation once a day', async () => {
    const [ana, ben] = [await community.current.member(), await community.current.member()];
    const attempts = [
      { member: ana, occasion: 'm1 2026-11-22' },
      { member: ben, occasion: 'm1 2026-11-22' },
      { member: ana, occasion: 'm1 2026-11-22' },
      { member: ana, occasion: 'm1 2026-11-23' },
    ];
    for (const { member, occasion } of attempts)
      await community.current.work((work) =>
        award(work, { memberId: member.id, kind: 'meditation', occasion, points: 5 }),
      );
    expect([await scoreOf(ana), await scoreOf(ben)]).toEqual([10, 5]);
    expect([await ledgerSum(ana), await ledgerSum(ben)]).toEqual([10, 5]);
  });

  test('a note and the first note of the day are two awards, and ten concurrent attempts book one', async () => {
    const ana = await community.current.member();
    const first = { memberId: ana.id, kind: 'first note', occasion: '2026-11-22', points: 1 };
    await community.current.work((work) => award(work, { ...first, kind: 'note', occasion: 'n1' }));
    await Promise.all(Array.from({ length: 10 }, () => community.current.work((work) => award(work, first))));
    expect([await scoreOf(ana), await ledgerSum(ana)]).toEqual([2, 2]);
  });
});
