import { mkdir, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { createPost } from '@commons/contract/feed/schemas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { backUp, configurationOf, emptyDatabase, setUpWorkspace, listContents } from '../../../test/backups.ts';
import { Community } from '../../../test/community.ts';
import { query } from '../../../test/embedded-postgres.ts';
import { noise, upload } from '../../../test/pictures.ts';
import { OperatorError } from '../operator-error.ts';
import { type ArchivedFile, readArchive, writeArchive } from './archive.ts';
import { makeKey, readKeys } from './encryption.ts';
import { type Manifest, manifestName, formatFileName, mediaPrefix, tableFile } from './manifest.ts';
import { checkBackup, restoreBackup } from './restore-backup.ts';
import { withStagingArea } from './staging-area.ts';

const workspace = setUpWorkspace();
let community: Community;
let keys: string[];

beforeAll(async () => {
  community = await Community.open();
  const ana = await community.member();
  for (let count = 0; count < 50; count += 1) await ana.call(createPost, { body: { content: `Walk ${count}` } });
  await upload(ana, '/api/auth/user/photo', { name: 'a.png', bytes: await noise(300, 300).png().toBuffer() });
  const recipient = await makeKey(workspace.at('key'));
  keys = await readKeys(workspace.at('key'));
  await makeKey(workspace.at('another key'));
  await backUp(workspace.at('plain'), community.databaseUrl, community.dataDirectory);
  await backUp(workspace.at('secret'), community.databaseUrl, community.dataDirectory, [recipient]);
});
afterAll(() => community.close());

/** Tries to restore. Expects a OperatorError and no changes, and returns its message. */
async function expectRestoreRejected(file: string, identities: string[] = []): Promise<string> {
  const [url, directory] = [await emptyDatabase(), workspace.at('target')];
  const before = await listContents(url, directory);
  const error = await restoreBackup(workspace.at(file), configurationOf(directory, url), identities).catch(
    (caught: unknown) => caught,
  );
  expect(error).toBeInstanceOf(OperatorError);
  expect(await listContents(url, directory)).toEqual(before);
  return (error as Error).message;
}

describe.for(['plain', 'secret'])('a %s backup', (kind) => {
  test.for([0, 1, 100, 0.3, 0.6, 0.99, -1])('that is truncated at %s is rejected', async (at) => {
    const bytes = await readFile(workspace.at(kind));
    const end = at < 0 ? bytes.length + at : at > 0 && at < 1 ? Math.floor(bytes.length * at) : at;
    await writeFile(workspace.at('cut'), bytes);
    await truncate(workspace.at('cut'), end);
    expect(await expectRestoreRejected('cut', keys)).toMatch(/truncated|not a backup|modified/);
  });

  test.for([0.02, 0.2, 0.5, 0.8, 0.98, 0.9999])('with a changed bit at %s is rejected', async (at) => {
    const bytes = await readFile(workspace.at(kind));
    const index = Math.floor(bytes.length * at);
    bytes[index] = bytes[index]! ^ 4;
    await writeFile(workspace.at('altered'), bytes);
    expect(await expectRestoreRejected('altered', keys)).toMatch(/modified|another key/);
  });

  test('without the checksum flag in its header is rejected', async () => {
    const bytes = await readFile(workspace.at(kind));
    // The flags of a frame follow its magic number (RFC 8878, section 3.1.1.1.1). The decompressor then ends before the
    // file does.
    bytes[4] = bytes[4]! ^ 4;
    await writeFile(workspace.at('altered'), bytes);
    expect(await expectRestoreRejected('altered', keys)).toMatch(/modified|another key/);
  });

  test('with additional data at its end is rejected', async () => {
    await writeFile(workspace.at('longer'), Buffer.concat([await readFile(workspace.at(kind)), Buffer.from('more')]));
    expect(await expectRestoreRejected('longer', keys)).toMatch(/modified/);
  });
});

test('an encrypted backup is rejected without a key or with another key', async () => {
  expect(await expectRestoreRejected('secret')).toContain('--key KEYFILE');
  expect(await expectRestoreRejected('secret', await readKeys(workspace.at('another key')))).toContain(
    'for another key',
  );
});

/** Writes a modified but well-formed backup. */
async function writeModified(name: string, change: (file: ArchivedFile) => ArchivedFile | undefined): Promise<void> {
  async function* modifiedFiles() {
    for await (const file of readArchive(workspace.at('plain'), [])) {
      const content = await Array.fromAsync(file.content);
      const modified = change({ name: file.name, content: Buffer.concat(content) as never });
      if (modified) yield { name: modified.name, content: [modified.content as unknown as Buffer] as never };
    }
  }
  await writeArchive(workspace.at(name), modifiedFiles(), []);
}
const withText = (file: ArchivedFile, change: (text: string) => string): ArchivedFile => ({
  ...file,
  content: Buffer.from(change((file.content as unknown as Buffer).toString())) as never,
});
const withManifest = (change: (manifest: Manifest) => Manifest) => (file: ArchivedFile) =>
  file.name === manifestName ? withText(file, (text) => JSON.stringify(change(JSON.parse(text) as Manifest))) : file;

test.for<[problem: string, change: (file: ArchivedFile) => ArchivedFile | undefined, expectedMessage: RegExp]>([
  ['a missing table', (file) => (file.name === tableFile('posts') ? undefined : file), /modified/],
  ['a missing picture', (file) => (file.name.startsWith(mediaPrefix) ? undefined : file), /modified/],
  ['no manifest', (file) => (file.name === manifestName ? undefined : file), /modified/],
  ['a later format', (file) => (file.name === formatFileName ? withText(file, () => '2\n') : file), /later version/],
  [
    'another first file',
    (file) => (file.name === formatFileName ? undefined : file),
    /not a backup of this application/,
  ],
  [
    'a later version',
    withManifest((manifest) => ({
      ...manifest,
      version: '9.9.9',
      migrations: [...manifest.migrations, { hash: 'x', createdAt: '9' }],
    })),
    /version 9\.9\.9, which is newer/,
  ],
  [
    'a wrong row count',
    withManifest((manifest) => ({
      ...manifest,
      tables: manifest.tables.map((table) => ({ ...table, rows: table.rows + 1 })),
    })),
    /instead of \d+ rows/,
  ],
])('a well-formed backup with %s is rejected', async ([, change, expectedMessage]) => {
  await writeModified(`changed`, change);
  const message = await expectRestoreRejected('changed');
  expect(message).toMatch(expectedMessage);
  await rm(workspace.at('changed'));
});

test.for<[problem: string, change: (file: ArchivedFile) => ArchivedFile | undefined]>([
  [
    'a later version',
    withManifest((manifest) => ({ ...manifest, migrations: [...manifest.migrations, { hash: 'x', createdAt: '9' }] })),
  ],
  [
    'a secret with an unknown name',
    (file) => ({ ...file, name: file.name.replace('secrets/push-private-key', 'secrets/push-private-key.old') }),
  ],
])('a check of a backup with %s reports the same error as a restore', async ([, change]) => {
  await writeModified('to check', change);
  const expectedMessage = await expectRestoreRejected('to check');
  await expect(checkBackup(workspace.at('to check'))).rejects.toThrow(expectedMessage);
  await rm(workspace.at('to check'));
});

test('a backup with a path outside the data directory is rejected', async () => {
  async function* files() {
    yield* readArchive(workspace.at('plain'), []);
  }
  const names: string[] = [];
  await writeArchive(
    workspace.at('elsewhere'),
    (async function* () {
      for await (const file of files()) {
        names.push(file.name);
        yield { ...file, name: file.name.startsWith(mediaPrefix) ? 'media/../../elsewhere' : file.name };
      }
    })(),
    [],
  );
  expect(await expectRestoreRejected('elsewhere')).toMatch(/modified|does not know/);
});

test('a file that is not a backup is rejected', async () => {
  await writeFile(workspace.at('letter'), 'Dear Ana, how are you?');
  expect(await expectRestoreRejected('letter')).toMatch(/not a complete backup/);
  await mkdir(workspace.at('folder'));
  expect(await expectRestoreRejected('folder')).toContain('is a folder');
  expect(await expectRestoreRejected('nothing')).toContain('does not exist');
});

test('a restore into a database or data directory that is not empty is rejected and changes nothing', async () => {
  const nonEmptyUrl = await emptyDatabase();
  await query(nonEmptyUrl, 'CREATE TABLE notes (body text)');
  const directory = workspace.at('full target');
  await expect(restoreBackup(workspace.at('plain'), configurationOf(directory, nonEmptyUrl))).rejects.toThrow(
    'The database is not empty: it has the table public.notes.',
  );
  await mkdir(path.join(directory, 'media'), { recursive: true });
  await writeFile(path.join(directory, 'media', 'walk.webp'), '');
  await expect(restoreBackup(workspace.at('plain'), configurationOf(directory, await emptyDatabase()))).rejects.toThrow(
    /is not empty: it has "media"/,
  );
});

test('a second restore into a data directory is rejected while the first one runs', async () => {
  const directory = workspace.at('two restores');
  const target = configurationOf(directory, await emptyDatabase());
  await withStagingArea(target, async (staging) => {
    await staging.storeFile({
      name: 'secrets/session-secret',
      content: Readable.from(['of the first'], { objectMode: false }),
    });
    await expect(restoreBackup(workspace.at('plain'), target)).rejects.toThrow(
      /Another restore into .* is in progress/,
    );
    await staging.moveIntoPlace();
  });
  expect(await readFile(path.join(directory, 'secrets', 'session-secret'), 'utf8')).toBe('of the first');
  expect(await readdir(directory)).toEqual(['secrets']);
  await expect(restoreBackup(workspace.at('plain'), target)).rejects.toThrow(/is not empty: it has "secrets"/);
});

test('leftover files of a killed restore do not prevent the next one', async () => {
  const directory = workspace.at('left behind');
  await mkdir(path.join(directory, 'restoring', 'draft', 'media'), { recursive: true });
  await writeFile(path.join(directory, 'restoring', 'draft', 'media', 'half.webp'), '');
  await restoreBackup(workspace.at('plain'), configurationOf(directory, await emptyDatabase()));
  expect(await readdir(directory)).toEqual(['media', 'secrets']);
  expect((await readdir(path.join(directory, 'media'), { recursive: true })).join()).not.toContain('half');
});

test('a backup never overwrites a file', async () => {
  const bytes = await readFile(workspace.at('plain'));
  await expect(backUp(workspace.at('plain'), community.databaseUrl, community.dataDirectory)).rejects.toThrow(
    /already exists/,
  );
  await expect(
    backUp(workspace.at('no such folder', 'plain'), community.databaseUrl, community.dataDirectory),
  ).rejects.toThrow(/its folder does not exist/);
  await expect(
    backUp(workspace.at('unreadable'), community.databaseUrl, community.dataDirectory, ['age1nobody']),
  ).rejects.toThrow(/is not an age public key/);
  expect(await readFile(workspace.at('plain'))).toEqual(bytes);
});
