import { healthFigureNames } from '@commons/contract/admin';
import { getHealth } from '@commons/contract/admin/schemas';
import { createComment, createPost } from '@commons/contract/feed/schemas';
import { eq, ne, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { setUpCommunity } from '../../../test/community.ts';
import { features } from '../../app.ts';
import { users } from '../../community/members/users.tables.ts';
import { firstIdAt, newId } from '../../platform/database/columns.ts';
import { postComments, posts } from '../feed/posts.tables.ts';
import { moderationCases } from '../moderation/moderation.tables.ts';
import { pointsLedger } from '../points/points.tables.ts';
import { dailyFigures } from './health.tables.ts';

const community = setUpCommunity();
const dailyFiguresJob = () => community.current.jobs.find(({ name }) => name === 'daily-figures')!;

const day = 24 * 60 * 60 * 1000;
/** Returns a time around noon, so that an hour later is still the same day. */
const daysAgo = (days: number, minutes = 0) =>
  new Date(Date.now() - (Date.now() % day) + day / 2 - days * day + minutes * 60_000);
const idAt = (date: Date) => firstIdAt(date).slice(0, 24) + newId().slice(24);

test('exactly one feature computes each figure of the contract', () => {
  const computedNames = features.flatMap(({ healthFigures: figures = [] }) => figures.map(({ name }) => name));
  expect(computedNames.toSorted()).toEqual(healthFigureNames.toSorted());
});

test('the job computes every day since the first member, and recomputes the latest days', async () => {
  const { db } = community.current;
  const admin = await community.current.member({ role: 'admin' });
  const joinedAt = daysAgo(20);
  await db.insert(users).values({ id: idAt(joinedAt), email: 'first@mail.test', name: 'First', createdAt: joinedAt });
  const ana = await community.current.member();
  const [postedAt, commentedAt] = [daysAgo(10), daysAgo(10, 30)];
  const postId = idAt(postedAt);
  await db.insert(posts).values({ id: postId, authorId: ana.id, content: 'How are you?', createdAt: postedAt });
  for (const [authorId, at] of [
    [ana.id, daysAgo(10, 5)],
    [admin.id, commentedAt],
  ] as const)
    await db.insert(postComments).values({ id: idAt(at), subjectId: postId, authorId, content: 'Well', createdAt: at });
  await db.insert(pointsLedger).values({
    id: idAt(postedAt),
    memberId: ana.id,
    kind: 'meditation',
    occasion: 'then',
    points: 2,
    seconds: 150,
    createdAt: postedAt,
  });

  for (const closedAt of [daysAgo(10, 90), null])
    await db.insert(moderationCases).values({
      id: idAt(postedAt),
      subjectType: 'post',
      subjectId: newId(),
      reportsCount: 1,
      reason: 'spam',
      dueAt: postedAt,
      createdAt: postedAt,
      closedAt,
    });

  expect(await dailyFiguresJob().run()).toBe(21);
  const fetchHealth = async () => (await admin.call(getHealth, {})).body;
  const days = await fetchHealth();
  expect(days).toHaveLength(30);
  expect(Object.values(days.at(-22)!.figures)).toEqual(healthFigureNames.map(() => null));
  const dayOf = (date: Date) => days.find(({ day }) => day === date.toISOString().slice(0, 10));
  expect(dayOf(postedAt)?.figures).toEqual({
    members: 1,
    posts: 1,
    minutes: 2,
    firstAnswerMinutes: 30,
    openReports: 1,
    reportAnswerMinutes: 90,
  });
  expect(days.at(-1)).toMatchObject({
    day: new Date().toISOString().slice(0, 10),
    figures: {
      members: 3,
      posts: 0,
      minutes: 0,
      firstAnswerMinutes: null,
      openReports: 1,
      reportAnswerMinutes: null,
    },
  });

  const post = await ana.call(createPost, { body: { content: 'Today' } });
  await admin.call(createComment, { params: { id: post.body.id }, body: { content: 'Hello' } });
  await db
    .update(dailyFigures)
    .set({ value: 77 })
    .where(sql`${dailyFigures.name} = 'members'`);
  expect(await dailyFiguresJob().run()).toBe(7);
  const updatedDays = await fetchHealth();
  expect(updatedDays.at(-1)?.figures).toMatchObject({ members: 3, posts: 1, firstAnswerMinutes: expect.any(Number) });
  expect(updatedDays.at(-10)?.figures.members).toBe(77);
});

test('figures exclude removed content', async () => {
  const { db } = community.current;
  const [admin, ana] = [await community.current.member({ role: 'admin' }), await community.current.member()];
  await dailyFiguresJob().run();
  const figures = async () => {
    await dailyFiguresJob().run();
    return (await admin.call(getHealth, {})).body.at(-1)?.figures;
  };
  const figuresBefore = await figures();
  const { id } = (await ana.call(createPost, { body: { content: 'Buy my cure' } })).body;
  expect(await figures()).toMatchObject({ posts: figuresBefore!.posts! + 1 });
  const comment = (await admin.call(createComment, { params: { id }, body: { content: 'Hello' } })).body;
  await db.update(posts).set({ isRemoved: true }).where(eq(posts.id, id));
  expect(await figures()).toMatchObject({ posts: figuresBefore!.posts });
  await db.update(posts).set({ isRemoved: false }).where(eq(posts.id, id));
  await db.update(posts).set({ isRemoved: true }).where(ne(posts.id, id));
  await db.update(postComments).set({ isRemoved: true }).where(eq(postComments.id, comment.id));
  expect(await figures()).toMatchObject({ posts: 1, firstAnswerMinutes: null });
});

test.for(['1', '31', 'all'])('rejects a period of %s days', async (days) => {
  const admin = await community.current.member({ role: 'admin' });
  expect((await admin.send('GET', `/api/admin/health?days=${days}`)).status).toBe(400);
});

test.for(['90', '365'])('accepts a period of %s days', async (days) => {
  const admin = await community.current.member({ role: 'admin' });
  expect((await admin.send<unknown[]>('GET', `/api/admin/health?days=${days}`)).body).toHaveLength(Number(days));
});
