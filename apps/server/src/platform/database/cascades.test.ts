import { requestConnection } from '@commons/contract/connections/schemas';
import * as feed from '@commons/contract/feed/schemas';
import { getUnreadCount, sendMessage } from '@commons/contract/messages/schemas';
import { block } from '@commons/contract/profiles/schemas';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { type Member, setUpCommunity } from '../../../test/community.ts';
import { users } from '../../features/members/users.tables.ts';
import { violatedConstraint } from './database.ts';

const community = setUpCommunity();

/**
 * What the database deletes by itself with a row, and why no figure stands on it. A new one is added here with its
 * reason, or it restricts.
 */
const cascades = {
  // Nobody counts them.
  'sessions.user_id': 'users',
  'accounts.user_id': 'users',
  'blocks.member_id': 'users',
  'blocks.other_id': 'users',
  'mutes.member_id': 'users',
  'mutes.other_id': 'users',
  'post_removals.author_id': 'users',
  'reported_photos.report_id': 'reports',
  // Counted when they are asked for.
  'connections.member_id': 'users',
  'connections.other_id': 'users',
  // A score goes with its own member.
  'points_ledger.member_id': 'users',
  // A conversation goes with both its sides, and with each side its unread count.
  'conversations.low_id': 'users',
  'conversations.high_id': 'users',
  'conversation_members.member_id': 'users',
  'conversation_members.other_id': 'users',
  'conversation_members.conversation_id': 'conversations',
  'messages.conversation_id': 'conversations',
  'messages.sender_id': 'users',
  'messages.receiver_id': 'users',
  // The post's counters go with it; points and support are taken back before, by what is announced when a post goes.
  'post_comments.post_id': 'posts',
  'post_likes.post_id': 'posts',
};

test('nothing else goes by itself with a row', async () => {
  const { rows } = await community.current.db.execute<{ from: string; to: string }>(sql`
    SELECT conrelid::regclass || '.' || attname AS from, confrelid::regclass::text AS to
    FROM pg_constraint JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]
    WHERE contype = 'f' AND confdeltype = 'c' AND connamespace = 'public'::regnamespace`);
  expect(Object.fromEntries(rows.map(({ from, to }) => [from, to]))).toEqual(cascades);
});

const deleteRow = (member: Member) => community.current.db.delete(users).where(eq(users.id, member.id));

describe('a member’s row', () => {
  test.for(['a post', 'a reply', 'a like'])('stays while %s of theirs is counted', async (what) => {
    const [ana, ben] = [await community.current.member(), await community.current.member()];
    const params = { id: (await ana.call(feed.createPost, { body: { content: 'Good morning' } })).body.id };
    if (what === 'a reply') await ben.call(feed.createComment, { params, body: { content: 'To you, too' } });
    if (what === 'a like') await ben.call(feed.toggleLike, { params });
    const before = (await ana.call(feed.getPost, { params })).body;
    const refused: unknown = await deleteRow(what === 'a post' ? ana : ben).catch((error: unknown) => error);
    expect(violatedConstraint(refused)).toMatch(/^post/);
    expect((await ana.call(feed.getPost, { params })).body).toEqual(before);
  });

  test('goes with what only concerns them, and leaves nobody a wrong badge', async () => {
    const [ana, ben] = [await community.current.member(), await community.current.member()];
    await ben.call(sendMessage, { body: { receiverId: ana.id, content: 'Hello' } });
    await ben.call(requestConnection, { body: { userId: ana.id } });
    await ben.call(block, { params: { userId: (await community.current.member()).id } });
    expect((await ana.call(getUnreadCount, {})).body.count).toBe(1);
    await deleteRow(ben);
    expect((await ana.call(getUnreadCount, {})).body.count).toBe(0);
  });
});
