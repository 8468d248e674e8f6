import { randomUUID } from 'node:crypto';
import type { Problem } from '@commons/contract/problem/schemas';
import { createReport } from '@commons/contract/reports/schemas';
import type { WinInput } from '@commons/contract/wins/schemas';
import * as contract from '@commons/contract/wins/schemas';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { type Member, setUpCommunity } from '../../../test/community.ts';
import { reports } from '../reports/reports.tables.ts';
import { winCheers } from './wins.tables.ts';

const community = setUpCommunity();

const walk: WinInput = { title: 'A walk', content: 'Ten minutes, in the rain.', category: 'physical-health' };

const share = async (member: Member, input: Partial<WinInput> = {}) =>
  (await member.call(contract.createWin, { body: { ...walk, ...input } })).body;

const winsOf = async (member: Member, query: { category?: WinInput['category']; limit?: number } = {}) =>
  (await member.call(contract.listWins, { query })).body.map(({ id }) => id);

const scoreOf = async (member: Member) => (await community.current.findUser(member.id))!.mindfulnessScore;

const family = '👩🏽‍👩🏽‍👧🏽‍👦🏽';

describe('sharing a win', () => {
  test('a new win is first in the list and equals the reply', async () => {
    const ana = await community.current.member({ firstName: 'Ana', lastName: 'Lund' });
    const created = await ana.call(contract.createWin, { body: { ...walk, title: '  A walk ' } });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      ...walk,
      authorId: ana.id,
      author: { displayName: 'Ana Lund' },
      likesCount: 0,
      isLiked: false,
      editedAt: null,
      can: { edit: true, delete: true },
    });
    expect((await ana.call(contract.listWins, {})).body[0]).toEqual(created.body);
    expect((await ana.call(contract.getWin, { params: { id: created.body.id } })).body).toEqual(created.body);
  });

  test.for([
    { input: { title: ' ' }, path: 'title' },
    { input: { title: `${family.repeat(100)}a` }, path: 'title' },
    { input: { title: 'one\ntwo' }, path: 'title' },
    { input: { content: '\n ' }, path: 'content' },
    { input: { content: 'a'.repeat(501) }, path: 'content' },
    { input: { content: family.repeat(501) }, path: 'content' },
    { input: { category: 'sleep' }, path: 'category' },
    { input: { category: undefined }, path: 'category' },
    { input: { likesCount: 9 }, path: 'likesCount' },
  ])('an invalid $path is rejected and earns no points', async ({ input, path }) => {
    const ana = await community.current.member();
    const rejection = await ana.send<Problem>('POST', '/api/wellness-wins', { body: { ...walk, ...input } });
    expect(rejection.status).toBe(400);
    expect(rejection.body.errors?.map((error) => error.path)).toContain(path);
    expect(await scoreOf(ana)).toBe(0);
  });

  test('the limits of 100 and 500 characters count grapheme clusters', async () => {
    const ana = await community.current.member();
    const win = await share(ana, { title: family.repeat(100), content: 'e\u0301'.repeat(500) });
    expect(win.title).toBe(family.repeat(100));
  });

  test('ten concurrent calls with the same Idempotency-Key create one win and one point', async () => {
    const ana = await community.current.member();
    const headers = { 'idempotency-key': randomUUID() };
    const attempts = Array.from({ length: 10 }, () => ana.call(contract.createWin, { body: walk }, headers));
    expect(new Set((await Promise.all(attempts)).map(({ body }) => body.id)).size).toBe(1);
    expect(await scoreOf(ana)).toBe(1);
  });
});

describe('the list of wins', () => {
  test('has pages of all wins and of a category, newest first', async () => {
    const ana = await community.current.member();
    const ids: string[] = [];
    for (const category of ['spiritual', 'other', 'spiritual', 'spiritual'] as const)
      ids.unshift((await share(ana, { category })).id);
    expect((await winsOf(ana)).slice(0, 4)).toEqual(ids);
    const first = await ana.call(contract.listWins, { query: { category: 'spiritual', limit: 2 } });
    expect(first.body.map(({ id }) => id)).toEqual([ids[0], ids[1]]);
    expect((await ana.follow(first)).body.map(({ id }) => id)).toEqual([ids[3]]);
  });

  test('of an unknown category is rejected', async () => {
    const ana = await community.current.member();
    expect((await ana.send('GET', '/api/wellness-wins?category=sleep')).status).toBe(400);
  });
});

describe('changing and deleting', () => {
  test('only the author and moderators can change and delete a win', async () => {
    const [ana, ben] = [await community.current.member(), await community.current.member()];
    const manager = await community.current.member({ role: 'manager' });
    const { id } = await share(ana);
    const change = (member: Member, body: WinInput) => member.call(contract.updateWin, { params: { id }, body });
    expect((await change(ana, { ...walk, title: 'A long walk' })).body).toMatchObject({ title: 'A long walk' });
    expect((await change(manager, { ...walk, category: 'mindfulness' })).body.editedAt).not.toBeNull();
    expect((await change(ben, walk)).status).toBe(403);
    expect((await ben.call(contract.deleteWin, { params: { id } })).status).toBe(403);
    expect((await manager.call(contract.deleteWin, { params: { id } })).status).toBe(204);
    expect((await ana.call(contract.getWin, { params: { id } })).status).toBe(404);
  });

  test('deletion of a win reverses its point and removes its cheers with their support', async () => {
    const [ana, ben] = [await community.current.member(), await community.current.member()];
    const countSupport = async () => {
      const { rows } = await community.current.db.execute<{ given: number }>(
        sql`SELECT coalesce(sum(given), 0)::int AS given FROM support_changes`,
      );
      return rows[0]!.given;
    };
    const before = await countSupport();
    const { id } = await share(ana);
    await ben.call(contract.toggleCheer, { params: { id } });
    expect([await scoreOf(ana), await countSupport()]).toEqual([1, before + 1]);
    const deletions = await Promise.all([1, 2, 3].map(() => ana.call(contract.deleteWin, { params: { id } })));
    expect(deletions.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([204, 404, 404]);
    expect([await scoreOf(ana), await countSupport()]).toEqual([0, before]);
  });
});

describe('cheering', () => {
  test('a first call cheers, and a second removes the cheer', async () => {
    const [ana, ben] = [await community.current.member(), await community.current.member()];
    const { id } = await share(ana);
    const cheer = async () => (await ben.call(contract.toggleCheer, { params: { id } })).body;
    expect(await cheer()).toMatchObject({ isLiked: true, likesCount: 1 });
    expect((await ben.call(contract.getWin, { params: { id } })).body).toMatchObject({ isLiked: true, likesCount: 1 });
    expect((await ana.call(contract.getWin, { params: { id } })).body).toMatchObject({ isLiked: false, likesCount: 1 });
    expect(await cheer()).toMatchObject({ isLiked: false, likesCount: 0 });
    expect((await ben.call(contract.toggleCheer, { params: { id: randomUUID() } })).status).toBe(404);
  });

  test('after concurrent toggles of twenty members the counter equals the rows', async () => {
    const { id } = await share(await community.current.member());
    const members = await Promise.all(Array.from({ length: 20 }, () => community.current.member()));
    const toggles = [...members, ...members.slice(5)].map((member) =>
      member.call(contract.toggleCheer, { params: { id } }),
    );
    await Promise.all(toggles);
    const rows = await community.current.db.select().from(winCheers).where(eq(winCheers.subjectId, id));
    const { likesCount } = (await members[0]!.call(contract.getWin, { params: { id } })).body;
    expect([rows.length, likesCount]).toEqual([5, 5]);
  });
});

describe('a win of a flagged member', () => {
  test('waits for review, is visible to its author only, and earns no points', async () => {
    const [flagged, ben] = [
      await community.current.member({ isFlagged: true }),
      await community.current.member({ firstName: 'Ben' }),
    ];
    const [ownTab, otherTab] = [await community.current.connect(flagged), await community.current.connect(ben)];
    const held = await share(flagged);
    const shown = await share(ben);
    expect(held.isAwaitingReview).toBe(true);
    expect(await winsOf(ben)).not.toContain(held.id);
    expect(await winsOf(flagged)).toContain(held.id);
    expect((await ben.call(contract.toggleCheer, { params: { id: held.id } })).status).toBe(404);
    expect((await ownTab.next('win.created')).winId).toBe(held.id);
    expect((await otherTab.next('win.created')).winId).toBe(shown.id);
    expect(await scoreOf(flagged)).toBe(0);
    ownTab.close();
    otherTab.close();
  });
});

test('creation, cheers, change and deletion of a win are published to everybody', async () => {
  const [ana, ben] = [await community.current.member(), await community.current.member()];
  const live = await community.current.connect(ben);
  const { id } = await share(ana, { category: 'mindfulness' });
  expect(await live.next('win.created')).toEqual({
    type: 'win.created',
    winId: id,
    authorId: ana.id,
    category: 'mindfulness',
  });
  await ben.call(contract.toggleCheer, { params: { id } });
  // Skips late frames of other wins.
  let cheerFrame = await live.next('cheer.changed');
  while (cheerFrame.winId !== id) cheerFrame = await live.next('cheer.changed');
  expect(cheerFrame).toEqual({ type: 'cheer.changed', winId: id, likesCount: 1, countsRevision: 1 });
  await ana.call(contract.updateWin, { params: { id }, body: walk });
  expect(await live.next('win.updated')).toEqual({ type: 'win.updated', winId: id });
  await ana.call(contract.deleteWin, { params: { id } });
  expect(await live.next('win.deleted')).toEqual({ type: 'win.deleted', winId: id });
  live.close();
});

test('a report of a win contains its title and text at that time', async () => {
  const [ana, ben] = [await community.current.member(), await community.current.member()];
  const { id } = await share(ana);
  const body = { subjectType: 'win', subjectId: id, reason: 'spam' } as const;
  expect((await ben.call(createReport, { body })).status).toBe(201);
  const [storedReport] = await community.current.db.select().from(reports).where(eq(reports.subjectId, id));
  expect(storedReport).toMatchObject({ reportedId: ana.id, evidence: { title: walk.title, content: walk.content } });
});
