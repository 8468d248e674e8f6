import * as connections from '@commons/contract/connections/schemas';
import * as events from '@commons/contract/events/schemas';
import * as feed from '@commons/contract/feed/schemas';
import * as messages from '@commons/contract/messages/schemas';
import { getUnreadNotifications, listNotifications } from '@commons/contract/notifications/schemas';
import * as points from '@commons/contract/points/schemas';
import * as profiles from '@commons/contract/profiles/schemas';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { users } from '../../../apps/server/src/community/members/users.tables.ts';
import { firstIdAt } from '../../../apps/server/src/platform/database/columns.ts';
import { localStorage } from '../../../apps/server/src/platform/media/storage.ts';
import { Community, Member } from '../../../apps/server/test/community.ts';
import { recount } from '../../../apps/server/test/recount.ts';
import { demoEmail, fillDemo } from './fill.ts';
import { spanDays } from './planned-times.ts';

let community: Community;
let amara: Member;
const startedAt = Date.now();

const fillCommunity = () => fillDemo({ ...community, storage: localStorage(`${community.dataDirectory}/media`) });

beforeAll(async () => {
  community = await Community.open();
  if (!(await fillCommunity())) throw new Error('the demo was not added to an empty community');
  const email = demoEmail('amara');
  const [found] = await community.db.select({ id: users.id }).from(users).where(eq(users.email, email));
  const { id } = found!;
  amara = new Member(community.server, { id, email, cookie: await community.signIn(id) });
}, 60_000);
afterAll(() => community.close());

test('a community that has members is not filled again', async () => {
  const before = await community.db.$count(users);
  expect(await fillCommunity()).toBe(false);
  expect(await community.db.$count(users)).toBe(before);
});

test('all stored counts match a recount', async () => {
  const wrong = Object.entries(await recount(community.db)).filter(([, count]) => count !== 0);
  expect(wrong).toEqual([]);
});

test('the support counter matches the reactions and comments', async () => {
  const { rows } = await community.db.execute(sql`
    SELECT (SELECT sum(given) FROM support_changes) - (
      (SELECT count(*) FROM post_likes) + (SELECT count(*) FROM post_comments) + (SELECT count(*) FROM wellness_win_cheers)
      + (SELECT count(*) FROM recommendation_likes) + (SELECT count(*) FROM meditation_comments)) AS difference`);
  expect(rows).toEqual([{ difference: '0' }]);
});

test('each post, comment, win and note has exactly one award', async () => {
  const { rows } = await community.db.execute(sql`
    SELECT kind, count(*) - CASE kind
      WHEN 'post' THEN (SELECT count(*) FROM posts) WHEN 'comment' THEN (SELECT count(*) FROM post_comments)
      WHEN 'win' THEN (SELECT count(*) FROM wellness_wins) WHEN 'note' THEN (SELECT count(*) FROM gratitude_posts)
      WHEN 'meditation_comment' THEN (SELECT count(*) FROM meditation_comments) END AS difference
    FROM points_ledger WHERE kind NOT IN ('listening', 'completion') GROUP BY kind ORDER BY kind`);
  expect(rows).toEqual(
    ['comment', 'meditation_comment', 'note', 'post', 'win'].map((kind) => ({ kind, difference: '0' })),
  );
});

test('no member wrote anything before they joined or in the future', async () => {
  const { rows } = await community.db.execute(sql`
    SELECT count(*)::int AS count FROM (
      SELECT author_id, created_at, id FROM posts UNION ALL SELECT author_id, created_at, id FROM post_comments
      UNION ALL SELECT author_id, created_at, id FROM wellness_wins UNION ALL SELECT author_id, created_at, id FROM gratitude_posts
    ) AS written JOIN users ON users.id = author_id
    WHERE written.created_at < users.created_at OR written.created_at > now() OR written.id < users.id`);
  expect(rows).toEqual([{ count: 0 }]);
});

test('ids of posts contain their creation times over 60 days, in order', async () => {
  const { rows } = await community.db.execute<{ id: string; at: Date }>(
    sql`SELECT id, created_at AS at FROM posts ORDER BY id`,
  );
  const times = rows.map(({ at }) => new Date(at).getTime());
  expect(times).toEqual(times.toSorted((one, other) => one - other));
  const day = 24 * 60 * 60 * 1000;
  expect(times[0]).toBeLessThan(startedAt - (spanDays - 4) * day);
  expect(rows[0]!.id >= firstIdAt(new Date(startedAt - (spanDays + 2) * day))).toBe(true);
});

test('message positions are consecutive, and both members have the right unread counts', async () => {
  const { rows } = await community.db.execute(sql`
    SELECT count(*)::int AS count FROM conversation_members AS side JOIN conversations ON conversations.id = conversation_id
    WHERE shown_position <> last_position
      OR last_position <> (SELECT count(*) FROM messages WHERE messages.conversation_id = side.conversation_id)
      OR unread_count <> (SELECT count(*) FROM messages WHERE messages.conversation_id = side.conversation_id
        AND position > read_position AND receiver_id = side.member_id)`);
  expect(rows).toEqual([{ count: 0 }]);
});

test('the demo member sees a full feed with pictures', async () => {
  const { status, body } = await amara.call(feed.listPosts, { query: { limit: 100 } });
  expect(status).toBe(200);
  expect(body).toHaveLength(100);
  expect(body[0]).toMatchObject({ author: { firstName: 'Hana' }, imageAlt: expect.stringContaining('bridge') });
  expect(body.some(({ isLiked }: { isLiked: boolean }) => isLiked)).toBe(true);
});

test('the demo member has three unread conversations', async () => {
  expect((await amara.call(messages.getUnreadCount, {})).body).toMatchObject({ count: 3 });
  expect((await amara.call(messages.listConversations, { query: {} })).body.length).toBeGreaterThanOrEqual(8);
});

test('the demo member has read and unread notifications about her posts', async () => {
  const listed = (await amara.call(listNotifications, { query: { limit: 50 } })).body;
  const { count } = (await amara.call(getUnreadNotifications, {})).body;
  expect(count).toBeGreaterThan(2);
  expect(listed.filter(({ isRead }) => !isRead)).toHaveLength(count);
  expect(listed.filter(({ isRead }) => isRead).length).toBeGreaterThan(5);
  expect([...new Set(listed.map(({ kind }) => kind))]).toEqual(
    expect.arrayContaining(['commented', 'connection_requested', 'liked']),
  );
  expect(listed.some(({ actorsCount }) => actorsCount > 2)).toBe(true);
  expect(await community.mails()).toEqual([]);
});

test('the profile, connections and leaderboard of the demo member agree', async () => {
  const profile = (await amara.call(profiles.getProfile, { params: { id: amara.id } })).body;
  const listed = (await amara.call(connections.listConnections, { query: { limit: 100 } })).body;
  expect(profile.connectionsCount).toBe(listed.length);
  expect((await amara.call(connections.listConnectionRequests, { query: {} })).body).toHaveLength(2);
  const mine = (await amara.call(points.getStanding, { query: {} })).body;
  expect(mine.mindfulnessScore).toBe(profile.mindfulnessScore);
  expect(profile.postsCount).toBeGreaterThan(0);
});

test('there are at least five upcoming events, one of them with a waiting list', async () => {
  const upcoming = (await amara.call(events.listEvents, { query: {} })).body;
  expect(upcoming.some(({ attendance }: { attendance: { waiting: number } }) => attendance.waiting > 0)).toBe(true);
  expect(upcoming.length).toBeGreaterThanOrEqual(5);
});

test('daily statistics exist for the last weeks', async () => {
  const { rows } = await community.db.execute<{ days: number }>(
    sql`SELECT count(*)::int AS days FROM daily_figures WHERE name = 'posts' AND value > 0`,
  );
  expect(rows[0]!.days).toBeGreaterThan(spanDays / 2);
});
