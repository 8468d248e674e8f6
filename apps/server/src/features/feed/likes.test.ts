import { randomUUID } from 'node:crypto';
import * as contract from '@commons/contract/feed/schemas';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Community, Member, setUpCommunity } from '../../../test/community.ts';
import type { LiveClient } from '../../../test/live-client.ts';
import { postLikes } from './posts.tables.ts';

const community = setUpCommunity();

async function postToLike() {
  const ana = await community.current.member();
  const { id } = (await ana.call(contract.createPost, { body: { content: 'Look at this sunrise' } })).body;
  const rows = async () =>
    (await community.current.db.select().from(postLikes).where(eq(postLikes.subjectId, id))).length;
  return { ana, params: { id }, rows };
}

const members = (count: number) => Promise.all(Array.from({ length: count }, () => community.current.member()));

/** Returns the next like frame of a post. Skips late frames of other posts. */
async function nextLikeFrame(live: LiveClient, postId: string) {
  for (;;) {
    const frame = await live.next('like.changed');
    if (frame.postId === postId) return frame;
  }
}

describe('liking', () => {
  test('a first call likes the post, a second removes the like, and the feed shows both', async () => {
    const { ana, params } = await postToLike();
    const ben = await community.current.member();
    expect((await ben.call(contract.toggleLike, { params })).body).toMatchObject({ isLiked: true, likesCount: 1 });
    expect((await ben.call(contract.getPost, { params })).body).toMatchObject({ isLiked: true, likesCount: 1 });
    expect((await ana.call(contract.getPost, { params })).body).toMatchObject({ isLiked: false, likesCount: 1 });
    expect((await ben.call(contract.getLikeStatus, { params })).body).toMatchObject({ isLiked: true, likesCount: 1 });
    expect((await ben.call(contract.toggleLike, { params })).body).toMatchObject({ isLiked: false, likesCount: 0 });
  });

  test('a like on an unknown post returns 404', async () => {
    const ben = await community.current.member();
    expect((await ben.call(contract.toggleLike, { params: { id: randomUUID() } })).status).toBe(404);
  });

  test('after a hundred concurrent toggles of fifty members the counter equals the rows', async () => {
    const { params, rows, ana } = await postToLike();
    const fifty = await members(50);
    const toggles = [...fifty, ...fifty].map((member) => member.call(contract.toggleLike, { params }));
    expect((await Promise.all(toggles)).every(({ status }) => status === 200)).toBe(true);
    const { likesCount } = (await ana.call(contract.getPost, { params })).body;
    expect(likesCount).toBe(await rows());
    expect(likesCount).toBe(0);
  });

  test('after concurrent toggles, exactly the members with an odd number of calls like the post', async () => {
    const five = await members(5);
    const toggles = fc.array(fc.nat({ max: 4 }), { minLength: 1, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(toggles, async (order) => {
        const { params, rows } = await postToLike();
        await Promise.all(order.map((index) => five[index]!.call(contract.toggleLike, { params })));
        const odd = five.filter((_, index) => order.filter((toggle) => toggle === index).length % 2 === 1);
        expect(await rows()).toBe(odd.length);
        const { isLiked, likesCount } = (await five[0]!.call(contract.getLikeStatus, { params })).body;
        expect({ isLiked, likesCount }).toEqual({ isLiked: odd.includes(five[0]!), likesCount: odd.length });
      }),
      { numRuns: 15 },
    );
  });

  test('a like is published with the new count', async () => {
    const { ana, params } = await postToLike();
    const live = await community.current.connect(ana);
    const ben = await community.current.member();
    await ben.call(contract.toggleLike, { params });
    expect(await nextLikeFrame(live, params.id)).toMatchObject({ likesCount: 1, commentsCount: 0 });
    live.close();
  });

  test('a like with an upper-case id is published with the lower-case id', async () => {
    const { ana, params } = await postToLike();
    const live = await community.current.connect(ana);
    await ana.call(contract.toggleLike, { params: { id: params.id.toUpperCase() } });
    expect(await nextLikeFrame(live, params.id)).toMatchObject({ likesCount: 1 });
    live.close();
  });

  test('many likes at once are published in a few frames, and the last one has the final count', async () => {
    const { ana, params } = await postToLike();
    const live = await community.current.connect(ana);
    const crowd = await members(60);
    const startedAt = performance.now();
    await Promise.all(crowd.map((member) => member.call(contract.toggleLike, { params })));
    // Frames are half a second apart. 400 ms tolerates timers that fire early on a busy event loop.
    const atMost = 2 + (performance.now() - startedAt) / 400;
    let count = 0;
    for (let likesCount = 0; likesCount < 60; count += 1) ({ likesCount } = await nextLikeFrame(live, params.id));
    expect(count).toBeLessThanOrEqual(atMost);
    expect(live.queuedTypes).not.toContain('like.changed');
    live.close();
  });

  test('a client that keeps the highest revision has the right counts for any order of frames', async () => {
    const { ana, params } = await postToLike();
    const secondServer = await Community.open({ sharesDatabaseWith: community.current });
    const live = await community.current.connect(ana);
    const toggles = (await members(20)).map((member, index) =>
      (index % 2 ? member : new Member(secondServer.server, member)).call(contract.toggleLike, { params }),
    );
    const comments = (await members(5)).map((member) =>
      member.call(contract.createComment, { params, body: { content: 'Lovely' } }),
    );
    await Promise.all([...toggles, ...comments]);
    let latest = await nextLikeFrame(live, params.id);
    while (latest.countsRevision < 25) {
      const frame = await live.next('like.changed', 'comment.created');
      if (frame.countsRevision > latest.countsRevision) latest = { ...latest, ...frame, type: latest.type };
    }
    const { countsRevision, likesCount, commentsCount } = latest;
    expect({ likesCount, commentsCount }).toEqual({ likesCount: 20, commentsCount: 5 });
    expect((await ana.call(contract.getPost, { params })).body).toMatchObject({ countsRevision, likesCount: 20 });
    live.close();
    await secondServer.close();
  });
});
