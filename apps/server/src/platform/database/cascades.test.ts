import { readdirSync } from 'node:fs';
import { requestConnection } from '@commons/contract/connections/schemas';
import * as feed from '@commons/contract/feed/schemas';
import { getUnreadCount, sendMessage } from '@commons/contract/messages/schemas';
import { block } from '@commons/contract/profiles/schemas';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { type Member, setUpCommunity } from '../../../test/community.ts';
import { users } from '../../community/members/users.tables.ts';
import { violatedConstraint } from './database.ts';

const community = setUpCommunity();

const source = new URL('../../', import.meta.url);
const tableFiles = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.tables.ts'),
);

/**
 * Foreign keys with ON DELETE CASCADE. A feature declares them as `cascades` next to its tables and explains why no
 * counter depends on these rows. Counted rows use RESTRICT.
 */
const cascades = await Promise.all(
  tableFiles.map(
    async (file) => ((await import(new URL(file, source).href)) as { cascades?: string[] }).cascades ?? [],
  ),
);

test('only the declared foreign keys cascade', async () => {
  const { rows } = await community.current.db.execute<{ column: string }>(sql`
    SELECT conrelid::regclass || '.' || attname AS column
    FROM pg_constraint JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]
    WHERE contype = 'f' AND confdeltype = 'c' AND connamespace = 'public'::regnamespace`);
  expect(rows.map(({ column }) => column).toSorted()).toEqual(cascades.flat().toSorted());
});

const deleteRow = (member: Member) => community.current.db.delete(users).where(eq(users.id, member.id));

describe('a member’s row', () => {
  test.for(['a post', 'a reply', 'a like'])('cannot be deleted while %s of theirs is counted', async (contribution) => {
    const [ana, ben] = [await community.current.member(), await community.current.member()];
    const params = { id: (await ana.call(feed.createPost, { body: { content: 'Good morning' } })).body.id };
    if (contribution === 'a reply') await ben.call(feed.createComment, { params, body: { content: 'To you, too' } });
    if (contribution === 'a like') await ben.call(feed.toggleLike, { params });
    const before = (await ana.call(feed.getPost, { params })).body;
    const failure: unknown = await deleteRow(contribution === 'a post' ? ana : ben).catch((error: unknown) => error);
    expect(violatedConstraint(failure)).toMatch(/^post/);
    expect((await ana.call(feed.getPost, { params })).body).toEqual(before);
  });

  test('can be deleted with the rows that concern only this member, and unread counts stay correct', async () => {
    const [ana, ben] = [await community.current.member(), await community.current.member()];
    await ben.call(sendMessage, { body: { receiverId: ana.id, content: 'Hello' } });
    await ben.call(requestConnection, { body: { userId: ana.id } });
    await ben.call(block, { params: { userId: (await community.current.member()).id } });
    expect((await ana.call(getUnreadCount, {})).body.count).toBe(1);
    await deleteRow(ben);
    expect((await ana.call(getUnreadCount, {})).body.count).toBe(0);
  });
});
