import { createPost } from '@commons/contract/feed/schemas';
import type { UploadedImage } from '@commons/contract/media/schemas';
import { changeSettings, getSettings, type SettingChanges } from '@commons/contract/settings/schemas';
import { startFauxqs, type FauxqsServer } from 'fauxqs';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { backUp, configurationOf, emptyDatabase, setUpWorkspace } from '../../../test/backups.ts';
import { Community, type Member, sessionSecret } from '../../../test/community.ts';
import { noise, upload } from '../../../test/pictures.ts';
import { expectProblem } from '../../../test/problems.ts';
import { restoreBackup } from '../../platform/backup/restore-backup.ts';
import { readConfiguration } from '../../platform/configuration.ts';
import { readSettings } from '../../platform/settings/settings.ts';

let service: FauxqsServer;
beforeAll(async () => {
  service = await startFauxqs({ port: 0, logger: false });
  for (const bucket of ['first', 'second']) service.createBucket(bucket);
});
afterAll(() => service.stop());

let community: Community;
afterEach(() => community.close());

const bucketSettings = (s3Bucket: string, overrides: SettingChanges = {}): SettingChanges => ({
  s3Bucket,
  s3Endpoint: `http://127.0.0.1:${service.port}`,
  s3AccessKeyId: 'key',
  s3SecretAccessKey: 'secret',
  ...overrides,
});

const read = async (admin: Member) => (await admin.call(getSettings, {})).body;
const change = async (admin: Member, changes: SettingChanges) =>
  admin.call(changeSettings, { body: { revision: (await read(admin)).revision, changes } });

async function postPicture(member: Member): Promise<string> {
  const bytes = await noise(60, 40).png().toBuffer();
  const { url } = (await upload<UploadedImage>(member, '/api/uploads/images', { name: 'a.png', bytes })).body;
  await member.call(createPost, { body: { content: 'A walk', images: [{ url, alt: null }] } });
  return url;
}

test('a bucket that cannot be used is refused, and the settings stay', async () => {
  community = await Community.open();
  const admin = await community.member({ role: 'admin' });
  const missing = await change(admin, bucketSettings('missing'));
  expectProblem(missing, 400, 'settings.storage_unusable');
  expect(missing.body).toMatchObject({ detail: expect.stringContaining('NoSuchBucket') });
  const unreachable = await change(admin, bucketSettings('first', { s3Endpoint: 'http://127.0.0.1:1' }));
  expectProblem(unreachable, 400, 'settings.storage_unusable');
  expect((await read(admin)).revision).toBe(0);
});

test('files of the data directory stay readable and move to a new bucket, and cannot move out of it', async () => {
  community = await Community.open();
  const admin = await community.member({ role: 'admin' });
  const [before, moving] = [await postPicture(admin), await postPicture(admin)];
  expect((await change(admin, bucketSettings('first'))).status).toBe(200);
  const { filesToMove } = await read(admin);
  expect(filesToMove).toBe(4);
  const after = await postPicture(admin);
  const statuses = () => Promise.all([before, moving, after].map(async (url) => (await admin.send('GET', url)).status));
  expect(await statuses()).toEqual([200, 200, 200]);

  await community.jobs.find(({ name }) => name === 'files-to-move')!.run();
  expect((await read(admin)).filesToMove).toBe(0);
  expect(await statuses()).toEqual([200, 200, 200]);
  expectProblem(await change(admin, bucketSettings('second')), 409, 'settings.storage_in_use');
  const reset = { s3Bucket: null, s3AccessKeyId: null, s3SecretAccessKey: null };
  expectProblem(await change(admin, reset), 409, 'settings.storage_in_use');
  // New keys of the same bucket are not another place.
  expect((await change(admin, { s3SecretAccessKey: 'a newer secret' })).status).toBe(200);
});

const workspace = setUpWorkspace();

test('a backup contains the settings and their secrets, and commands use them', async () => {
  community = await Community.open();
  const admin = await community.member({ role: 'admin' });
  await change(admin, bucketSettings('first'));
  await change(admin, { productName: 'The Garden', mailServer: 'smtp://mail.test', mailPassword: 'a word' });
  await backUp(workspace.at('backup'), community.databaseUrl, community.dataDirectory);

  const url = await emptyDatabase();
  await restoreBackup(workspace.at('backup'), configurationOf(workspace.at('restored'), url));
  const restored = await Community.open({ databaseUrl: url });
  const { db, settings } = restored;
  // A copy must not change the bucket of the original.
  expect(settings.current).toMatchObject({ productName: 'The Garden', mailPassword: 'a word', s3: undefined });
  const directory = workspace.at('elsewhere');
  const withSecret = readConfiguration({ DATA_DIR: directory, SESSION_SECRET: sessionSecret, BACKUP_KEEP: '3' });
  expect(await readSettings(db, withSecret)).toMatchObject({ mailPassword: 'a word', backupKeep: 3 });
  const withoutSecret = await readSettings(db, readConfiguration({ DATA_DIR: directory }));
  expect(withoutSecret).toMatchObject({ productName: 'The Garden', mailPassword: undefined });
  await restored.close();
});
