import * as contract from '@commons/contract/feed/schemas';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Member, setUpCommunity, setUpSecondServer } from '../../../test/community.ts';
import type { LiveClient } from '../../../test/live-client.ts';
import { postLikes } from './posts.tables.ts';

const community = setUpCommunity();
const secondServer = setUpSecondServer(community);

async function createPostToLike() {
  const ana = await community.current.member();
  const { id } = (await ana.call(contract.createPost, { body: { content: 'Look at this sunrise' } })).body;
  const countRows = async () =>
    (await community.current.db.select().from(postLikes).where(eq(postLikes.subjectId, id))).length;
  return { ana, params: { id }, countRows };
}

const createMembers = (count: number) => Promise.all(Array.from({ length: count }, () => community.current.member()));

/** Returns the next like frame of a post. Skips late frames of other posts. */
async function nextLikeFrame(liveClient: LiveClient, postId: string) {
  for (;;) {
    const frame = await liveClient.next('like.changed');
    if (frame.postId === postId) return frame;
  }
}

describe('liking', () => {
  test('a first call likes the post, a second removes the like, and the feed shows both', async () => {
    const { ana, params } = await createPostToLike();
    const ben = await community.current.member();
    expect((await ben.call(contract.toggleLike, { params })).body).toMatchObject({ isLiked: true, likesCount: 1 });
    expect((await ben.call(contract.getPost, { params })).body).toMatchObject({ isLiked: true, likesCount: 1 });
    expect((await ana.call(contract.getPost, { params })).body).toMatchObject({ isLiked: false, likesCount: 1 });
    expect((await ben.call(contract.getLikeStatus, { params })).body).toMatchObject({ isLiked: true, likesCount: 1 });
    expect((await ben.call(contract.toggleLike, { params })).body).toMatchObject({ isLiked: false, likesCount: 0 });
  });

  test('after a hundred concurrent toggles of fifty members on two servers the counter equals the rows', async () => {
    const { params, countRows, ana } = await createPostToLike();
    const members = await createMembers(50);
    const onSecondServer = members.map((member) => new Member(secondServer.current.server, member));
    const toggles = [...members, ...onSecondServer].map((member) => member.call(contract.toggleLike, { params }));
    expect((await Promise.all(toggles)).every(({ status }) => status === 200)).toBe(true);
    const { likesCount } = (await ana.call(contract.getPost, { params })).body;
    expect(likesCount).toBe(await countRows());
    expect(likesCount).toBe(0);
  });

  test('after concurrent toggles, exactly the members with an odd number of calls like the post', async () => {
    const members = await createMembers(5);
    const toggles = fc.array(fc.nat({ max: 4 }), { minLength: 1, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(toggles, async (calls) => {
        const { params, countRows } = await createPostToLike();
        await Promise.all(calls.map((index) => members[index]!.call(contract.toggleLike, { params })));
        const likers = members.filter((_, index) => calls.filter((toggle) => toggle === index).length % 2 === 1);
        expect(await countRows()).toBe(likers.length);
        const { isLiked, likesCount } = (await members[0]!.call(contract.getLikeStatus, { params })).body;
        expect({ isLiked, likesCount }).toEqual({ isLiked: likers.includes(members[0]!), likesCount: likers.length });
      }),
      { numRuns: 15 },
    );
  });

  test('a like is published with the new count', async () => {
    const { ana, params } = await createPostToLike();
    const liveClient = await community.current.connect(ana);
    const ben = await community.current.member();
    await ben.call(contract.toggleLike, { params });
    expect(await nextLikeFrame(liveClient, params.id)).toMatchObject({ likesCount: 1, commentsCount: 0 });
    liveClient.close();
  });

  test('a like with an upper-case id is published with the lower-case id', async () => {
    const { ana, params } = await createPostToLike();
    const liveClient = await community.current.connect(ana);
    await ana.call(contract.toggleLike, { params: { id: params.id.toUpperCase() } });
    expect(await nextLikeFrame(liveClient, params.id)).toMatchObject({ likesCount: 1 });
    liveClient.close();
  });

  test('many likes at once are published in a few frames, and the last one has the final count', async () => {
    const { ana, params } = await createPostToLike();
    const liveClient = await community.current.connect(ana);
    const crowd = await createMembers(60);
    const startedAt = performance.now();
    await Promise.all(crowd.map((member) => member.call(contract.toggleLike, { params })));
    // Frames are half a second apart. 400 ms tolerates timers that fire early on a busy event loop.
    const maxFrames = 2 + (performance.now() - startedAt) / 400;
    let count = 0;
    for (let likesCount = 0; likesCount < 60; count += 1) ({ likesCount } = await nextLikeFrame(liveClient, params.id));
    expect(count).toBeLessThanOrEqual(maxFrames);
    expect(liveClient.queuedTypes).not.toContain('like.changed');
    liveClient.close();
  });

  test('a client that keeps the highest revision has the right counts for any order of frames', async () => {
    const { ana, params } = await createPostToLike();
    const liveClient = await community.current.connect(ana);
    const toggles = (await createMembers(20)).map((member, index) =>
      (index % 2 ? member : new Member(secondServer.current.server, member)).call(contract.toggleLike, { params }),
    );
    const comments = (await createMembers(5)).map((member) =>
      member.call(contract.createComment, { params, body: { content: 'Lovely' } }),
    );
    await Promise.all([...toggles, ...comments]);
    let latest = await nextLikeFrame(liveClient, params.id);
    while (latest.countsRevision < 25) {
      const frame = await liveClient.next('like.changed', 'comment.created');
      if (frame.countsRevision > latest.countsRevision) latest = { ...latest, ...frame, type: latest.type };
    }
    const { countsRevision, likesCount, commentsCount } = latest;
    expect({ likesCount, commentsCount }).toEqual({ likesCount: 20, commentsCount: 5 });
    expect((await ana.call(contract.getPost, { params })).body).toMatchObject({ countsRevision, likesCount: 20 });
    liveClient.close();
  });
});
