import { randomUUID } from 'node:crypto';
import type { Post } from '@commons/contract/feed/schemas';
import * as contract from '@commons/contract/feed/schemas';
import { votePoll, type Poll } from '@commons/contract/polls/schemas';
import type { Problem } from '@commons/contract/problem/schemas';
import { block } from '@commons/contract/profiles/schemas';
import { count, eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { caseOf, decideCase } from '../../../test/cases.ts';
import { Community, Member, setUpCommunity } from '../../../test/community.ts';
import type { LiveClient } from '../../../test/live-client.ts';
import { users } from '../../community/members/users.tables.ts';
import { pollOptions, polls, pollVotes } from './posts.tables.ts';

const community = setUpCommunity();

const createMembers = (number: number) => Promise.all(Array.from({ length: number }, () => community.current.member()));

async function createPoll(author: Member, options = ['Tea', 'Coffee', 'Water'], days = 1) {
  const body = { content: 'What do you drink in the morning?', poll: { options, days } };
  const { status, body: post } = await author.call(contract.createPost, { body });
  expect(status).toBe(201);
  const optionIds = post.poll!.options.map(({ id }) => id);
  return { post, params: { id: post.id }, optionIds: optionIds as [string, string, string] };
}

const pollFor = async (reader: Member, { id }: Pick<Post, 'id'>): Promise<Poll> =>
  (await reader.call(contract.getPost, { params: { id } })).body.poll!;

const countsOf = ({ options, totalVotes }: Poll) => ({ votes: options.map(({ votes }) => votes), totalVotes });

const voteStatus = async (member: Member, id: string, optionId: string) =>
  (await member.call(votePoll, { params: { id }, body: { optionId } })).status;

/** Moves the end of a poll to the past instead of waiting. */
const closePoll = (postId: string) =>
  community.current.db
    .update(polls)
    .set({ closesAt: sql`now() - interval '1 second'` })
    .where(eq(polls.postId, postId));

/** Returns the next frame of a poll. Skips late frames of other polls. */
async function nextPollFrame(liveClient: LiveClient, postId: string) {
  for (;;) {
    const frame = await liveClient.next('poll.changed');
    if (frame.postId === postId) return frame;
  }
}

/** Returns the counters of a poll and the rows that they count. */
async function recount(postId: string) {
  const { db } = community.current;
  const options = await db
    .select({ id: pollOptions.id, counter: pollOptions.votesCount, rows: count(pollVotes.memberId) })
    .from(pollOptions)
    .leftJoin(pollVotes, eq(pollVotes.optionId, pollOptions.id))
    .where(eq(pollOptions.postId, postId))
    .groupBy(pollOptions.id);
  const [poll] = await db.select({ counter: polls.votesCount }).from(polls).where(eq(polls.postId, postId));
  expect(options.map(({ counter }) => counter)).toEqual(options.map(({ rows }) => rows));
  expect(poll?.counter).toBe(options.reduce((sum, { rows }) => sum + rows, 0));
  return poll?.counter;
}

/** Moves a post and its poll to the past instead of waiting. */
const backdate = async (postId: string, hours: number) => {
  const past = sql`make_interval(hours => ${hours})`;
  await community.current.db.execute(sql`UPDATE posts SET created_at = created_at - ${past} WHERE id = ${postId}`);
  await community.current.db.execute(sql`UPDATE polls SET closes_at = closes_at - ${past} WHERE post_id = ${postId}`);
};

const approve = async (postId: string) => {
  const manager = await community.current.member({ role: 'manager' });
  expect(await decideCase(manager, (await caseOf(manager, postId)).id, { action: 'approve' })).toBe('done');
};

describe('a poll of a post in review', () => {
  test('starts its duration when the post is published', async () => {
    const author = await community.current.member({ isFlagged: true });
    const [reader] = await createMembers(1);
    const { post, optionIds } = await createPoll(author);
    await author.call(votePoll, { params: { id: post.id }, body: { optionId: optionIds[0] } });
    await backdate(post.id, 25);
    await approve(post.id);
    const poll = await pollFor(reader!, post);
    expect(poll.isClosed).toBe(false);
    expect(Math.abs(Date.parse(poll.closesAt) - Date.now() - 24 * 60 * 60 * 1000)).toBeLessThan(60_000);
    expect(await voteStatus(reader!, post.id, optionIds[1])).toBe(200);
  });

  test('keeps its end if others voted before the review', async () => {
    const [author, voter] = await createMembers(2);
    const { post, optionIds } = await createPoll(author!);
    expect(await voteStatus(voter!, post.id, optionIds[1])).toBe(200);
    await community.current.db.update(users).set({ isFlagged: true }).where(eq(users.id, author!.id));
    await author!.call(contract.updatePost, { params: { id: post.id }, body: { content: 'In the morning, I mean' } });
    await backdate(post.id, 25);
    await approve(post.id);
    expect(await pollFor(voter!, post)).toMatchObject({ isClosed: true, totalVotes: 1 });
  });
});

describe('creating a poll', () => {
  test('a post can have a poll with two to six options, and reads return the same poll', async () => {
    const [ana, ben] = await createMembers(2);
    const { post } = await createPoll(ana!, ['  Tea ', 'Coffee'], 7);
    expect(post.poll).toMatchObject({
      options: [
        { text: 'Tea', votes: null },
        { text: 'Coffee', votes: null },
      ],
      isClosed: false,
      myOptionId: null,
      totalVotes: null,
    });
    const openMilliseconds = Date.parse(post.poll!.closesAt) - Date.parse(post.createdAt);
    expect(openMilliseconds).toBe(7 * 24 * 60 * 60 * 1000);
    expect((await ana!.call(contract.listPosts, {})).body[0]).toEqual(post);
    expect(await pollFor(ben!, post)).toEqual(post.poll);
    const postWithoutPoll = await ana!.call(contract.createPost, { body: { content: 'Nothing to ask' } });
    expect(postWithoutPoll.body.poll).toBeNull();
  });

  test.for([
    { options: ['Tea'], days: 1 },
    { options: ['1', '2', '3', '4', '5', '6', '7'], days: 1 },
    { options: ['Tea', ' tea '], days: 1 },
    { options: ['Tea', 'ｔｅａ'], days: 1 },
    { options: ['Tea', '  '], days: 1 },
    { options: ['Tea', 'a'.repeat(81)], days: 1 },
    { options: ['Tea', 'Cof\nfee'], days: 1 },
    { options: ['Tea', 'Coffee'], days: 0 },
    { options: ['Tea', 'Coffee'], days: 8 },
    { options: ['Tea', 'Coffee'], days: 1.5 },
    { options: ['Tea', 'Coffee'] },
    'Tea or coffee',
  ])('a poll of %j is rejected, and no post is created', async (poll) => {
    const ana = await community.current.member();
    const response = await ana.send<Problem>('POST', '/api/posts', { body: { content: 'Hello', poll } });
    expect(response.status).toBe(400);
    expect((await ana.call(contract.listPosts, { query: { userId: ana.id } })).body).toEqual([]);
  });

  test('editing a post keeps its poll and votes, and a poll cannot be changed', async () => {
    const [ana, ben] = await createMembers(2);
    const { params, optionIds, post } = await createPoll(ana!);
    await ben!.call(votePoll, { params, body: { optionId: optionIds[0] } });
    const editResponse = await ana!.call(contract.updatePost, { params, body: { content: 'And at night?' } });
    expect(editResponse.body.poll?.options.map(({ text }) => text)).toEqual(['Tea', 'Coffee', 'Water']);
    expect(countsOf(await pollFor(ben!, post))).toEqual({ votes: [1, 0, 0], totalVotes: 1 });
    const body = { content: 'Hello', poll: { options: ['Yes', 'No'], days: 1 } };
    expect((await ana!.send('PUT', `/api/posts/${post.id}`, { body })).status).toBe(400);
  });
});

describe('voting', () => {
  test('counts are hidden until the viewer has voted, also from the author', async () => {
    const [ana, ben, cora] = await createMembers(3);
    const { params, optionIds, post } = await createPoll(ana!);
    const voteResponse = await ben!.call(votePoll, { params, body: { optionId: optionIds[1] } });
    expect(voteResponse.status).toBe(200);
    expect(voteResponse.body).toMatchObject({ myOptionId: optionIds[1], totalVotes: 1 });
    expect(countsOf(voteResponse.body).votes).toEqual([0, 1, 0]);
    expect(await pollFor(ben!, post)).toEqual(voteResponse.body);
    for (const reader of [ana!, cora!]) {
      const poll = await pollFor(reader, post);
      expect(countsOf(poll)).toEqual({ votes: [null, null, null], totalVotes: null });
      const listedPost = (await reader.call(contract.listPosts, {})).body.find(({ id }) => id === post.id);
      expect(listedPost?.poll).toEqual(poll);
    }
  });

  test('a vote can be changed while the poll is open, and counts once', async () => {
    const [ana, ben] = await createMembers(2);
    const { params, optionIds, post } = await createPoll(ana!);
    for (const optionId of [optionIds[0], optionIds[2], optionIds[2], optionIds[1]])
      expect((await ben!.call(votePoll, { params, body: { optionId } })).body.myOptionId).toBe(optionId);
    expect(countsOf(await pollFor(ben!, post))).toEqual({ votes: [0, 1, 0], totalVotes: 1 });
    expect(await recount(post.id)).toBe(1);
  });

  test('after the end everybody sees the counts, and votes are rejected', async () => {
    const [ana, ben, cora] = await createMembers(3);
    const { params, optionIds, post } = await createPoll(ana!);
    await ben!.call(votePoll, { params, body: { optionId: optionIds[0] } });
    await closePoll(post.id);
    const lateVote = await cora!.call(votePoll, { params, body: { optionId: optionIds[1] } });
    expect(lateVote.status).toBe(409);
    expect((lateVote.body as unknown as Problem).type).toContain('feed.poll_closed');
    expect((await ben!.call(votePoll, { params, body: { optionId: optionIds[1] } })).status).toBe(409);
    const poll = await pollFor(cora!, post);
    expect(poll).toMatchObject({ isClosed: true, myOptionId: null });
    expect(countsOf(poll)).toEqual({ votes: [1, 0, 0], totalVotes: 1 });
  });

  test('a vote is rejected without a poll, for an unknown option, or for an invisible post', async () => {
    const [ana, ben, eve] = await createMembers(3);
    const { params, optionIds } = await createPoll(ana!);
    const otherPoll = await createPoll(ana!);
    const postWithoutPoll = (await ana!.call(contract.createPost, { body: { content: 'No poll' } })).body;
    expect(await voteStatus(ben!, postWithoutPoll.id, optionIds[0])).toBe(404);
    expect(await voteStatus(ben!, randomUUID(), optionIds[0])).toBe(404);
    expect(await voteStatus(ben!, params.id, otherPoll.optionIds[0])).toBe(400);
    await ana!.call(block, { params: { userId: eve!.id } });
    expect(await voteStatus(eve!, params.id, optionIds[0])).toBe(404);
    const flagged = await community.current.member({ isFlagged: true });
    const heldPoll = await createPoll(flagged);
    expect(await voteStatus(ben!, heldPoll.params.id, heldPoll.optionIds[0])).toBe(404);
    expect(await recount(params.id)).toBe(0);
  });

  test('no reply and no frame reveals a vote to other members', async () => {
    const [ana, ben] = await createMembers(2);
    const { params, optionIds, post } = await createPoll(ana!);
    const liveClient = await community.current.connect(ana!);
    await ben!.call(votePoll, { params, body: { optionId: optionIds[0] } });
    const frame = await nextPollFrame(liveClient, post.id);
    expect(Object.keys(frame).toSorted()).toEqual(['postId', 'revision', 'type']);
    // The revision is based on time, so it does not reveal the number of votes.
    expect(Math.abs(frame.revision - Date.now())).toBeLessThan(60_000);
    await closePoll(post.id);
    expect(JSON.stringify((await ana!.call(contract.getPost, { params })).body)).not.toContain(ben!.id);
    liveClient.close();
  });

  test('deleting the post deletes its poll and votes', async () => {
    const [ana, ben] = await createMembers(2);
    const { params, optionIds, post } = await createPoll(ana!);
    await ben!.call(votePoll, { params, body: { optionId: optionIds[0] } });
    expect((await ana!.call(contract.deletePost, { params })).status).toBe(204);
    const { db } = community.current;
    expect(await db.$count(pollVotes, eq(pollVotes.postId, post.id))).toBe(0);
    expect(await db.$count(pollOptions, eq(pollOptions.postId, post.id))).toBe(0);
  });
});

test('a vote can be changed twenty times in five minutes, because each change makes all voters fetch the post', async () => {
  const limitedServer = await Community.open({ environment: { RATE_LIMITS: 'on' } });
  const ana = await limitedServer.member();
  const { params, optionIds } = await createPoll(ana);
  const statuses: number[] = [];
  for (let index = 0; index < 21; index += 1) statuses.push(await voteStatus(ana, params.id, optionIds[index % 2]!));
  expect([new Set(statuses.slice(0, 20)), statuses[20]]).toEqual([new Set([200]), 429]);
  expect((await ana.call(contract.toggleLike, { params })).status).toBe(200);
  await limitedServer.close();
});

describe('concurrent votes', () => {
  test('fifty members who change their votes on two servers have one vote each, and the counts are right', async () => {
    const ana = await community.current.member();
    const { params, optionIds, post } = await createPoll(ana);
    const secondServer = await Community.open({ sharesDatabaseWith: community.current });
    const members = await createMembers(50);
    const votes = members.flatMap((member, index) => {
      const memberOfServer = new Member(secondServer.server, member);
      return [0, 1, 2].map((round) =>
        (round % 2 === 0 ? member : memberOfServer).call(votePoll, {
          params,
          body: { optionId: optionIds[(index + round) % 3]! },
        }),
      );
    });
    expect((await Promise.all(votes)).every(({ status }) => status === 200)).toBe(true);
    expect(await community.current.db.$count(pollVotes, eq(pollVotes.postId, post.id))).toBe(50);
    expect(await recount(post.id)).toBe(50);
    expect(countsOf(await pollFor(members[0]!, post)).totalVotes).toBe(50);
    await secondServer.close();
  });

  test('in any sequence of votes, the last vote of each member counts', async () => {
    const members = await createMembers(5);
    const votes = fc.array(fc.record({ voter: fc.nat({ max: 4 }), option: fc.nat({ max: 2 }) }), {
      minLength: 1,
      maxLength: 15,
    });
    await fc.assert(
      fc.asyncProperty(votes, async (voteSequence) => {
        const { params, optionIds, post } = await createPoll(members[0]!);
        const lastVotes = new Map<number, number>();
        for (const { voter, option } of voteSequence) {
          lastVotes.set(voter, option);
          await members[voter]!.call(votePoll, { params, body: { optionId: optionIds[option]! } });
        }
        await closePoll(post.id);
        const expected = [0, 1, 2].map(
          (option) => [...lastVotes.values()].filter((chosenOption) => chosenOption === option).length,
        );
        expect(countsOf(await pollFor(members[0]!, post))).toEqual({ votes: expected, totalVotes: lastVotes.size });
      }),
      { numRuns: 10 },
    );
  });

  test('many votes at once are published in a few frames, and the last one has the newest revision', async () => {
    const ana = await community.current.member();
    const { params, optionIds, post } = await createPoll(ana);
    const liveClient = await community.current.connect(ana);
    const crowd = await createMembers(40);
    const startedAt = performance.now();
    await Promise.all(crowd.map((member) => member.call(votePoll, { params, body: { optionId: optionIds[0] } })));
    // Frames are half a second apart. 400 ms tolerates timers that fire early on a busy event loop.
    const maxFrames = 2 + (performance.now() - startedAt) / 400;
    const newest = (await pollFor(crowd[0]!, post)).revision;
    let frames = 0;
    for (let revision = 0; revision < newest; frames += 1) ({ revision } = await nextPollFrame(liveClient, post.id));
    expect(frames).toBeLessThanOrEqual(maxFrames);
    liveClient.close();
  });
});
