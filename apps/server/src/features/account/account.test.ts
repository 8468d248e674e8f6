import { readdirSync } from 'node:fs';
import { deleteAccount } from '@commons/contract/account/schemas';
import { signUp } from '@commons/contract/auth/schemas';
import { listComments, listPosts, getPost } from '@commons/contract/feed/schemas';
import { listConversations, listMessages, sendMessage } from '@commons/contract/messages/schemas';
import { block, getProfile } from '@commons/contract/profiles/schemas';
import { sql } from 'drizzle-orm';
import { getTableConfig } from 'drizzle-orm/pg-core';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { goodPassword, memberWithPassword, newcomer } from '../../../test/accounts.ts';
import { type Member, setUpCommunity } from '../../../test/community.ts';
import { createFullMember } from '../../../test/full-member.ts';
import { expectProblem } from '../../../test/problems.ts';
import { features } from '../../app.ts';
import { personalDataOf } from '../../community/feature.ts';
import type { PersonalData } from '../../community/personal-data.ts';
import { findLedgerMismatches } from '../points/points.recount.ts';

const community = setUpCommunity();
const declarations = personalDataOf(features);
const nameOf = ({ table }: PersonalData) => getTableConfig(table).name;

const toSnakeCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const tablesWithoutPersonalData = [
  ...[
    'daily_figures',
    'guidelines_versions',
    'journal_categories',
    'journal_prompts',
    'library_items',
    'live_processes',
    'newest_releases',
  ],
  ...['moderation_appeals', 'moderation_case_reports', 'rate_limits', 'reported_photos', 'settings', 'starter_content'],
  'support_changes',
  // Files of the web app's builds.
  'published_assets',
  // Ids waiting for the index, and all indexed words without their authors.
  ...['search_changes', 'search_progress', 'search_words'],
];

async function allTables(): Promise<string[]> {
  const { rows } = await community.current.db.execute<{ name: string }>(
    sql`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}

/** Counts the rows that contain one of these words, by table, in the whole database. */
async function countRowsContaining(words: string[]): Promise<Record<string, number>> {
  const countsByTable: Record<string, number> = {};
  for (const table of [...(await allTables()), 'jobs.job']) {
    const name = table.includes('.') ? sql.raw(table) : sql.identifier(table);
    const { rows } = await community.current.db.execute<{ count: number }>(
      sql`SELECT count(*)::int AS count FROM ${name} AS row WHERE row::text ILIKE ANY(${sql.param(words.map((word) => `%${word}%`))}::text[])`,
    );
    if (rows[0]?.count) countsByTable[table] = rows[0].count;
  }
  return countsByTable;
}

describe('personal data', () => {
  test('is declared for each table, or the table is listed as impersonal', async () => {
    const names = declarations.map(nameOf);
    expect(names).toEqual([...new Set(names)]);
    expect([...names, ...tablesWithoutPersonalData].toSorted()).toEqual(await allTables());
  });

  test('is declared for each column that refers to a member', async () => {
    const { rows } = await community.current.db.execute<{ column: string }>(sql`
      SELECT DISTINCT c.table_name || '.' || c.column_name AS column
      FROM information_schema.columns c
      LEFT JOIN (
        SELECT conrelid::regclass::text AS table_name, attname AS column_name
        FROM pg_constraint JOIN pg_attribute ON attrelid = conrelid AND attnum = ANY (conkey)
        WHERE contype = 'f' AND confrelid = 'users'::regclass
      ) AS key ON key.table_name = c.table_name AND key.column_name = c.column_name
      WHERE c.table_schema = 'public'
        AND (key.column_name IS NOT NULL OR c.column_name ~ '(member|user|owner|author|actor|other|sender|receiver)_id$|email$')
        AND c.table_name <> 'users' ORDER BY 1`);
    const declaredColumns = declarations.flatMap((data) =>
      data.references.map(({ column }) => `${nameOf(data)}.${toSnakeCase(column.name)}`),
    );
    expect(rows.map(({ column }) => column).filter((column) => !declaredColumns.includes(column))).toEqual([]);
  });

  test('declared by a table is part of a feature manifest', async () => {
    const sourceDirectory = new URL('../../', import.meta.url);
    const files = readdirSync(sourceDirectory, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.tables.ts'),
    );
    for (const file of files) {
      const { personalData = [] } = (await import(new URL(file, sourceDirectory).href)) as {
        personalData?: PersonalData[];
      };
      for (const data of personalData) expect(declarations, file).toContain(data);
    }
  });
});

const exportFlagsOf = (table: string) =>
  declarations.find((data) => nameOf(data) === table)?.references.map(({ exported }) => exported === true) ?? [];

async function exportData(member: Member): Promise<Record<string, Uint8Array>> {
  const address = await community.current.listen();
  const response = await fetch(`${address}/api/account/export`, { headers: { cookie: member.cookie } });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="my-data-\d{4}-\d\d-\d\d\.zip"$/);
  expect(response.headers.get('cache-control')).toBe('no-store');
  return unzipSync(new Uint8Array(await response.arrayBuffer()));
}

const rowsIn = (files: Record<string, Uint8Array>, table: string) =>
  JSON.parse(strFromU8(files[`${table}.json`] ?? new Uint8Array())) as Record<string, unknown>[];

describe('the export of a member', () => {
  test('contains all rows that mention them, except those declared as not exported, and all their files', async () => {
    const ana = await memberWithPassword(community.current);
    await createFullMember(community.current, ana);
    const files = await exportData(ana);
    const mentions = await countRowsContaining([ana.id, ana.email]);
    const neverExported = ['audit_log', 'idempotency_keys', 'jobs.job', 'online_members', 'verifications'];
    const exportableTables = Object.entries(mentions).filter(([table]) => !neverExported.includes(table));
    // Some tables export no row, and some not all rows.
    const exportedTables = exportableTables.filter(([table]) => exportFlagsOf(table).includes(true));
    expect(Object.keys(files)).toEqual(expect.arrayContaining(exportedTables.map(([table]) => `${table}.json`)));
    const fullyExported = exportedTables.filter(([table]) => !exportFlagsOf(table).includes(false));
    expect(fullyExported.map(([table]) => [table, rowsIn(files, table).length])).toEqual(fullyExported);
    const partlyExported = exportedTables.filter(([table]) => exportFlagsOf(table).includes(false));
    expect(partlyExported.filter(([table]) => rowsIn(files, table).length === 0)).toEqual([]);
    expect(Object.keys(mentions).length).toBeGreaterThan(25);
    expect(rowsIn(files, 'journal_entries')).toMatchObject([{ content: 'My own words' }]);
    expect(rowsIn(files, 'messages').map(({ content }) => content)).toEqual(['Look', 'Lovely']);
    const { rows } = await community.current.db.execute<{ id: string }>(
      sql`SELECT id FROM media_files WHERE owner_id = ${ana.id}`,
    );
    const exportedFiles = Object.keys(files).filter((name) => name.startsWith('files/'));
    expect(rows).toHaveLength(2);
    for (const { id } of rows) expect(exportedFiles.some((name) => name.includes(id))).toBe(true);
    for (const name of exportedFiles) expect(strFromU8(files[name]!.slice(0, 4), true)).toBe('RIFF');
  });

  test('contains no secrets and no decisions of others about them', async () => {
    const ana = await memberWithPassword(community.current);
    const { ben } = await createFullMember(community.current, ana);
    await ben.call(block, { params: { userId: ana.id } });
    await ana.call(sendMessage, { body: { receiverId: ben.id, content: 'Are you there?' } });
    const files = await exportData(ana);
    const all = Object.values(files)
      .map((file) => strFromU8(file, true))
      .join('\n');
    const { rows } = await community.current.db.execute<{ password: string; token: string }>(
      sql`SELECT password, token FROM accounts JOIN sessions USING (user_id) WHERE user_id = ${ana.id}`,
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const { password, token } of rows) for (const secret of [password, token]) expect(all).not.toContain(secret);
    // The vote counts of the member's polls are not exported.
    expect(rowsIn(files, 'poll_options')[0]).toMatchObject({ text: 'Tea' });
    expect(JSON.stringify([...rowsIn(files, 'polls'), ...rowsIn(files, 'poll_options')])).not.toMatch(
      /votesCount|revision/,
    );
    // Blocks by others are hidden: in the list of blocks, and in messages that were withheld.
    expect(rowsIn(files, 'blocks')).toEqual([
      { memberId: ana.id, otherId: expect.any(String), isByMember: true, createdAt: expect.any(String) },
    ]);
    expect(rowsIn(files, 'messages')).toHaveLength(3);
    expect(JSON.stringify([...rowsIn(files, 'messages'), ...rowsIn(files, 'conversations')])).not.toMatch(
      /isWithheld|lastPosition/,
    );
    expect(rowsIn(files, 'reports').every(({ reporterId }) => reporterId === ana.id)).toBe(true);
    expect(JSON.stringify(rowsIn(files, 'moderation_decisions'))).not.toContain(ben.id);
  });

  test('ignores entries under an unconfirmed email address, and leaving keeps those entries', async () => {
    const ana = await memberWithPassword(community.current);
    await createFullMember(community.current, ana);
    await community.current.db.execute(sql`UPDATE users SET email_verified = false WHERE id = ${ana.id}`);
    const files = await exportData(ana);
    expect([rowsIn(files, 'waitlist_entries'), rowsIn(files, 'book_notifications')]).toEqual([[], []]);
    await leave(ana, 'remove', goodPassword);
    await community.current.runTasks();
    await community.current.db.execute(sql`DELETE FROM jobs.job WHERE state = 'completed'`);
    expect(await countRowsContaining([ana.email])).toEqual({ book_notifications: 1, waitlist_entries: 1 });
  });
});

const leave = (member: Member, content: 'remove' | 'anonymise', password?: string) =>
  member.call(deleteAccount, { body: { content, ...(password !== undefined && { password }) } });

describe('a member who leaves', () => {
  test('and removes their content is in no row and no file afterwards', async () => {
    const ana = await memberWithPassword(community.current);
    const { ben } = await createFullMember(community.current, ana);
    const { rows: ownedFiles } = await community.current.db.execute<{ id: string }>(
      sql`SELECT id FROM media_files WHERE owner_id = ${ana.id}`,
    );
    expect((await leave(ana, 'remove', goodPassword)).status).toBe(204);
    expect(await countRowsContaining([ana.email])).toEqual({ 'jobs.job': expect.any(Number) });
    await community.current.runTasks();
    await community.current.db.execute(sql`DELETE FROM jobs.job WHERE state = 'completed'`);
    expect(await countRowsContaining([ana.email])).toEqual({});
    // Only their id stays. It leads to an empty row.
    expect(Object.keys(await countRowsContaining([ana.id])).toSorted()).toEqual([
      ...['audit_log', 'conversation_members', 'conversations', 'messages', 'moderation_cases', 'reports', 'users'],
    ]);
    const { rows: userRows } = await community.current.db.execute(sql`SELECT * FROM users WHERE id = ${ana.id}`);
    expect(userRows).toMatchObject([{ first_name: 'A former member', email: `${ana.id}@left.invalid`, bio: null }]);
    const { body: messages } = await ben.call(listMessages, { query: { userId: ana.id } });
    expect(messages.map(({ content, isRemoved }) => [content, isRemoved])).toEqual(
      expect.arrayContaining([
        ['', true],
        ['Lovely', false],
      ]),
    );
    const { rows: files } = await community.current.db.execute(
      sql`SELECT id FROM media_files WHERE id = ANY(${sql.param(ownedFiles.map(({ id }) => id))}::uuid[])`,
    );
    expect(files).toEqual([]);
    expect(await findLedgerMismatches(community.current.db)).toEqual([]);
  });

  test('and keeps their content is shown as a former member', async () => {
    const ana = await memberWithPassword(community.current);
    const { ben } = await createFullMember(community.current, ana);
    await leave(ana, 'anonymise', goodPassword);
    await community.current.runTasks();
    await community.current.db.execute(sql`DELETE FROM jobs.job WHERE state = 'completed'`);
    expect(await countRowsContaining([ana.email])).toEqual({});
    const { body: posts } = await ben.call(listPosts, { query: { limit: 100 } });
    const postsOfAna = posts.filter(({ authorId }) => authorId === ana.id);
    expect(postsOfAna.length).toBeGreaterThan(0);
    for (const { author } of postsOfAna)
      expect(author).toMatchObject({ displayName: 'A former member', profileImageUrl: null });
    const params = { id: postsOfAna.find(({ content }) => content === 'Rude words')!.id };
    expect((await ben.call(getPost, { params })).body.commentsCount).toBe(1);
    expect((await ben.call(listComments, { params })).body).toHaveLength(1);
    const { body: conversations } = await ben.call(listConversations, { query: {} });
    expect(conversations).toMatchObject([{ otherUser: { displayName: 'A former member' }, hasLeft: true }]);
    expectProblem(await ben.call(getProfile, { params: { id: ana.id } }), 404, 'members.not_found');
    expect((await ben.call(sendMessage, { body: { receiverId: ana.id, content: 'Hi?' } })).status).toBe(404);
    expect(await findLedgerMismatches(community.current.db)).toEqual([]);
  });

  test('is signed out everywhere at once, and can sign up again', async () => {
    const account = newcomer();
    await community.current.visitor.call(signUp, { body: account });
    const { rows } = await community.current.db.execute<{ id: string }>(
      sql`SELECT id FROM users WHERE email = ${account.email}`,
    );
    const id = rows[0]!.id;
    const cookie = await community.current.signIn(id);
    const ana = { cookie };
    const liveClient = await community.current.connect(ana);
    const response = await community.current.visitor.send('DELETE', '/api/account', {
      headers: { cookie },
      body: { password: account.password, content: 'anonymise' },
    });
    expect(response.status).toBe(204);
    expect(String(response.headers['set-cookie'])).toContain('Max-Age=0');
    await liveClient.closed();
    expect((await community.current.visitor.send('GET', '/api/auth/user', { headers: { cookie } })).status).toBe(401);
    expect((await community.current.visitor.call(signUp, { body: account })).status).toBe(200);
    expect(
      (await community.current.mails()).map(({ to, text }) => [to, text.includes('Your account is deleted')]),
    ).toContainEqual([account.email, true]);
  });

  test('cannot use a session of a concurrent sign-in', async () => {
    const ana = await community.current.member();
    await leave(ana, 'anonymise');
    const lateSession = { headers: { cookie: await community.current.signIn(ana.id) } };
    expect((await community.current.visitor.send('GET', '/api/auth/user', lateSession)).status).toBe(401);
  });

  test('must prove their identity', async () => {
    const ana = await memberWithPassword(community.current);
    expectProblem(await leave(ana, 'remove', 'not mine'), 400, 'security.wrong_password');
    expectProblem(await leave(ana, 'remove'), 400, 'security.wrong_password');
    const ben = await community.current.member();
    await community.current.db.execute(
      sql`UPDATE sessions SET created_at = now() - interval '11 minutes' WHERE user_id = ${ben.id}`,
    );
    expectProblem(await leave(ben, 'remove'), 401, 'security.password_first');
    expect((await ben.call(listPosts, {})).status).toBe(200);
  });

  test('frees their place at an event for the waiting list', async () => {
    const ana = await community.current.member();
    const { ben } = await createFullMember(community.current, ana);
    await leave(ana, 'anonymise');
    await community.current.runTasks();
    const { rows } = await community.current.db.execute(
      sql`SELECT is_going FROM event_attendances WHERE member_id = ${ben.id}`,
    );
    expect(rows).toEqual([{ is_going: true }]);
  });
});

test('docs/privacy.md matches the tables', async () => {
  const rows = declarations.map(
    (data) =>
      `| ${data.description} | ${data.purpose} | ${data.retention} | ${leavingText(data)} | \`${nameOf(data)}\` |`,
  );
  await expect(`# Personal data

The personal data in each table, its purpose and how long it is stored. \`npm run docs\` generates this file from the
\`personalData\` that each table declares. A test fails for a table without a declaration.

Members export their data with \`GET /api/account/export\` and delete their account with \`DELETE /api/account\`
([details](decisions/0017-leaving-and-backups.md)). Deleted data leaves the database at once. Backups contain it until
they expire.

| data | purpose | stored until | when you leave | table |
| --- | --- | --- | --- | --- |
${rows.join('\n')}

Outside of these tables:

- Queued mails contain their recipient (\`jobs.job\`). They are deleted within an hour after they were sent. Without a
  mail server, mails are stored as files in the data directory for 90 days; admins see their recipients and subjects.
- Rate limits are counted under digests of network addresses and ids (\`rate_limits\`), for at most an hour.
- Log lines contain no name, no address and no text of a member. No data is sent to third parties, except mails to
  their recipients and encrypted push messages, which the push service of the member's browser delivers.
- Signs of suicidal thoughts or self-harm in a text are detected on the writer's own device and not sent anywhere.
`).toMatchFileSnapshot('../../../../../docs/privacy.md');
});

const leavingTexts = {
  deleted: 'deleted',
  anonymized: 'stays without your name',
  chosen: 'deleted, or stays without your name',
};

const leavingText = ({ references }: PersonalData): string =>
  [
    ...new Set(
      references.map(({ leaving }) => (typeof leaving === 'string' ? leavingTexts[leaving] : `stays: ${leaving.kept}`)),
    ),
  ].join('; ');
