import { hash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { deleteAccount } from '@commons/contract/account/schemas';
import { setUserRole } from '@commons/contract/admin/schemas';
import { createPost, deletePost, toggleLike, updatePost } from '@commons/contract/feed/schemas';
import type { UploadedImage } from '@commons/contract/media/schemas';
import { expect, onTestFinished, test } from 'vitest';
import { goodPassword, memberWithPassword } from '../../../test/accounts.ts';
import { backUp, configurationOf, emptyDatabase, readDigests, setUpWorkspace } from '../../../test/backups.ts';
import { Community, type Member, setUpCommunity } from '../../../test/community.ts';
import { DatabaseProxy } from '../../../test/database-proxy.ts';
import { query } from '../../../test/embedded-postgres.ts';
import { createFullMember } from '../../../test/full-member.ts';
import { noise, upload } from '../../../test/pictures.ts';
import { recount } from '../../../test/recount.ts';
import { applyMigrations, knownMigrations, type Migration } from '../database/migrate.ts';
import { mailTask } from '../mail/mailer.ts';
import { localStorage } from '../media/storage.ts';
import { makeKey, readKeys } from './encryption.ts';
import { tableFile } from './manifest.ts';
import { restoreBackup } from './restore-backup.ts';
import { connectForCopying } from './sessions.ts';
import { openSnapshot } from './snapshot.ts';
import { takeBackup } from './take-backup.ts';

const community = setUpCommunity();
const workspace = setUpWorkspace();

const createPostAs = async (member: Member, content: string) =>
  (await member.call(createPost, { body: { content } })).body;

/** Lets members post, like, edit and delete posts with pictures until `stop` is called. */
function keepBusy(members: readonly Member[]) {
  const state = { isOver: false };
  let done = 0;
  const writeContinuously = async (member: Member, picture: Buffer) => {
    while (!state.isOver) {
      const { body } = await upload<UploadedImage>(member, '/api/uploads/images', { name: 'a.png', bytes: picture });
      const photo = [{ url: body.url, alt: null }];
      const post = (await member.call(createPost, { body: { content: 'A walk', images: photo } })).body;
      await Promise.all(members.map((each) => each.call(toggleLike, { params: post })));
      await member.call(updatePost, { params: post, body: { content: 'A long walk' } });
      if (done % 2 === 0) await member.call(deletePost, { params: post });
      done += 1;
    }
  };
  const writers = noise(60, 40)
    .png()
    .toBuffer()
    .then((picture) => Promise.all(members.map((member) => writeContinuously(member, picture))));
  return {
    done: () => done,
    async stop() {
      state.isOver = true;
      await writers;
    },
  };
}

/**
 * A restore leaves out data that gives access to accounts, and the devices of those sessions. All other tables are
 * identical.
 */
const omittedTables = new Set(['sessions', 'verifications', 'push_subscriptions']);

test('a backup during writes is a consistent snapshot and restores every row and file', async () => {
  const { databaseUrl, dataDirectory } = community.current;
  const ana = await community.current.member({ firstName: 'Ana' });
  await createFullMember(community.current, ana);
  const busy = keepBusy([ana, await community.current.member(), await community.current.member()]);
  await expect.poll(() => busy.done(), { timeout: 30_000 }).toBeGreaterThan(3);

  const before = busy.done();
  const storage = localStorage(path.join(dataDirectory, 'media'));
  const { manifest } = await takeBackup(workspace.at('busy'), {
    databaseUrl,
    storage: {
      ...storage,
      // Delays the backup until members have written more.
      async read(name) {
        await expect.poll(() => busy.done()).toBeGreaterThan(before);
        return storage.read(name);
      },
    },
    secretsFolder: path.join(dataDirectory, 'secrets'),
  });
  await busy.stop();
  expect(manifest.media.files).toBeGreaterThan(6);
  expect(manifest.media.missing).toBe(0);

  const restored = { url: await emptyDatabase(), directory: workspace.at('restored busy') };
  await restoreBackup(workspace.at('busy'), configurationOf(restored.directory, restored.url));
  const secondBackup = await backUp(workspace.at('busy again'), restored.url, restored.directory);
  const tables = manifest.tables.map((table) => (omittedTables.has(table.name) ? { ...table, rows: 0 } : table));
  expect(secondBackup.manifest).toEqual({ ...manifest, tables, takenAt: secondBackup.manifest.takenAt });
  const digests = await readDigests(workspace.at('busy'));
  for (const table of omittedTables) digests.set(tableFile(table), hash('sha256', ''));
  expect(await readDigests(workspace.at('busy again'))).toEqual(digests);

  const restoredCommunity = await Community.open({ databaseUrl: restored.url });
  const { deadlocks: _deadlocks, ...mismatches } = await recount(restoredCommunity.db);
  await restoredCommunity.close();
  expect(new Set(Object.values(mismatches))).toEqual(new Set([0]));
}, 120_000);

/** Returns the constraints, indexes and triggers of a database. */
const readRules = (target: string) =>
  query(
    target,
    `SELECT conrelid::regclass::text AS "table", conname AS name, pg_get_constraintdef(oid) AS rule FROM pg_constraint
       WHERE connamespace = 'public'::regnamespace
     UNION ALL SELECT indrelid::regclass::text, indexrelid::regclass::text, pg_get_indexdef(indexrelid) FROM pg_index
       WHERE indrelid::regclass::text NOT LIKE 'pg_%' AND indrelid::regclass::text NOT LIKE 'jobs.%'
     UNION ALL SELECT tgrelid::regclass::text, tgname, tgenabled::text || pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
     ORDER BY 1, 2, 3`,
  );

test('a restored community has the same constraints, indexes and triggers', async () => {
  const { databaseUrl, dataDirectory } = community.current;
  await backUp(workspace.at('rules'), databaseUrl, dataDirectory);
  const url = await emptyDatabase();
  await restoreBackup(workspace.at('rules'), configurationOf(workspace.at('rules restored'), url));
  expect(await readRules(url)).toEqual(await readRules(databaseUrl));

  // New posts work: triggers, sequences and indexes are intact.
  const restoredCommunity = await Community.open({ databaseUrl: url });
  const ana = await restoredCommunity.member();
  expect(await createPostAs(ana, 'Here again')).toMatchObject({ content: 'Here again' });
  const [{ next } = {}] = await query(url, `SELECT nextval('journal_categories_id_seq')::int AS next`);
  const [{ highest } = {}] = await query(url, 'SELECT max(id) AS highest FROM journal_categories');
  await restoredCommunity.close();
  expect(next).toBeGreaterThan(Number(highest));
}, 60_000);

test('every row is counted, however the data from the database is split into chunks', async () => {
  await community.current.member();
  const proxy = await DatabaseProxy.to(community.current.databaseUrl, { sendsSingleBytes: true });
  const snapshot = await openSnapshot(proxy.url);
  const rows = snapshot.readTable({ name: 'users', columns: ['id'] });
  let bytes = 0;
  let chunk = await rows.next();
  for (; !chunk.done; chunk = await rows.next()) bytes += chunk.value.length;
  await snapshot.close();
  await proxy.disconnect();
  expect(bytes).toBeGreaterThan(0);
  expect(chunk.value).toBe(bytes / 'ffffffff-ffff-ffff-ffff-ffffffffffff\n'.length);
});

test('pending tasks are restored and run once', async () => {
  const sender = await Community.open();
  await sender.work((work) => work.enqueue(mailTask, { to: 'ana@mail.test', subject: 'Hello', text: 'Soon' }));
  await backUp(workspace.at('waiting'), sender.databaseUrl, sender.dataDirectory);
  await sender.close();

  const url = await emptyDatabase();
  const { waiting } = await restoreBackup(
    workspace.at('waiting'),
    configurationOf(workspace.at('waiting restored'), url),
  );
  expect(waiting).toEqual({ mail: 1 });
  const restoredCommunity = await Community.open({ databaseUrl: url });
  await restoredCommunity.mails();
  expect((await restoredCommunity.mails()).map(({ to }) => to)).toEqual(['ana@mail.test']);
  await restoredCommunity.close();
}, 60_000);

test('the backup of an older version is migrated', async () => {
  const oldUrl = await emptyDatabase();
  const client = await connectForCopying(oldUrl);
  await applyMigrations(client, knownMigrations());
  await client.query(`INSERT INTO users (id, email, name) VALUES (gen_random_uuid(), 'ana@mail.test', 'Ana')`);
  await client.end();
  await backUp(workspace.at('old'), oldUrl, workspace.at('nothing'));

  const url = await emptyDatabase();
  const migrations = knownMigrations() as Migration[];
  migrations.push({ name: 'later', sql: [`UPDATE users SET name = 'Anna'`], hash: 'later', folderMillis: 1e15 });
  onTestFinished(() => void migrations.pop());
  const manifest = await restoreBackup(workspace.at('old'), configurationOf(workspace.at('old restored'), url));
  expect(manifest.migrations).toHaveLength(migrations.length - 1);
  expect(await query(url, 'SELECT email, name FROM users')).toEqual([{ email: 'ana@mail.test', name: 'Anna' }]);
  expect(await query(url, 'SELECT hash FROM drizzle.__drizzle_migrations ORDER BY id')).toEqual(
    migrations.map(({ hash }) => ({ hash })),
  );
  const restoredCommunity = await Community.open({ databaseUrl: url });
  expect(await createPostAs(await restoredCommunity.member(), 'Still here')).toMatchObject({ content: 'Still here' });
  await restoredCommunity.close();
}, 60_000);

test("an encrypted backup can be read with any recipient's key, and contains the generated secrets", async () => {
  const { databaseUrl, dataDirectory } = community.current;
  const [first, second] = [await makeKey(workspace.at('key')), await makeKey(workspace.at('other key'))];
  await mkdir(path.join(dataDirectory, 'secrets'), { recursive: true });
  await writeFile(path.join(dataDirectory, 'secrets', 'session-secret'), 'nobody knows');
  const { manifest } = await backUp(workspace.at('secret'), databaseUrl, dataDirectory, [first, second]);
  const bytes = await readFile(workspace.at('secret'));
  expect(bytes.toString('latin1')).toMatch(/^age-encryption\.org\/v1/);

  for (const key of ['key', 'other key']) {
    const directory = workspace.at(`restored with ${key}`);
    const keys = await readKeys(workspace.at(key));
    expect(
      await restoreBackup(workspace.at('secret'), configurationOf(directory, await emptyDatabase()), keys),
    ).toEqual(manifest);
    expect(await readFile(path.join(directory, 'secrets', 'session-secret'), 'utf8')).toBe('nobody knows');
    expect((await readdir(directory)).toSorted()).toEqual(['media', 'secrets']);
  }
}, 60_000);

test('members can leave and roles can change during a backup', async () => {
  const admin = await community.current.member({ role: 'admin' });
  const ana = await community.current.member();
  const ben = await memberWithPassword(community.current);
  const snapshot = await openSnapshot(community.current.databaseUrl);
  const change = await admin.call(setUserRole, { params: { userId: ana.id }, body: { role: 'manager' } });
  expect(change.status).toBe(200);
  const departure = await ben.call(deleteAccount, { body: { password: goodPassword, content: 'remove' } });
  expect(departure.status).toBe(204);
  await snapshot.close();
});

test('sessions and mailed links from before the backup are invalid after a restore', async () => {
  const { databaseUrl, dataDirectory } = community.current;
  const ana = await community.current.member();
  const whoAmI = (target: Community) =>
    target.visitor.send('GET', '/api/auth/user', { headers: { cookie: ana.cookie } });
  await query(
    databaseUrl,
    `INSERT INTO verifications (id, identifier, value, expires_at)
     VALUES (gen_random_uuid(), 'reset-password:a-token', '${ana.id}', now() + interval '1 hour')`,
  );
  expect((await whoAmI(community.current)).status).toBe(200);
  await backUp(workspace.at('signed in'), databaseUrl, dataDirectory);
  const url = await emptyDatabase();
  await restoreBackup(workspace.at('signed in'), configurationOf(workspace.at('signed out'), url));
  const restoredCommunity = await Community.open({ databaseUrl: url });
  expect((await whoAmI(restoredCommunity)).status).toBe(401);
  await restoredCommunity.close();
  expect(await query(url, 'SELECT FROM verifications')).toEqual([]);
}, 60_000);

test('other files next to the secrets are not backed up and do not affect a restore', async () => {
  const secrets = workspace.at('beside', 'secrets');
  await mkdir(path.join(secrets, 'kept'), { recursive: true });
  await mkdir(path.join(secrets, 'a-folder'));
  for (const name of ['session-secret', '.DS_Store', 'session-secret.old', 'kept/session-secret'])
    await writeFile(path.join(secrets, name), name);
  await backUp(workspace.at('with strays'), community.current.databaseUrl, workspace.at('beside'));
  const names = [...(await readDigests(workspace.at('with strays'))).keys()];
  expect(names.filter((name) => name.startsWith('secrets/'))).toEqual(['secrets/session-secret']);
  const directory = workspace.at('without strays');
  await restoreBackup(workspace.at('with strays'), configurationOf(directory, await emptyDatabase()));
  expect(await readdir(path.join(directory, 'secrets'))).toEqual(['session-secret']);
}, 60_000);

test('unused files are kept during a backup and deleted afterwards', async () => {
  const separateCommunity = await Community.open();
  const ana = await separateCommunity.member();
  await upload(ana, '/api/uploads/images', { name: 'a.png', bytes: await noise(60, 40).png().toBuffer() });
  await query(separateCommunity.databaseUrl, `UPDATE media_files SET created_at = now() - interval '2 days'`);
  const files = async () =>
    (await readdir(path.join(separateCommunity.dataDirectory, 'media'), { recursive: true })).length;
  const orphanJob = separateCommunity.jobs.find(({ name }) => name === 'orphaned-media')!;

  const snapshot = await openSnapshot(separateCommunity.databaseUrl);
  const fileCount = await files();
  await orphanJob.run();
  expect(await files()).toBe(fileCount);
  await snapshot.close();
  await orphanJob.run();
  expect(await files()).toBeLessThan(fileCount);
  await separateCommunity.close();
});
