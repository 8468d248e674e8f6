import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { getStatus } from '@commons/contract/admin/schemas';
import { createPost, listPosts } from '@commons/contract/feed/schemas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Community, type Member } from '../../../test/community.ts';
import { mailTask } from '../../platform/mail/mailer.ts';
import { readVersion } from '../../platform/version.ts';
import { backupNameAt } from '../backups/backup-destination.ts';

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 60 * 60 * 1000);

let folder: string;
let community: Community;
let admin: Member;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'mindful-commons-status-'));
  community = await Community.open({ environment: { BACKUP_FOLDER: path.join(folder, 'backups') } });
  admin = await community.member({ role: 'admin', firstName: 'Zoe' });
});
afterAll(async () => {
  await community.close();
  await rm(folder, { recursive: true });
});

const fetchStatus = async (caller: Member = admin) => {
  const response = await caller.call(getStatus, {});
  expect(response.status).toBe(200);
  return response.body;
};

test('the status contains versions, start time and free space', async () => {
  const [{ version }] = (
    await community.db.$client.query<{ version: string }>(`SELECT current_setting('server_version') AS version`)
  ).rows as [{ version: string }];
  const systemStatus = await fetchStatus();
  expect(systemStatus.versions).toEqual({
    application: await readVersion(),
    node: process.versions.node,
    postgresql: version,
    migration: expect.stringMatching(/^\d{4}_[a-z-]+$/),
  });
  expect(Date.parse(systemStatus.startedAt)).toBeLessThan(Date.now());
  expect(systemStatus.disk.freeBytes).toBeGreaterThan(0);
  expect(systemStatus.disk.totalBytes).toBeGreaterThanOrEqual(systemStatus.disk.freeBytes);
  expect(systemStatus.live).toEqual({ sockets: 0, transport: 'database', isDegraded: false });
  expect(systemStatus.database.connections).toEqual({ max: 10, inUse: expect.any(Number), waiting: 0 });
});

test('tables are sorted by size, largest first, with estimated row counts', async () => {
  await community.db.$client.query(
    `INSERT INTO waitlist_entries (id, email, first_name, last_name, created_at)
      SELECT gen_random_uuid(), number || '@mail.test', repeat('a', 50), 'b', now() FROM generate_series(1, 20000) AS number`,
  );
  await community.db.$client.query('ANALYZE waitlist_entries');
  const { tables, bytes } = (await fetchStatus()).database;
  expect(tables[0]).toEqual({ name: 'waitlist_entries', bytes: expect.any(Number), rows: 20_000 });
  const sizes = tables.map((table) => table.bytes);
  expect(sizes).toEqual(sizes.toSorted((one, other) => other - one));
  expect(bytes).toBeGreaterThan(sizes[0] ?? 0);
  await community.db.$client.query('TRUNCATE waitlist_entries');
});

test('the migration is null if a newer version of the application migrated the database', async () => {
  await community.db.$client.query(
    `INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('of a later version', ${Date.now() + 1})`,
  );
  expect((await fetchStatus()).versions.migration).toBeNull();
  await community.db.$client.query(`DELETE FROM drizzle.__drizzle_migrations WHERE hash = 'of a later version'`);
});

const fetchMailQueue = async () => (await fetchStatus()).queues.find(({ name }) => name === mailTask.name);

test('a queue counts due tasks and excludes scheduled ones', async () => {
  expect(await fetchMailQueue()).toEqual({ name: 'mail', waiting: 0, active: 0, failed: 0, oldestDueAt: null });
  const mail = { to: 'ana@mail.test', subject: 'Hello', text: 'Hello.' };
  await community.work(async (work) => {
    await work.enqueue(mailTask, mail);
    await work.enqueue(mailTask, mail, hoursAgo(-1));
  });
  const queue = await fetchMailQueue();
  expect(queue).toMatchObject({ waiting: 1, active: 0, failed: 0 });
  expect(Date.now() - Date.parse(queue?.oldestDueAt ?? '')).toBeLessThan(60_000);
  await community.db.$client.query(`UPDATE jobs.job SET state = 'failed' WHERE name = 'mail'`);
  expect(await fetchMailQueue()).toMatchObject({ waiting: 0, failed: 2, oldestDueAt: null });
});

describe('statements', () => {
  test('are the slowest ones, by their names in the source', async () => {
    const ana = await community.member();
    await ana.call(createPost, { body: { content: 'Good morning' } });
    await ana.call(listPosts, {});
    const { statements } = await fetchStatus();
    expect(statements.length).toBeGreaterThan(5);
    const means = statements.map(({ meanMilliseconds }) => meanMilliseconds);
    expect(means).toEqual(means.toSorted((one, other) => other - one));
    for (const { name, calls, meanMilliseconds, slowestMilliseconds } of statements) {
      expect(name).toMatch(/^[\w ]+$/);
      expect(calls).toBeGreaterThan(0);
      expect(slowestMilliseconds).toBeGreaterThanOrEqual(meanMilliseconds);
    }
  });

  test('include failed ones', async () => {
    const ana = await community.member();
    await community.db.$client.query('ALTER TABLE posts RENAME TO away');
    expect((await ana.send('GET', '/api/posts')).status).toBe(500);
    await community.db.$client.query('ALTER TABLE away RENAME TO posts');
    const { body } = await community.visitor.send<string>('GET', '/metrics');
    expect(body).toMatch(/database_statement_duration_seconds_count\{statement="\w+",outcome="failed"\} [1-9]/);
  });
});

test('the status contains no data of members', async () => {
  const ana = await community.member({ firstName: 'Anastasia', email: 'anastasia@mail.test' });
  await ana.call(createPost, { body: { content: 'A Tuesday of lavender' } });
  const text = JSON.stringify(await fetchStatus());
  for (const secret of [ana.id, ana.email, 'Anastasia', 'lavender', admin.id, 'Zoe', folder])
    expect(text).not.toContain(secret);
});

const storeBackup = async (hours: number) => {
  await mkdir(path.join(folder, 'backups'), { recursive: true });
  await writeFile(path.join(folder, 'backups', backupNameAt(hoursAgo(hours))), 'a backup');
};

describe('the last backup', () => {
  test('has a time and is marked late if it is too old', async () => {
    expect((await fetchStatus()).backup).toEqual({ lastAt: null, isLate: true, warnHours: 48 });
    await storeBackup(50);
    expect((await fetchStatus()).backup).toEqual({ lastAt: expect.any(String), isLate: true, warnHours: 48 });
    await storeBackup(2);
    const { backup } = await fetchStatus();
    expect(backup?.isLate).toBe(false);
    expect(Date.now() - Date.parse(backup?.lastAt ?? '')).toBeLessThan(3 * 60 * 60 * 1000);
  });

  test('is null without scheduled backups', async () => {
    const communityWithoutBackups = await Community.open();
    expect((await fetchStatus(await communityWithoutBackups.member({ role: 'admin' }))).backup).toBeNull();
    await communityWithoutBackups.close();
  });
});
