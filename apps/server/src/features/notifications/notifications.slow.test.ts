import { createPost } from '@commons/contract/feed/schemas';
import * as contract from '@commons/contract/notifications/schemas';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { Community, setUpCommunity } from '../../../test/community.ts';

const community = setUpCommunity();

const processQueue = (server: Community) => server.jobs.find(({ name }) => name === 'notifications-due')!.run();

test('two processes group ten thousand likes and comments of one post into few notifications without duplicates', async () => {
  const secondServer = await Community.open({ sharesDatabaseWith: community.current });
  const ana = await community.current.member();
  const { id } = (await ana.call(createPost, { body: { content: 'Good morning' } })).body;
  const { db } = community.current;
  // Writes the queue rows directly, because this test is only about processing them.
  await db.execute(sql`
    WITH crowd AS (
      INSERT INTO users (id, email, name, first_name)
      SELECT gen_random_uuid(), 'crowd' || n || '@members.test', 'Crowd', 'Crowd' FROM generate_series(1, 5000) AS n
      RETURNING id
    ), commented AS (
      INSERT INTO post_comments (id, post_id, author_id, content, created_at)
      SELECT gen_random_uuid(), ${id}, id, 'Yes', now() FROM crowd RETURNING id, author_id
    ), queued AS (
      INSERT INTO notification_queue (kind, member_id, actor_id, subject_type, subject_id, occasion_id, detail)
      SELECT 'commented', ${ana.id}::uuid, author_id, 'post', ${id}::uuid, id, 'comment' FROM commented
    )
    INSERT INTO notification_queue (kind, member_id, actor_id, subject_type, subject_id, occasion_id)
    SELECT 'liked', ${ana.id}::uuid, id, 'post', ${id}::uuid, id FROM crowd`);
  // The database does this by itself some time after such a burst.
  await db.execute(sql`ANALYZE`);
  await Promise.all([processQueue(community.current), processQueue(secondServer)]);
  const { body: listed } = await ana.call(contract.listNotifications, {});
  expect(listed.map(({ actorsCount, actors }) => [actorsCount, actors.length])).toEqual([
    [5000, 3],
    [5000, 3],
  ]);
  expect(new Set(listed.map(({ kind }) => kind))).toEqual(new Set(['commented', 'liked']));
  expect((await ana.call(contract.getUnreadNotifications, {})).body.count).toBe(2);
  const { rows } = await db.execute(sql`SELECT count(*)::int AS count FROM notification_queue`);
  expect(rows).toEqual([{ count: 0 }]);
  await secondServer.close();
}, 60_000);
