import { randomUUID } from 'node:crypto';
import { getCurrentUser } from '@commons/contract/auth/schemas';
import * as connecting from '@commons/contract/connections/schemas';
import * as feed from '@commons/contract/feed/schemas';
import * as contract from '@commons/contract/profiles/schemas';
import { and, eq, or } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bytesOf } from '../../../test/caller.ts';
import { Member, setUpCommunity, setUpSecondServer } from '../../../test/community.ts';
import { block, comment, commentsSeenBy, feedOf, mute, idsIn, share, unblock, unmute } from '../../../test/hiding.ts';
import { blocks } from './blocks.tables.ts';

const community = setUpCommunity();

const members = (count: number) => Promise.all(Array.from({ length: count }, () => community.current.member()));
const pair = async () => (await members(2)) as [Member, Member];

const sees = async (member: Member, other: Member) =>
  (await member.call(contract.getProfile, { params: { id: other.id } })).status === 200;

const isRow = (one: Member, other: Member) => and(eq(blocks.memberId, one.id), eq(blocks.otherId, other.id));

/** Returns the two rows of a pair. */
async function rowsOf(ana: Member, ben: Member) {
  const rows = await community.current.db
    .select()
    .from(blocks)
    .where(or(isRow(ana, ben), isRow(ben, ana)));
  return Object.fromEntries(
    rows.map(({ memberId, ...row }) => [
      memberId === ana.id ? 'ana' : 'ben',
      { isByMember: row.isByMember, isByOther: row.isByOther },
    ]),
  );
}

describe('blocking', () => {
  test('stores the time of each block, so that a time never reveals the block of the other member', async () => {
    const [ana, ben] = await pair();
    const january = new Date('2026-01-10T12:00:00Z');
    const timeOf = async (one: Member, other: Member) =>
      (await community.current.db.select().from(blocks).where(isRow(one, other)))[0]?.createdAt.getTime() ?? 0;
    await block(ben, ana);
    await community.current.db
      .update(blocks)
      .set({ createdAt: january })
      .where(or(isRow(ana, ben), isRow(ben, ana)));
    await block(ana, ben);
    const timeOfAnasBlock = await timeOf(ana, ben);
    expect(timeOfAnasBlock).toBeGreaterThan(january.getTime());
    await block(ana, ben);
    expect([await timeOf(ana, ben), await timeOf(ben, ana)]).toEqual([timeOfAnasBlock, january.getTime()]);
  });

  test.for(['the blocker', 'the blocked member'])('%s can no longer see anything of the other', async (party) => {
    const [ana, ben, eva] = (await members(3)) as [Member, Member, Member];
    const [viewer, hidden] = party === 'the blocker' ? [ana, ben] : [ben, ana];
    const post = await share(hidden);
    const evasComment = await comment(eva, post);
    const evasPost = await share(eva);
    const [hiddenComment, otherComment] = [await comment(hidden, evasPost), await comment(eva, evasPost)];
    expect(await feedOf(viewer)).toContain(post);

    expect((await block(ana, ben)).status).toBe(204);
    expect(await sees(viewer, hidden)).toBe(false);
    expect(await feedOf(viewer)).not.toContain(post);
    expect(await feedOf(viewer, { userId: hidden.id })).toEqual([]);
    expect(await commentsSeenBy(viewer, evasPost)).toEqual([otherComment]);
    expect(await commentsSeenBy(eva, evasPost)).toEqual([hiddenComment, otherComment]);
    const suggested = (await viewer.call(connecting.listSuggestedConnections, {})).body.map(({ id }) => id);
    expect(suggested).not.toContain(hidden.id);

    const unknown = randomUUID();
    const calls = [
      (id: string) => viewer.call(feed.getPost, { params: { id } }),
      (id: string) => viewer.call(feed.toggleLike, { params: { id } }),
      (id: string) => viewer.call(feed.getLikeStatus, { params: { id } }),
      (id: string) => viewer.call(feed.listComments, { params: { id } }),
      (id: string) => viewer.call(feed.createComment, { params: { id }, body: { content: 'Hello' } }),
      (id: string) => viewer.call(feed.updatePost, { params: { id }, body: { content: 'Hello' } }),
      (id: string) => viewer.call(feed.deletePost, { params: { id } }),
      (id: string) =>
        viewer.call(feed.updateComment, { params: { id, commentId: evasComment }, body: { content: 'Hello' } }),
      (id: string) => viewer.call(feed.deleteComment, { params: { id, commentId: evasComment } }),
    ];
    for (const call of calls) {
      const response = await call(post);
      expect(response.status).toBe(404);
      expect(bytesOf(response)).toBe(bytesOf(await call(unknown)));
    }
    const ofComment = (commentId: string) => viewer.call(feed.deleteComment, { params: { id: evasPost, commentId } });
    expect(bytesOf(await ofComment(hiddenComment))).toBe(bytesOf(await ofComment(unknown)));
  });

  test('a moderator cannot see the comments of a member whom they blocked', async () => {
    const moderator = await community.current.member({ role: 'manager' });
    const [ben, eva] = await pair();
    const post = await share(eva);
    await comment(ben, post);
    await block(moderator, ben);
    expect(await commentsSeenBy(moderator, post)).toEqual([]);
  });

  test('other members see no difference', async () => {
    const [ana, ben, eva] = (await members(3)) as [Member, Member, Member];
    const posts = [await share(ana), await share(ben)];
    await block(ana, ben);
    expect(await feedOf(eva)).toEqual(expect.arrayContaining(posts));
    expect([await sees(eva, ana), await sees(eva, ben)]).toEqual([true, true]);
  });

  test('a block ends the connection, decreases both counts, and sends only the usual connection frame', async () => {
    const [ana, ben] = await pair();
    await ana.call(connecting.requestConnection, { body: { userId: ben.id } });
    await ben.call(connecting.acceptConnection, { params: { userId: ana.id } });
    const benLive = await community.current.connect(ben);
    await block(ana, ben);
    expect(await benLive.next('connection.changed')).toEqual({
      type: 'connection.changed',
      userId: ana.id,
      state: 'none',
    });
    for (const member of [ana, ben]) {
      expect((await member.call(getCurrentUser, {})).body.connectionsCount).toBe(0);
      expect((await member.call(connecting.listConnections, {})).body).toEqual([]);
    }
    benLive.close();
  });

  test.for(['the blocker', 'the blocked member'])('a block ends a pending request from %s', async (party) => {
    const [ana, ben] = await pair();
    const [requester, receiver] = party === 'the blocker' ? [ana, ben] : [ben, ana];
    await requester.call(connecting.requestConnection, { body: { userId: receiver.id } });
    await block(ana, ben);
    expect((await receiver.call(connecting.listConnectionRequests, {})).body).toEqual([]);
    expect(
      (await requester.call(connecting.listConnectionRequests, { query: { direction: 'outgoing' } })).body,
    ).toEqual([]);
  });

  test('unblocking shows all content again, but does not restore the connection', async () => {
    const [ana, ben] = await pair();
    await ana.call(connecting.requestConnection, { body: { userId: ben.id } });
    await ben.call(connecting.acceptConnection, { params: { userId: ana.id } });
    const [anasPost, bensPost] = [await share(ana), await share(ben)];
    await block(ana, ben);
    expect((await unblock(ana, ben)).status).toBe(204);
    expect([await sees(ana, ben), await sees(ben, ana)]).toEqual([true, true]);
    expect(
      [await feedOf(ana), await feedOf(ben)].map((ids) => [ids.includes(bensPost), ids.includes(anasPost)]),
    ).toEqual([
      [true, true],
      [true, true],
    ]);
    expect((await ana.call(connecting.listConnections, {})).body).toEqual([]);
  });

  test('if both members blocked, one unblock changes nothing for either', async () => {
    const [ana, ben] = await pair();
    await block(ana, ben);
    expect((await block(ben, ana)).status).toBe(204);
    await unblock(ana, ben);
    expect([await sees(ana, ben), await sees(ben, ana)]).toEqual([false, false]);
    expect([await idsIn(ana, contract.listBlocks), await idsIn(ben, contract.listBlocks)]).toEqual([[], [ana.id]]);
    await unblock(ben, ana);
    expect([await sees(ana, ben), await sees(ben, ana)]).toEqual([true, true]);
  });

  test('the blocked member cannot remove the block', async () => {
    const [ana, ben] = await pair();
    await block(ana, ben);
    expect((await unblock(ben, ana)).status).toBe(204);
    expect([await sees(ana, ben), await sees(ben, ana)]).toEqual([false, false]);
  });

  test('repeated blocks and an unblock without a block change nothing', async () => {
    const [ana, ben] = await pair();
    expect((await unblock(ana, ben)).status).toBe(204);
    await block(ana, ben);
    await block(ana, ben);
    expect(await idsIn(ana, contract.listBlocks)).toEqual([ben.id]);
    await unblock(ana, ben);
    expect(await sees(ana, ben)).toBe(true);
  });

  test('a member can list the members they blocked, latest first, but not the members who blocked them', async () => {
    const [ana, ben, eva] = (await members(3)) as [Member, Member, Member];
    await block(ana, ben);
    await block(ana, eva);
    expect(await idsIn(ana, contract.listBlocks)).toEqual([eva.id, ben.id]);
    expect(await idsIn(ben, contract.listBlocks)).toEqual([]);
    expect(JSON.stringify((await ana.call(contract.listBlocks, {})).body)).not.toContain('@');
  });

  test('block and mute reject the caller themselves, unknown members and invalid ids', async () => {
    const ana = await community.current.member();
    for (const call of [block, mute]) {
      expect((await call(ana, ana)).status).toBe(404);
      expect((await call(ana, { id: randomUUID() })).status).toBe(404);
      expect((await call(ana, { id: 'me' })).status).toBe(400);
    }
  });
});

describe('concurrent blocks', () => {
  const consistentRows = [
    {},
    { ana: { isByMember: true, isByOther: false }, ben: { isByMember: false, isByOther: true } },
    { ana: { isByMember: false, isByOther: true }, ben: { isByMember: true, isByOther: false } },
    { ana: { isByMember: true, isByOther: true }, ben: { isByMember: true, isByOther: true } },
  ];

  test('after fifty concurrent calls both rows of the pair agree and no connection survives a block', async () => {
    const step = fc.constantFrom(
      ...['ana blocks', 'ben blocks', 'ana unblocks', 'ben unblocks', 'ana asks', 'ben asks'],
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 50, maxLength: 50 }), async (steps) => {
        const [ana, ben] = await pair();
        const responses = await Promise.all(
          steps.map((action) => {
            const [member, other] = action.startsWith('ana') ? [ana, ben] : [ben, ana];
            if (action.endsWith('asks'))
              return member.call(connecting.requestConnection, { body: { userId: other.id } });
            return action.endsWith('unblocks') ? unblock(member, other) : block(member, other);
          }),
        );
        for (const { status } of responses) expect([201, 204, 404]).toContain(status);
        const rows = await rowsOf(ana, ben);
        expect(consistentRows).toContainEqual(rows);
        const connected = (await ana.call(connecting.listConnections, {})).body;
        expect(Object.keys(rows).length === 0 || connected.length === 0).toBe(true);
      }),
      { numRuns: 8 },
    );
  });

  test('in any sequence of calls, the block of each member lasts until they remove it', async () => {
    const step = fc.record({ isAna: fc.boolean(), isBlocking: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 10 }), async (steps) => {
        const [ana, ben] = await pair();
        const blocking = { ana: false, ben: false };
        for (const { isAna, isBlocking } of steps) {
          const [member, other] = isAna ? [ana, ben] : [ben, ana];
          await (isBlocking ? block(member, other) : unblock(member, other));
          blocking[isAna ? 'ana' : 'ben'] = isBlocking;
        }
        const [byAna, byBen] = [blocking.ana, blocking.ben];
        expect(await rowsOf(ana, ben)).toEqual(
          byAna || byBen
            ? { ana: { isByMember: byAna, isByOther: byBen }, ben: { isByMember: byBen, isByOther: byAna } }
            : {},
        );
        expect(await sees(ana, ben)).toBe(!byAna && !byBen);
      }),
      { numRuns: 20 },
    );
  });
});

describe('live frames', () => {
  const secondServer = setUpSecondServer(community);

  /** Opens sockets of Ana on two server processes, and returns members who post on either process. */
  async function openTabsOfAna() {
    const [ana, eva] = await pair();
    const ben = await community.current.member();
    const benOnSecondServer = new Member(secondServer.current.server, ben);
    const evaOnSecondServer = new Member(secondServer.current.server, eva);
    const tabs = [await community.current.connect(ana), await secondServer.current.connect(ana)];
    const next = <Type extends 'post.created' | 'comment.created'>(type: Type) =>
      Promise.all(tabs.map((tab) => tab.next(type)));
    return {
      ana,
      ben,
      eva,
      benOnSecondServer,
      evaOnSecondServer,
      next,
      close: () => tabs.forEach((tab) => tab.close()),
    };
  }

  test.for([
    ['blocked', block, unblock, false],
    // Comments of a muted member stay visible.
    ['muted', mute, unmute, true],
  ] as const)(
    'new posts of a %s member are not sent to open tabs, on any process',
    async ([, hide, show, areCommentsVisible]) => {
      const { ana, ben, eva, benOnSecondServer, evaOnSecondServer, next, close } = await openTabsOfAna();
      const evasPost = await share(eva);
      await next('post.created');
      const visiblePost = await share(ben);
      expect((await next('post.created')).map(({ postId }) => postId)).toEqual([visiblePost, visiblePost]);

      await hide(ana, ben);
      // Frames arrive in order: after this marker the sockets have applied the block as well.
      const marker = await share(eva);
      expect((await next('post.created')).map(({ postId }) => postId)).toEqual([marker, marker]);
      for (const [writer, witness] of [
        [ben, eva],
        [benOnSecondServer, evaOnSecondServer],
      ] as const) {
        await share(writer);
        const writtenComment = await comment(writer, evasPost);
        const idsOfWitness = [await share(witness), await comment(witness, evasPost)];
        expect((await next('post.created')).map(({ postId }) => postId)).toEqual([idsOfWitness[0], idsOfWitness[0]]);
        for (const id of areCommentsVisible ? [writtenComment, idsOfWitness[1]] : [idsOfWitness[1]])
          expect((await next('comment.created')).map(({ commentId }) => commentId)).toEqual([id, id]);
      }

      await show(ana, ben);
      await share(eva);
      await next('post.created');
      const laterPost = await share(ben);
      expect((await next('post.created')).map(({ postId }) => postId)).toEqual([laterPost, laterPost]);
      close();
    },
  );

  test('blocks and mutes, and their ends, are published only to the member’s own tabs, on every process', async () => {
    const [ana, ben] = await pair();
    const tabs = [await community.current.connect(ana), await secondServer.current.connect(ana)];
    const benTab = await community.current.connect(ben);
    for (const [act, change] of [
      [block, 'blocked'],
      [unblock, 'unblocked'],
      [mute, 'muted'],
      [unmute, 'unmuted'],
    ] as const) {
      await act(ana, ben);
      for (const tab of tabs)
        expect(await tab.next('hidden.changed')).toEqual({ type: 'hidden.changed', userId: ben.id, change });
    }
    await block(ben, ana);
    await benTab.next('hidden.changed');
    expect(benTab.queuedTypes).not.toContain('hidden.changed');
    for (const tab of tabs) expect(tab.queuedTypes).not.toContain('hidden.changed');
    for (const tab of [...tabs, benTab]) tab.close();
  });

  test.for(
    ['the blocker', 'the blocked member'].flatMap((party) => ['before', 'after'].map((when) => ({ party, when }))),
  )('$party receives no frames about the other in a tab opened $when the block', async ({ party, when }) => {
    const [ana, ben, eva] = (await members(3)) as [Member, Member, Member];
    const [viewer, hidden] = party === 'the blocker' ? [ana, ben] : [ben, ana];
    const earlierTab = when === 'before' ? await community.current.connect(viewer) : undefined;
    await block(ana, ben);
    const live = earlierTab ?? (await community.current.connect(viewer));
    await Promise.all(Array.from({ length: 10 }, () => share(hidden)));
    const marker = await share(eva);
    expect((await live.next('post.created')).postId).toBe(marker);
    live.close();
  });
});
