import { type CommunityStats, getCommunityStats } from '@commons/contract/community/schemas';
import * as feed from '@commons/contract/feed/schemas';
import { count, eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { Client, type PoolClient } from 'pg';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Community, type Member, setUpCommunity } from '../../../test/community.ts';
import { waitForLockWaiters } from '../../../test/waiting.ts';
import { postComments, postLikes } from '../feed/posts.tables.ts';
import { users } from '../members/users.tables.ts';
import { shardOf } from './community.counts.ts';

const community = setUpCommunity();

/** Returns the counts of a newly started process. A running process may return cached ones. */
async function fetchFreshStats(): Promise<CommunityStats> {
  const freshServer = await Community.open({ sharesDatabaseWith: community.current });
  try {
    const reader = await community.current.member();
    const response = await freshServer.server.inject({
      url: getCommunityStats.path,
      headers: { cookie: reader.cookie },
    });
    await community.current.db.delete(users).where(eq(users.id, reader.id));
    return response.json<CommunityStats>();
  } finally {
    await freshServer.close();
  }
}

async function countSupportRows(): Promise<number> {
  const [likes] = await community.current.db.select({ rows: count() }).from(postLikes);
  const [comments] = await community.current.db.select({ rows: count() }).from(postComments);
  return likes!.rows + comments!.rows;
}

const createPost = async (member: Member) =>
  (await member.call(feed.createPost, { body: { content: 'A quiet day' } })).body.id;
const comment = async (member: Member, id: string) =>
  (await member.call(feed.createComment, { params: { id }, body: { content: 'Thank you' } })).body.id;
const like = (member: Member, id: string) => member.call(feed.toggleLike, { params: { id } });

describe('the community’s activity counts', () => {
  test('members count as active for 30 days, and as checked in for 24 hours', async () => {
    await community.current.db.delete(users);
    for (const hoursAgo of [0, 23, 25, 29 * 24, 31 * 24, 400 * 24]) {
      const { id } = await community.current.member();
      const lastActiveAt = new Date(Date.now() - hoursAgo * 60 * 60 * 1000);
      await community.current.db.update(users).set({ lastActiveAt }).where(eq(users.id, id));
    }
    // Includes the calling member.
    expect(await fetchFreshStats()).toMatchObject({ activeMembers: 5, dailyCheckIns: 3 });
  });

  test('support counts likes and comments, and excludes removed ones', async () => {
    const [ana, ben] = [await community.current.member(), await community.current.member()];
    const supportBefore = (await fetchFreshStats()).supportGiven;
    const id = await createPost(ana);
    await like(ben, id);
    await like(ana, id);
    await comment(ben, id);
    const commentId = await comment(ana, id);
    expect((await fetchFreshStats()).supportGiven - supportBefore).toBe(4);
    await like(ana, id);
    await ana.call(feed.deleteComment, { params: { id, commentId } });
    expect((await fetchFreshStats()).supportGiven - supportBefore).toBe(2);
    await ana.call(feed.deletePost, { params: { id } });
    expect((await fetchFreshStats()).supportGiven).toBe(supportBefore);
  });

  test('comments in review are counted', async () => {
    const flagged = await community.current.member({ isFlagged: true });
    const id = await createPost(await community.current.member());
    const commentId = await comment(flagged, id);
    expect((await fetchFreshStats()).supportGiven).toBe(await countSupportRows());
    await flagged.call(feed.deleteComment, { params: { id, commentId } });
    expect((await fetchFreshStats()).supportGiven).toBe(await countSupportRows());
  });

  test('after concurrent likes, comments and deletions, support equals the rows', async () => {
    const members = await Promise.all([1, 2, 3, 4].map(() => community.current.member()));
    const action = fc.record({
      memberIndex: fc.nat({ max: 3 }),
      kind: fc.constantFrom('like', 'like', 'comment', 'comment', 'delete a comment', 'delete the post'),
      postIndex: fc.nat({ max: 2 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 10, maxLength: 40 }), async (actions) => {
        const posts = await Promise.all(
          members.slice(0, 3).map(async (author) => {
            const id = await createPost(author);
            return { id, author, commentId: await comment(author, id) };
          }),
        );
        await Promise.all(
          actions.map(({ memberIndex, kind, postIndex }) => {
            const member = members[memberIndex]!;
            const { id, author, commentId } = posts[postIndex]!;
            if (kind === 'like') return like(member, id);
            if (kind === 'comment') return comment(member, id);
            if (kind === 'delete a comment') return author.call(feed.deleteComment, { params: { id, commentId } });
            return author.call(feed.deletePost, { params: { id } });
          }),
        );
        expect((await fetchFreshStats()).supportGiven).toBe(await countSupportRows());
      }),
      { numRuns: 6 },
    );
  });

  test('a process counts once a minute, regardless of the number of calls', async () => {
    const reader = await community.current.member();
    const responses = await Promise.all(Array.from({ length: 20 }, () => reader.call(getCommunityStats, {})));
    await createPost(reader);
    expect(new Set(responses.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(responses[0]!.body.supportGiven).toBe(await countSupportRows());
  });

  test('are visible to members only', async () => {
    expect((await community.current.visitor.call(getCommunityStats, {})).status).toBe(401);
  });
});

const deletePost = async (member: Member, id: string) =>
  (await member.call(feed.deletePost, { params: { id } })).status;

/** A third connection holds the first lock of both calls, so that they run concurrently. */
describe('concurrent deletions and writes do not deadlock', () => {
  let lockHolder: PoolClient;
  let errors: (string | undefined)[];
  beforeEach(async () => {
    lockHolder = await community.current.db.$client.connect();
    await lockHolder.query('BEGIN');
    errors = [];
    const { query } = Client.prototype as unknown as {
      query: (...parameters: unknown[]) => Promise<unknown> | undefined;
    };
    vi.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...parameters: unknown[]) {
      const result = query.apply(this, parameters);
      result?.catch((error: { code?: string }) => errors.push(error.code));
      return result as never;
    });
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await lockHolder.query('ROLLBACK');
    lockHolder.release();
  });

  test('deletions of two posts with likes and comments', async () => {
    const [ana, ben] = [await community.current.member(), await community.current.member()];
    const first = await createPost(ana);
    let second = await createPost(ben);
    while (shardOf(second) === shardOf(first)) second = await createPost(ben);
    for (const [id, other] of [
      [first, second],
      [second, first],
    ] as const) {
      await like(ana, id);
      const commentId = await comment(ben, id);
      // Gives the comment an id in the shard of the other post.
      const idInOtherShard = `${commentId.slice(0, -4)}${other.slice(-4)}`;
      await community.current.db.update(postComments).set({ id: idInOtherShard }).where(eq(postComments.id, commentId));
    }
    for (const shard of [shardOf(first), shardOf(second)])
      await community.current.db.execute(
        sql`INSERT INTO support_counters (shard, given) VALUES (${shard}, 0) ON CONFLICT DO NOTHING`,
      );
    await lockHolder.query('SELECT FROM support_counters FOR UPDATE');
    const deletions = Promise.all([deletePost(ana, first), deletePost(ben, second)]);
    await waitForLockWaiters(community.current, 2);
    await lockHolder.query('COMMIT');
    expect(await deletions).toEqual([204, 204]);
    expect(errors).toEqual([]);
  });

  test('the deletion of a liked post and a new comment of its author on another post', async () => {
    const [ana, ben] = [await community.current.member(), await community.current.member()];
    const [otherPost, commentedPost] = [await createPost(ana), await createPost(ben)];
    let likedPost = otherPost;
    while (shardOf(likedPost) !== shardOf(ana.id)) likedPost = await createPost(ana);
    await like(ben, likedPost);
    // Allows inserts that refer to the member.
    await lockHolder.query('SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE', [ana.id]);
    const deletion = deletePost(ana, likedPost);
    await waitForLockWaiters(community.current);
    const commenting = ana.call(feed.createComment, { params: { id: commentedPost }, body: { content: 'Thank you' } });
    await waitForLockWaiters(community.current, 2);
    await lockHolder.query('COMMIT');
    expect([await deletion, (await commenting).status]).toEqual([204, 201]);
    expect(errors).toEqual([]);
  });
});
