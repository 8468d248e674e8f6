import { type CommunityStats, getCommunityStats } from '@commons/contract/community/schemas';
import * as feed from '@commons/contract/feed/schemas';
import { count, eq } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Community, type Member, setUpCommunity } from '../../../test/community.ts';
import { postComments, postLikes } from '../feed/posts.tables.ts';
import { users } from '../members/users.tables.ts';

const community = setUpCommunity();

/** The figures as a process that has just started counts them: a running one may show those of a minute ago. */
async function statsNow(): Promise<CommunityStats> {
  const fresh = await Community.open({ beside: community.current });
  try {
    const reader = await community.current.member();
    const response = await fresh.server.inject({ url: getCommunityStats.path, headers: { cookie: reader.cookie } });
    await community.current.db.delete(users).where(eq(users.id, reader.id));
    return response.json<CommunityStats>();
  } finally {
    await fresh.close();
  }
}

async function supportRows(): Promise<number> {
  const [likes] = await community.current.db.select({ rows: count() }).from(postLikes);
  const [comments] = await community.current.db.select({ rows: count() }).from(postComments);
  return likes!.rows + comments!.rows;
}

const share = async (member: Member) =>
  (await member.call(feed.createPost, { body: { content: 'A quiet day' } })).body.id;
const comment = async (member: Member, id: string) =>
  (await member.call(feed.createComment, { params: { id }, body: { content: 'Thank you' } })).body.id;
const like = (member: Member, id: string) => member.call(feed.toggleLike, { params: { id } });

describe('the community’s figures', () => {
  test('members count as active for 30 days, and as checked in for 24 hours', async () => {
    await community.current.db.delete(users);
    for (const hoursAgo of [0, 23, 25, 29 * 24, 31 * 24, 400 * 24]) {
      const { id } = await community.current.member();
      const lastActiveAt = new Date(Date.now() - hoursAgo * 60 * 60 * 1000);
      await community.current.db.update(users).set({ lastActiveAt }).where(eq(users.id, id));
    }
    // One more of each is the member who asks.
    expect(await statsNow()).toMatchObject({ activeMembers: 5, dailyCheckIns: 3 });
  });

  test('support is what is liked and commented, and goes with what is taken back or deleted', async () => {
    const [ana, ben] = [await community.current.member(), await community.current.member()];
    const before = (await statsNow()).supportGiven;
    const id = await share(ana);
    await like(ben, id);
    await like(ana, id);
    await comment(ben, id);
    const commentId = await comment(ana, id);
    expect((await statsNow()).supportGiven - before).toBe(4);
    await like(ana, id);
    await ana.call(feed.deleteComment, { params: { id, commentId } });
    expect((await statsNow()).supportGiven - before).toBe(2);
    await ana.call(feed.deletePost, { params: { id } });
    expect((await statsNow()).supportGiven).toBe(before);
  });

  test('what awaits review is counted like the rows that it is', async () => {
    const flagged = await community.current.member({ isFlagged: true });
    const id = await share(await community.current.member());
    const commentId = await comment(flagged, id);
    expect((await statsNow()).supportGiven).toBe(await supportRows());
    await flagged.call(feed.deleteComment, { params: { id, commentId } });
    expect((await statsNow()).supportGiven).toBe(await supportRows());
  });

  test('whatever is liked, commented and deleted at once, support equals the rows', async () => {
    const members = await Promise.all([1, 2, 3, 4].map(() => community.current.member()));
    const action = fc.record({
      who: fc.nat({ max: 3 }),
      what: fc.constantFrom('like', 'like', 'comment', 'comment', 'delete a comment', 'delete the post'),
      post: fc.nat({ max: 2 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 10, maxLength: 40 }), async (actions) => {
        const posts = await Promise.all(
          members.slice(0, 3).map(async (author) => {
            const id = await share(author);
            return { id, author, commentId: await comment(author, id) };
          }),
        );
        await Promise.all(
          actions.map(({ who, what, post }) => {
            const member = members[who]!;
            const { id, author, commentId } = posts[post]!;
            if (what === 'like') return like(member, id);
            if (what === 'comment') return comment(member, id);
            if (what === 'delete a comment') return author.call(feed.deleteComment, { params: { id, commentId } });
            return author.call(feed.deletePost, { params: { id } });
          }),
        );
        expect((await statsNow()).supportGiven).toBe(await supportRows());
      }),
      { numRuns: 6 },
    );
  });

  test('a running process asks the database once a minute, however many ask it', async () => {
    const reader = await community.current.member();
    const answers = await Promise.all(Array.from({ length: 20 }, () => reader.call(getCommunityStats, {})));
    await share(reader);
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(answers[0]!.body.supportGiven).toBe(await supportRows());
  });

  test('are for members', async () => {
    expect((await community.current.visitor.call(getCommunityStats, {})).status).toBe(401);
  });
});
