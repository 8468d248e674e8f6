import { randomUUID } from 'node:crypto';
import type { Endpoint } from '@commons/contract/endpoint';
import * as gratitude from '@commons/contract/gratitude/schemas';
import type { ServerFrame } from '@commons/contract/live/schemas';
import * as recommendations from '@commons/contract/recommendations/schemas';
import { createReport } from '@commons/contract/reports/schemas';
import * as wins from '@commons/contract/wins/schemas';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { type Member, setUpCommunity } from '../../../test/community.ts';
import { features } from '../../app.ts';
import { reports } from '../../features/reports/reports.tables.ts';

const community = setUpCommunity();

type Item = {
  id: string;
  isAwaitingReview: boolean;
  isLiked?: boolean;
  likesCount?: number;
  editedAt: string | null;
};

type Kind = {
  name: string;
  list: Endpoint;
  query: string;
  body: object;
  change: object;
  /** The body with surrounding spaces, which are not stored. */
  untrimmed: object;
  created: object;
  evidence: object;
  reaction?: { react: Endpoint; frame: ServerFrame['type'] };
};

const win = { title: 'A walk', content: 'Ten minutes, in the rain.', category: 'physical-health' };
const note = { content: 'For the smell of rain', positionX: 40.25, positionY: 30, rotation: -3.5 };
const book = {
  type: 'book',
  title: 'The Summer Book',
  content: 'An island.\nA child.',
  link: 'https://books.example/',
};

/** The kinds whose items are listed, created, changed and deleted in the standard way. */
const kinds: Kind[] = [
  {
    name: 'win',
    list: wins.listWins,
    query: '?category=physical-health',
    body: win,
    change: { ...win, title: 'A long walk', category: 'mindfulness' },
    untrimmed: { ...win, title: '  A walk ' },
    created: { category: 'physical-health' },
    evidence: { title: win.title, content: win.content },
    reaction: { react: wins.toggleCheer, frame: 'cheer.changed' },
  },
  {
    name: 'note',
    list: gratitude.listNotes,
    query: '',
    body: note,
    change: { ...note, content: 'For snow', positionX: 50 },
    untrimmed: { ...note, content: ' For the smell of rain\n' },
    created: {},
    evidence: { content: note.content },
  },
  {
    name: 'recommendation',
    list: recommendations.listRecommendations,
    query: '?type=book',
    body: book,
    change: { ...book, title: 'The Winter Book', link: null },
    untrimmed: { ...book, title: '  The Summer Book ' },
    created: { recommendationType: 'book' },
    evidence: { title: book.title, content: book.content, link: book.link },
    reaction: { react: recommendations.toggleRecommendationLike, frame: 'recommendation_like.changed' },
  },
];

const pointsOf = (name: string) =>
  features.flatMap(({ contributions = [] }) => contributions).find((kind) => kind.name === name)!.points;
const scoreOf = async (member: Member) => (await community.current.findUser(member.id))!.mindfulnessScore;
const twoMembers = async () => [await community.current.member(), await community.current.member()] as const;
const countSupport = async () => {
  const { rows } = await community.current.db.execute<{ given: number }>(
    sql`SELECT coalesce(sum(given), 0)::int AS given FROM support_changes`,
  );
  return rows[0]!.given;
};

describe.for(kinds)('a $name', ({ name, list, query, body, change, untrimmed, created, evidence, reaction }) => {
  const points = pointsOf(name);
  const pathOf = (id: string) => `${list.path}/${id}`;
  const create = async (member: Member, headers = {}) =>
    (await member.send<Item>('POST', list.path, { body, headers })).body;
  const read = (member: Member, id: string) => member.send<Item>('GET', pathOf(id));
  const idsFor = async (member: Member) =>
    (await member.send<Item[]>('GET', `${list.path}${query}`)).body.map(({ id }) => id);
  const remove = (member: Member, id: string) => member.send('DELETE', pathOf(id));

  test('is first in the list and equals the reply', async () => {
    const ana = await community.current.member({ firstName: 'Ana', lastName: 'Lund' });
    const reply = await ana.send<Item>('POST', list.path, { body: untrimmed });
    expect(reply.status).toBe(201);
    expect(reply.body).toMatchObject({
      ...body,
      ...(reaction && { likesCount: 0, isLiked: false }),
      authorId: ana.id,
      author: { displayName: 'Ana Lund', firstName: 'Ana', lastName: 'Lund' },
      editedAt: null,
      can: { edit: true, delete: true },
    });
    expect((await ana.send<Item[]>('GET', `${list.path}${query}`)).body[0]).toEqual(reply.body);
    expect((await read(ana, reply.body.id)).body).toEqual(reply.body);
  });

  test('is listed in pages, newest first', async () => {
    const ana = await community.current.member();
    const ids: string[] = [];
    for (let count = 0; count < 4; count += 1) ids.unshift((await create(ana)).id);
    const first = await ana.send<Item[]>('GET', `${list.path}${query}${query ? '&' : '?'}limit=2`);
    expect(first.body.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    expect((await ana.follow(first)).body.map(({ id }) => id)).toEqual(ids.slice(2, 4));
  });

  test('is changed and deleted only by its author and moderators', async () => {
    const [ana, ben] = await twoMembers();
    const manager = await community.current.member({ role: 'manager' });
    const { id } = await create(ana);
    const update = (member: Member, input: object) => member.send<Item>('PUT', pathOf(id), { body: input });
    expect((await update(ana, change)).body).toMatchObject(change);
    expect((await update(manager, body)).body.editedAt).not.toBeNull();
    expect([(await update(ben, body)).status, (await remove(ben, id)).status]).toEqual([403, 403]);
    expect((await remove(manager, id)).status).toBe(204);
    expect((await read(ana, id)).status).toBe(404);
    expect(await scoreOf(ana)).toBe(0);
  });

  test('is deleted once, with the points, reactions and their support', async () => {
    const [ana, ben] = await twoMembers();
    const before = await countSupport();
    const { id } = await create(ana);
    if (reaction) await ben.send('POST', reaction.react.path.replace('{id}', id));
    expect([await scoreOf(ana), await countSupport()]).toEqual([points, before + (reaction ? 1 : 0)]);
    const statuses = (await Promise.all([1, 2, 3].map(() => remove(ana, id)))).map(({ status }) => status);
    expect(statuses.toSorted((one, other) => one - other)).toEqual([204, 404, 404]);
    expect([await scoreOf(ana), await countSupport()]).toEqual([0, before]);
  });

  test('of a flagged member waits for review, is visible to its author only, and earns no points', async () => {
    const [flagged, ben] = [await community.current.member({ isFlagged: true }), await community.current.member()];
    const [ownClient, otherClient] = [await community.current.connect(flagged), await community.current.connect(ben)];
    const [held, shown] = [await create(flagged), await create(ben)];
    expect(held.isAwaitingReview).toBe(true);
    expect(await idsFor(ben)).not.toContain(held.id);
    expect(await idsFor(flagged)).toContain(held.id);
    const frame = `${name}.created` as ServerFrame['type'];
    expect(await ownClient.next(frame)).toMatchObject({ [`${name}Id`]: held.id });
    expect(await otherClient.next(frame)).toMatchObject({ [`${name}Id`]: shown.id });
    expect(await scoreOf(flagged)).toBe(0);
    ownClient.close();
    otherClient.close();
  });

  test('is published live when it is created, changed, liked and deleted', async () => {
    const [ana, ben] = await twoMembers();
    const live = await community.current.connect(ben);
    const next = async (type: string) => {
      // Skips late frames about other items.
      for (;;) {
        const frame = (await live.next(type as ServerFrame['type'])) as object as Record<string, unknown>;
        if (frame[`${name}Id`] === id) return frame;
      }
    };
    const { id } = await create(ana);
    const ids = { [`${name}Id`]: id };
    const expected = [
      { type: `${name}.created`, ...ids, authorId: ana.id, ...created },
      ...(reaction ? [{ type: reaction.frame, ...ids, likesCount: 1, countsRevision: 1 }] : []),
      { type: `${name}.updated`, ...ids },
      { type: `${name}.deleted`, ...ids },
    ];
    if (reaction) await ben.send('POST', reaction.react.path.replace('{id}', id));
    await ana.send('PUT', pathOf(id), { body: change });
    await remove(ana, id);
    const published = [];
    for (const { type } of expected) published.push(await next(type));
    expect(published).toEqual(expected);
    live.close();
  });

  test('is stored in a report with its text at that time', async () => {
    const [ana, ben] = await twoMembers();
    const { id } = await create(ana);
    const report = { subjectType: name as 'win', subjectId: id, reason: 'spam' } as const;
    expect((await ben.call(createReport, { body: report })).status).toBe(201);
    await ana.send('PUT', pathOf(id), { body: change });
    const [storedReport] = await community.current.db.select().from(reports).where(eq(reports.subjectId, id));
    expect(storedReport).toMatchObject({ reportedId: ana.id, evidence });
  });
});

const kindsWithReaction = kinds.flatMap(({ name, list, body, reaction }) =>
  reaction ? [{ name, path: list.path, body, react: reaction.react }] : [],
);

test.for(kindsWithReaction)('a $name is liked by a first call, and no longer by a second', async (kind) => {
  const [ana, ben] = await twoMembers();
  const { id } = (await ana.send<Item>('POST', kind.path, { body: kind.body })).body;
  const read = async (member: Member) => (await member.send<Item>('GET', `${kind.path}/${id}`)).body;
  const toggle = (itemId = id) => ben.send<Item>('POST', kind.react.path.replace('{id}', itemId));
  expect((await toggle()).body).toMatchObject({ isLiked: true, likesCount: 1 });
  expect(await read(ben)).toMatchObject({ isLiked: true, likesCount: 1 });
  expect(await read(ana)).toMatchObject({ isLiked: false, likesCount: 1 });
  expect((await toggle()).body).toMatchObject({ isLiked: false, likesCount: 0 });
  expect((await toggle(randomUUID())).status).toBe(404);
  const flagged = await community.current.member({ isFlagged: true });
  const { id: heldId } = (await flagged.send<Item>('POST', kind.path, { body: kind.body })).body;
  expect((await toggle(heldId)).status).toBe(404);
});
