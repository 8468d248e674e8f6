import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { type FauxqsServer, startFauxqs } from 'fauxqs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { backUp, configurationOf, emptyDatabase, readDigests, setUpWorkspace } from '../../../test/backups.ts';
import { Community } from '../../../test/community.ts';
import { createFullMember } from '../../../test/full-member.ts';
import { openDestination } from '../../features/backups/backup-destination.ts';
import { readConfiguration } from '../configuration.ts';
import { s3Storage } from '../media/s3-storage.ts';
import { OperatorError } from '../operator-error.ts';
import { environmentSettings } from '../settings/current.ts';
import { readArchive, writeArchive } from './archive.ts';
import { manifestName, mediaPrefix } from './manifest.ts';
import { restoreBackup } from './restore-backup.ts';
import { withStagingArea } from './staging-area.ts';
import { takeBackup } from './take-backup.ts';

const workspace = setUpWorkspace();
const buckets = ['full', 'empty', 'refused', 'parts', 'backups', 'shared'];

let service: FauxqsServer;
let environment: (bucket: string) => Record<string, string>;
beforeAll(async () => {
  service = await startFauxqs({ port: 0, logger: false });
  for (const bucket of buckets) service.createBucket(bucket);
  environment = (bucket) => ({
    S3_BUCKET: bucket,
    S3_ENDPOINT: `http://127.0.0.1:${service.port}`,
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
  });
});
afterAll(() => service.stop());

const storageOf = (bucket: string) =>
  s3Storage(environmentSettings(readConfiguration(environment(bucket)).settings).s3!);
const listKeys = (bucket: string) => Array.fromAsync(storageOf(bucket).keys());

const createTarget = async (bucket: string, directory: string) =>
  readConfiguration({
    ...environment(bucket),
    DATA_DIR: workspace.at(directory),
    DATABASE_URL: await emptyDatabase(),
  });

test('pictures can move from a bucket to a folder and from a folder to a bucket', async () => {
  const community = await Community.open({ storage: storageOf('full') });
  await createFullMember(community, await community.member());
  const source = {
    databaseUrl: community.databaseUrl,
    storage: storageOf('full'),
    secretsFolder: workspace.at('none'),
  };
  const { manifest } = await takeBackup(workspace.at('from bucket'), source);
  await community.close();
  expect(manifest.media.files).toBe((await listKeys('full')).length);

  const [url, folder] = [await emptyDatabase(), workspace.at('into folder')];
  await restoreBackup(workspace.at('from bucket'), configurationOf(folder, url));
  await backUp(workspace.at('from folder'), url, folder);
  const [ofBucket, ofFolder] = await Promise.all(
    ['from bucket', 'from folder'].map(async (name) =>
      [...(await readDigests(workspace.at(name)))].filter(([file]) => file.startsWith(mediaPrefix)),
    ),
  );
  expect(ofFolder).toEqual(ofBucket);

  await restoreBackup(workspace.at('from folder'), await createTarget('empty', 'into bucket'));
  expect((await listKeys('empty')).toSorted()).toEqual((await listKeys('full')).toSorted());
  await expect(restoreBackup(workspace.at('from folder'), await createTarget('empty', 'again'))).rejects.toThrow(
    /The bucket empty is not empty/,
  );
}, 60_000);

test('a failed restore leaves the bucket unchanged', async () => {
  async function* withMoreRows() {
    for await (const { name, content } of readArchive(workspace.at('from bucket'), [])) {
      const text = Buffer.concat(await Array.fromAsync(content));
      const newText = name === manifestName ? Buffer.from(text.toString().replace(/"rows": 2\b/, '"rows": 3')) : text;
      yield {
        name,
        content: (async function* () {
          yield newText;
        })(),
      };
    }
  }
  await writeArchive(workspace.at('more rows'), withMoreRows(), []);
  await expect(restoreBackup(workspace.at('more rows'), await createTarget('refused', 'refused'))).rejects.toThrow(
    /instead of 3 rows/,
  );
  expect(await listKeys('refused')).toEqual([]);
});

const pictureName = (digit: string) => `00000000-0000-7000-8000-00000000000${digit}-photo.webp`;

test('a failed restore removes only its own files from a bucket', async () => {
  const target = await createTarget('shared', 'shared');
  const failing = withStagingArea(target, async (staging) => {
    await storageOf('shared').put(pictureName('1'), Buffer.from('of another restore'), 'image/webp');
    await staging.storeFile({
      name: `media/${pictureName('2')}`,
      content: Readable.from(['of this one'], { objectMode: false }),
    });
    await staging.waitForWrites();
    expect((await listKeys('shared')).toSorted()).toEqual([pictureName('1'), pictureName('2')]);
    throw new OperatorError('another process uses this database');
  });
  await expect(failing).rejects.toThrow('another process');
  expect(await listKeys('shared')).toEqual([pictureName('1')]);
});

test('a large file is uploaded in parts and can be read completely', async () => {
  const bytes = randomBytes(12_000_001);
  await writeFile(workspace.at('large'), bytes);
  const { s3 } = environmentSettings(readConfiguration(environment('parts')).settings);
  const storage = s3Storage(s3!, { maxSinglePut: 5_500_000, part: 5_242_880 });
  await storage.put('large', { file: workspace.at('large') }, 'application/octet-stream');
  const read = Buffer.concat(await Array.fromAsync((await storage.read('large'))!));
  expect(read.equals(bytes)).toBe(true);
});

test('automatic backups use a separate bucket', async () => {
  const configuration = readConfiguration({
    ...environment('full'),
    BACKUP_BUCKET: 'backups',
    DATA_DIR: workspace.at('scheduled'),
  });
  const settings = { current: environmentSettings(configuration.settings) };
  const destination = await openDestination({ configuration, settings }, settings.current.backups!);
  await destination.add('mindful-commons-2026-11-24T030000Z.backup', (file) => writeFile(file, 'one'));
  expect(await destination.list()).toEqual(['mindful-commons-2026-11-24T030000Z.backup']);
  await destination.remove(await destination.list());
  expect(await destination.list()).toEqual([]);
});
