import { requestConnection, acceptConnection, removeConnection } from '@commons/contract/connections/schemas';
import { answerEvent, createEvent, deleteEvent, updateEvent } from '@commons/contract/events/schemas';
import { createComment, createPost, deleteComment, deletePost, toggleLike } from '@commons/contract/feed/schemas';
import { createMeditation, createMeditationComment } from '@commons/contract/meditations/schemas';
import * as contract from '@commons/contract/notifications/schemas';
import { block, mute, unblock } from '@commons/contract/profiles/schemas';
import { createRecommendation, toggleRecommendationLike } from '@commons/contract/recommendations/schemas';
import { createWin, toggleCheer } from '@commons/contract/wins/schemas';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { type Member, setUpCommunity } from '../../../test/community.ts';
import { postKind } from '../feed/feed.contributions.ts';

const community = setUpCommunity();

const processQueue = () => community.current.jobs.find(({ name }) => name === 'notifications-due')!.run();
const member = (firstName: string) => community.current.member({ firstName, lastName: 'Lind' });
const share = async (author: Member) => (await author.call(createPost, { body: { content: 'Good morning' } })).body.id;
const like = (user: Member, id: string) => user.call(toggleLike, { params: { id } });
const comment = async (user: Member, id: string) =>
  (await user.call(createComment, { params: { id }, body: { content: 'To you, too' } })).body.id;
const listOf = async (user: Member) => (await user.call(contract.listNotifications, {})).body;
const countUnread = async (user: Member) => (await user.call(contract.getUnreadNotifications, {})).body.count;
const markRead = (user: Member, ids?: string[]) =>
  user.call(contract.readNotifications, { body: ids === undefined ? {} : { ids } });
/** Summarizes a member's notifications, for example "liked 2 Ben, Ana". */
const summaryOf = async (user: Member) =>
  (await listOf(user)).map(({ kind, actors, actorsCount }) =>
    [kind, actorsCount, actors.map(({ firstName }) => firstName).join(', ')].join(' ').trim(),
  );

describe('a notification about a post', () => {
  test('groups events by kind, latest first, with their actors', async () => {
    const [ana, ben, cleo, dan, eva] = await Promise.all(['Ana', 'Ben', 'Cleo', 'Dan', 'Eva'].map(member));
    const id = await share(ana!);
    for (const user of [ben!, cleo!, dan!, eva!]) await like(user, id);
    await comment(cleo!, id);
    expect(await listOf(ana!)).toEqual([]);
    await processQueue();
    expect(await summaryOf(ana!)).toEqual(['commented 1 Cleo', 'liked 4 Eva, Dan, Cleo']);
    const [, likes] = await listOf(ana!);
    expect(likes).toMatchObject({ subject: { type: 'post', id }, title: null, isRead: false });
    expect(await countUnread(ana!)).toBe(2);
    expect(await countUnread(ben!)).toBe(0);
  });

  test('is not created for one’s own actions', async () => {
    const ana = await member('Ana');
    const id = await share(ana);
    await like(ana, id);
    await comment(ana, id);
    await processQueue();
    expect(await listOf(ana)).toEqual([]);
  });

  test('starts a new group after it was read, and never repeats the same like', async () => {
    const [ana, ben, cleo] = await Promise.all(['Ana', 'Ben', 'Cleo'].map(member));
    const id = await share(ana!);
    await like(ben!, id);
    await processQueue();
    await markRead(ana!);
    for (let count = 0; count < 2; count += 1) await like(ben!, id);
    await like(cleo!, id);
    await processQueue();
    expect(await summaryOf(ana!)).toEqual(['liked 1 Cleo', 'liked 1 Ben']);
    expect((await listOf(ana!)).map(({ isRead }) => isRead)).toEqual([false, true]);
    expect(await countUnread(ana!)).toBe(1);
  });

  test('is withdrawn with the like as long as it is unread', async () => {
    const [ana, ben, cleo] = await Promise.all(['Ana', 'Ben', 'Cleo'].map(member));
    const id = await share(ana!);
    await like(ben!, id);
    await like(cleo!, id);
    await processQueue();
    await like(ben!, id);
    await processQueue();
    expect(await summaryOf(ana!)).toEqual(['liked 1 Cleo']);
    await like(cleo!, id);
    await processQueue();
    expect(await listOf(ana!)).toEqual([]);
    expect(await countUnread(ana!)).toBe(0);
    // Also within one batch.
    for (let count = 0; count < 3; count += 1) await like(ben!, id);
    await processQueue();
    expect(await summaryOf(ana!)).toEqual(['liked 1 Ben']);
    await markRead(ana!);
    await like(ben!, id);
    await processQueue();
    expect(await summaryOf(ana!)).toEqual(['liked 1 Ben']);
  });

  test('is removed with the comment or the post', async () => {
    const [ana, ben, cleo] = await Promise.all(['Ana', 'Ben', 'Cleo'].map(member));
    const id = await share(ana!);
    const commentId = await comment(ben!, id);
    await comment(cleo!, id);
    await processQueue();
    expect(await summaryOf(ana!)).toEqual(['commented 2 Cleo, Ben']);
    expect(await summaryOf(ben!)).toEqual(['replied 1 Cleo']);
    await ben!.call(deleteComment, { params: { id, commentId } });
    await processQueue();
    expect(await summaryOf(ana!)).toEqual(['commented 1 Cleo']);
    await ana!.call(deletePost, { params: { id }, query: {} });
    await processQueue();
    expect([await listOf(ana!), await listOf(ben!), await countUnread(ana!)]).toEqual([[], [], 0]);
  });

  test('about a comment goes to the earlier members of the thread, and once to the author of the post', async () => {
    const [ana, ben, cleo] = await Promise.all(['Ana', 'Ben', 'Cleo'].map(member));
    const id = await share(ana!);
    await comment(ben!, id);
    await comment(ana!, id);
    await comment(cleo!, id);
    await processQueue();
    expect(await summaryOf(ana!)).toEqual(['commented 2 Cleo, Ben']);
    expect(await summaryOf(ben!)).toEqual(['replied 2 Cleo, Ana']);
    expect(await listOf(cleo!)).toEqual([]);
  });

  test('about a flagged member’s comment is created when the comment is published', async () => {
    const ana = await member('Ana');
    const fay = await community.current.member({ firstName: 'Fay', isFlagged: true });
    const id = await share(ana);
    const commentId = await comment(fay, id);
    await processQueue();
    expect(await listOf(ana)).toEqual([]);
    await community.current.work(async (work) => {
      const { moderation } = postKind.comments.kind;
      if (moderation !== 'none') await moderation.publish(work, commentId);
    });
    await processQueue();
    expect(await summaryOf(ana)).toEqual(['commented 1 Fay']);
  });
});

test('cheers, likes of recommendations and replies to meditations create notifications', async () => {
  const [ana, ben] = await Promise.all(['Ana', 'Ben'].map(member));
  const admin = await community.current.member({ role: 'admin' });
  const win = await ana!.call(createWin, { body: { title: 'A win', content: 'I slept', category: 'other' } });
  const recommendation = await ana!.call(createRecommendation, {
    body: { type: 'book', title: 'A book', content: 'Read it', link: null },
  });
  const audioUrl = 'https://a.test/a.mp3';
  const body = { title: 'Rain', description: 'Listen.', audioUrl, albumCoverUrl: null, duration: 60 };
  const params = { id: (await admin.call(createMeditation, { body })).body.id };
  await ben!.call(toggleCheer, { params: { id: win.body.id } });
  await ben!.call(toggleRecommendationLike, { params: { id: recommendation.body.id } });
  await ana!.call(createMeditationComment, { params, body: { content: 'Lovely' } });
  await ben!.call(createMeditationComment, { params, body: { content: 'It is' } });
  await processQueue();
  expect((await listOf(ana!)).map(({ kind, subject }) => `${kind} ${subject.type}`)).toEqual([
    'replied meditation',
    'liked recommendation',
    'liked win',
  ]);
});

test('a connection request is listed until it is answered or withdrawn, and acceptance creates a notification', async () => {
  const [ana, ben, cleo] = await Promise.all(['Ana', 'Ben', 'Cleo'].map(member));
  const sendRequest = (user: Member) => user.call(requestConnection, { body: { userId: ana!.id } });
  await sendRequest(ben!);
  await sendRequest(cleo!);
  await processQueue();
  expect(await summaryOf(ana!)).toEqual(['connection_requested 2 Cleo, Ben']);
  await ana!.call(acceptConnection, { params: { userId: ben!.id } });
  await cleo!.call(removeConnection, { params: { userId: ana!.id } });
  await processQueue();
  expect(await listOf(ana!)).toEqual([]);
  expect(await summaryOf(ben!)).toEqual(['connection_accepted 1 Ana']);
  await sendRequest(cleo!);
  await processQueue();
  expect(await summaryOf(ana!)).toEqual(['connection_requested 1 Cleo']);
});

test('notifications about an event have its title and no actors, and only the cancellation outlives the event', async () => {
  const [ana, admin] = [await member('Ana'), await community.current.member({ role: 'admin' })];
  const event = { title: 'A walk', eventDate: new Date(Date.now() + 3_600_000).toISOString(), location: 'The gate' };
  const { id } = (await admin.call(createEvent, { body: event })).body;
  await ana.call(answerEvent, { params: { id }, body: { going: true } });
  await admin.call(updateEvent, { params: { id }, body: { ...event, location: 'The well' } });
  await community.current.jobs.find(({ name }) => name === 'event-reminders')!.run();
  await processQueue();
  expect((await listOf(ana)).map(({ kind, title, actors }) => ({ kind, title, actors }))).toEqual([
    { kind: 'event_reminder', title: 'A walk', actors: [] },
    { kind: 'event_changed', title: 'A walk', actors: [] },
  ]);
  await admin.call(deleteEvent, { params: { id } });
  await processQueue();
  expect(await summaryOf(ana)).toEqual(['event_cancelled 0']);
});

test('a member is notified of a moderation decision about them', async () => {
  const [ana, manager] = [await member('Ana'), await community.current.member({ role: 'manager' })];
  const id = await share(ana);
  await manager.call(deletePost, { params: { id }, query: { reason: 'It can hurt people.' } });
  await processQueue();
  expect(await summaryOf(ana)).toEqual(['decision 0']);
});

describe('a blocked or muted member', () => {
  test('is not shown as an actor, no matter when they were hidden', async () => {
    const [ana, ben, cleo, dan] = await Promise.all(['Ana', 'Ben', 'Cleo', 'Dan'].map(member));
    const id = await share(ana!);
    for (const user of [ben!, cleo!, dan!]) await like(user, id);
    await processQueue();
    await ana!.call(block, { params: { userId: dan!.id } });
    await ana!.call(mute, { params: { userId: cleo!.id } });
    expect(await summaryOf(ana!)).toEqual(['liked 1 Ben']);
    await ana!.call(block, { params: { userId: ben!.id } });
    expect([await listOf(ana!), await countUnread(ana!)]).toEqual([[], 0]);
    await ana!.call(unblock, { params: { userId: ben!.id } });
    expect(await summaryOf(ana!)).toEqual(['liked 1 Ben']);
    await comment(cleo!, id);
    await processQueue();
    expect(await summaryOf(ana!)).toEqual(['liked 1 Ben']);
  });
});

describe('reading notifications', () => {
  test('marks only the member’s own as read, some or all, and updates the count in every tab', async () => {
    const [ana, ben] = await Promise.all(['Ana', 'Ben'].map(member));
    const [one, other] = [await share(ana!), await share(ana!)];
    await like(ben!, one);
    await like(ben!, other);
    const live = await community.current.connect(ana!);
    await processQueue();
    expect(await live.next('notification')).toMatchObject({ count: 2 });
    const [first] = await listOf(ana!);
    expect((await markRead(ben!, [first!.id])).body.count).toBe(0);
    expect(await countUnread(ana!)).toBe(2);
    expect((await markRead(ana!, [first!.id])).body.count).toBe(1);
    expect(await live.next('notification')).toMatchObject({ count: 1 });
    expect((await markRead(ana!)).body.count).toBe(0);
    expect((await listOf(ana!)).map(({ isRead }) => isRead)).toEqual([true, true]);
    live.close();
  });
});

test('read notifications are deleted after 90 days and unread ones after a year', async () => {
  const [ana, ben] = await Promise.all(['Ana', 'Ben'].map(member));
  const posts = await Promise.all([0, 1, 2, 3].map(() => share(ana!)));
  for (const id of posts) await like(ben!, id);
  await processQueue();
  const setAge = async (id: string, days: number, readDays: number | null) =>
    community.current.db.execute(sql`
      UPDATE notifications SET at = now() - make_interval(days => ${days}::int),
        read_at = now() - make_interval(days => ${readDays}::int) WHERE subject_id = ${id}`);
  await setAge(posts[0]!, 100, 91);
  await setAge(posts[1]!, 100, 89);
  await setAge(posts[2]!, 366, null);
  await setAge(posts[3]!, 364, null);
  await community.current.jobs.find(({ name }) => name === 'old-notifications')!.run();
  expect((await listOf(ana!)).map(({ subject }) => subject.id)).toEqual([posts[1], posts[3]]);
});
