import { chmod, chown, mkdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  clusterOwner,
  isRoot,
  ordinaryUser,
  query,
  readNotes,
  recordedPid,
  setUpEmbeddedPostgres,
  urlOf,
  writeNote,
} from '../../../test/embedded-postgres.ts';

const embedded = setUpEmbeddedPostgres();
const nobody = 65534;
const root = 0;

/** Returns the capabilities of a process. */
async function readCapabilities(pid: number): Promise<string[]> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const capabilities = BigInt(`0x${/^CapEff:\s*([0-9a-f]+)$/m.exec(status)?.[1]}`);
  const capabilityNumbers = [...capabilities.toString(2)]
    .toReversed()
    .flatMap((bit, number) => (bit === '1' ? [number] : []));
  return capabilityNumbers.map((number) => (number === 1 ? 'dac_override' : String(number)));
}

describe.runIf(isRoot)('started by root', () => {
  test('PostgreSQL runs as nobody', async () => {
    const directory = embedded.at('data');
    const { report } = await embedded.startInProcess(directory, root);
    expect(await query(urlOf(report), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(await clusterOwner(directory)).toBe(nobody);
  });

  test('PostgreSQL runs below a folder closed to other users and keeps its data', async () => {
    const home = embedded.at('home');
    await mkdir(home, { mode: 0o700 });
    const directory = path.join(home, 'my community', 'data');
    const first = await embedded.start(directory);
    await writeNote(first.url, 'kept');
    expect(await clusterOwner(directory)).toBe(nobody);
    expect(await readCapabilities(await recordedPid(directory))).toEqual(['dac_override']);
    await first.stop();
    expect(await readNotes((await embedded.start(directory)).url)).toEqual(['kept']);
  });

  test('a cluster created in an accessible folder still runs after the folder was closed', async () => {
    const directory = embedded.usedDirectory();
    const first = await embedded.start(directory);
    await writeNote(first.url, 'kept');
    await first.stop();
    await chmod(path.dirname(directory), 0o700);
    expect(await readNotes((await embedded.start(directory)).url)).toEqual(['kept']);
  });
});

test.runIf(isRoot)('started by an ordinary user, everything belongs to that user', async () => {
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
