import { toggleLike } from '@commons/contract/feed/schemas';
import * as contract from '@commons/contract/notifications/schemas';
import { expect, test } from 'vitest';
import { planModes, testPlans } from '../../../test/plans.ts';
import { populateMessages } from '../../../test/population.ts';

const ignoredStatements = new Set(['next_revision']);

const { plansOf } = testPlans({
  // Creates a notification for the likes of each post. Half of them are read.
  fill: `
    INSERT INTO notifications (id, member_id, kind, subject_type, subject_id, at, is_shown, read_at, actors_count)
      SELECT id, author_id, 'liked', 'post', id, created_at, true, CASE WHEN random() < 0.5 THEN now() END, likes_count
      FROM posts;
    INSERT INTO notification_actors (notification_id, actor_id, occasion_id, at)
      SELECT post_id, member_id, member_id, created_at FROM post_likes;
    INSERT INTO recommendations (id, author_id, type, title, content, likes_count, created_at)
      SELECT id, author_id, 'book', 'A book', content, likes_count, created_at FROM posts`,
  async prepare(community, client) {
    await populateMessages(client, { conversationsOfEach: 4, messagesInEach: 2 });
    await client.query('INSERT INTO online_members (member_id, process_id) SELECT id, gen_random_uuid() FROM users');
    const [ana, ben] = [await community.member(), await community.member()];
    const { rows } = await client.query<{ id: string; subject: string }>(
      `UPDATE notifications SET member_id = '${ana.id}' WHERE subject_id IN (
         SELECT id FROM posts WHERE NOT is_awaiting_review ORDER BY id DESC LIMIT 30) RETURNING id, subject_id AS subject`,
    );
    return async () => {
      await ana.call(contract.listNotifications, {});
      await ana.call(contract.getUnreadNotifications, {});
      await ana.call(contract.readNotifications, { body: { ids: [rows[0]!.id] } });
      await ana.call(contract.readNotifications, { body: {} });
      await ben.call(toggleLike, { params: { id: rows[0]!.subject } });
      await community.jobs.find(({ name }) => name === 'notifications-due')!.run();
    };
  },
  isRecorded: (name) => /notification|due/.test(name) && !ignoredStatements.has(name),
  // Listing takes one statement, a like writes one queue row, and one statement selects its receiver.
  names: [
    'notifications_21',
    'unread_notifications',
    'unread_notifications',
    'unread_notifications',
    'queue_notification',
    'wanted_notifications',
    'claim_due_pushes',
    'claim_due_mails',
  ],
  unsorted: /^$/,
  // The due rows are found by an index. With few rows, it is cheaper to scan the table for them afterwards.
  mayScan: (name) => (name.startsWith('claim_due') ? ['notifications'] : []),
});

test.each(planModes)('with %s the search for due mails and pushes reads only due rows', async (mode) => {
  const plans = await plansOf(/^claim_due/, mode);
  expect(plans).toHaveLength(2);
  for (const plan of plans) expect(plan).toMatch(/Index Cond: \(?\(?(?:push|mail)_due_at <= /);
});
