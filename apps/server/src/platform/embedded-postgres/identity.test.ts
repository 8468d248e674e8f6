import { chmod, chown, mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  clusterOwner,
  isRoot,
  ordinaryUser,
  query,
  readNotes,
  setUpEmbeddedPostgres,
  urlOf,
  writeNote,
} from '../../../test/embedded-postgres.ts';

const embedded = setUpEmbeddedPostgres();
const nobody = 65534;

describe.runIf(isRoot)('started by root', () => {
  test('PostgreSQL runs as nobody', async () => {
    const directory = embedded.usedDirectory();
    await embedded.start(directory);
    expect(await clusterOwner(directory)).toBe(nobody);
  });

  test('it runs below a folder closed to others, and keeps its data', async () => {
    const home = embedded.at('home');
    await mkdir(home, { mode: 0o700 });
    const directory = path.join(home, 'my community', 'data');
    const first = await embedded.start(directory);
    await writeNote(first.url, 'kept');
    expect(await clusterOwner(directory)).toBe(0);
    await first.stop();
    expect(await readNotes((await embedded.start(directory)).url)).toEqual(['kept']);
  });

  test('a cluster made in the open still runs after its folder was closed to others', async () => {
    const directory = embedded.usedDirectory();
    const first = await embedded.start(directory);
    await writeNote(first.url, 'kept');
    await first.stop();
    await chmod(path.dirname(directory), 0o700);
    expect(await readNotes((await embedded.start(directory)).url)).toEqual(['kept']);
  });
});

test.runIf(isRoot)('started by an ordinary user, everything is that user’s', async () => {
  const home = embedded.at('home');
  await mkdir(home, { mode: 0o700 });
  await chown(home, ordinaryUser, ordinaryUser);
  const directory = path.join(home, 'data');
  const { report } = await embedded.startInProcess(directory, ordinaryUser);
  expect(await query(urlOf(report), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  for (const name of ['cluster', 'password', 'server.lock']) {
    expect((await stat(path.join(directory, name))).uid, name).toBe(ordinaryUser);
  }
});
