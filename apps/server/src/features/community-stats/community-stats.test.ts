import { type CommunityStats, getCommunityStats } from '@commons/contract/community/schemas';
import * as feed from '@commons/contract/feed/schemas';
import { count, eq } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Community, type Member, setUpCommunity } from '../../../test/community.ts';
import { users } from '../../community/members/users.tables.ts';
import { postComments, postLikes } from '../feed/posts.tables.ts';
import { sumUpSupport } from './community-stats.counts.ts';
import { supportChanges } from './community-stats.tables.ts';

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
        await Promise.all([
          // Runs between the other calls, twice at the same time.
          ...[1, 2].map(() => sumUpSupport(community.current.db)),
          ...actions.map(({ memberIndex, kind, postIndex }) => {
            const member = members[memberIndex]!;
            const { id, author, commentId } = posts[postIndex]!;
            if (kind === 'like') return like(member, id);
            if (kind === 'comment') return comment(member, id);
            if (kind === 'delete a comment') return author.call(feed.deleteComment, { params: { id, commentId } });
            return author.call(feed.deletePost, { params: { id } });
          }),
        ]);
        await sumUpSupport(community.current.db);
        expect(await community.current.db.$count(supportChanges)).toBe(1);
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
});
