import { chown, readFile, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import {
  end,
  postmasterFile,
  readNotes,
  recordedPid,
  setUpEmbeddedPostgres,
  urlOf,
  writeNote,
} from '../../../test/embedded-postgres.ts';
import { findRunningEmbeddedPostgres } from './index.ts';
import { stopOrphan } from './postmaster.ts';
import { isPostmasterOf } from './processes.ts';

const embedded = setUpEmbeddedPostgres();

test('PostgreSQL stops by itself after its server was killed, and no acknowledged write is lost', async () => {
  const directory = embedded.usedDirectory();
  const { child, report } = await embedded.startInProcess(directory);
  await writeNote(urlOf(report), 'acknowledged');
  const postmaster = await recordedPid(directory);
  await end(child, 'SIGKILL');
  await expect.poll(() => isPostmasterOf(postmaster, path.join(directory, 'cluster')), { timeout: 60_000 }).toBe(false);

  const next = await embedded.start(directory);
  expect(next.hasReplacedOrphan).toBe(false);
  expect(await readNotes(next.url)).toEqual(['acknowledged']);
});

test('a PostgreSQL that outlived its killed server is replaced, and no acknowledged write is lost', async () => {
  const directory = embedded.usedDirectory();
  const { child, report } = await embedded.startInProcess(directory);
  await writeNote(urlOf(report), 'acknowledged');
  const orphan = await recordedPid(directory);
  // A stopped process does not react to the end of its server.
  process.kill(orphan, 'SIGSTOP');
  await end(child, 'SIGKILL');

  const next = await embedded.start(directory, { log: (line) => resumeWhenStopped(line, orphan) });
  expect(next.hasReplacedOrphan).toBe(true);
  expect(await recordedPid(directory)).not.toBe(orphan);
  expect(await readNotes(next.url)).toEqual(['acknowledged']);
});

function resumeWhenStopped(line: string, pid: number): void {
  if (line.includes(`(process ${pid}) is being stopped`)) process.kill(pid, 'SIGCONT');
}

test('killing the server and PostgreSQL loses no acknowledged write', async () => {
  const directory = embedded.usedDirectory();
  const { child, report } = await embedded.startInProcess(directory);
  await writeNote(urlOf(report), 'acknowledged');
  const postmaster = await recordedPid(directory);
  await end(child, 'SIGKILL');
  process.kill(postmaster, 'SIGKILL');

  const next = await embedded.start(directory);
  expect(await readNotes(next.url)).toEqual(['acknowledged']);
});

test('a process that reuses the id of a dead PostgreSQL is neither mistaken for it nor harmed', async () => {
  const directory = embedded.usedDirectory();
  const first = await embedded.start(directory);
  await writeNote(first.url, 'kept');
  const file = postmasterFile(directory);
  const [, ...rest] = (await readFile(file, 'utf8')).split('\n');
  const owner = await stat(file);
  await first.stop();

  // Runs as PostgreSQL's own user, since PostgreSQL ignores process ids of other users.
  const bystander = embedded.startUnrelatedProcess(owner);
  await writeFile(file, [bystander.pid, ...rest].join('\n'), { mode: 0o600 });
  await chown(file, owner.uid, owner.gid);

  const second = await embedded.start(directory);
  expect(second.hasReplacedOrphan).toBe(false);
  expect(await readNotes(second.url)).toEqual(['kept']);
  expect(bystander.exitCode ?? bystander.signalCode).toBeNull();
});

test('a killed PostgreSQL that its parent has not reaped yet does not prevent the next start', async () => {
  const directory = embedded.usedDirectory();
  const { child } = await embedded.startInProcess(directory);
  const postmaster = await recordedPid(directory);
  // The stopped parent cannot reap its child. The stopped PostgreSQL is killed while it is asked to shut down.
  child.kill('SIGSTOP');
  process.kill(postmaster, 'SIGSTOP');
  const shutdownRequested = Promise.withResolvers<void>();
  const stopped = stopOrphan(path.join(directory, 'cluster'), () => shutdownRequested.resolve());
  await shutdownRequested.promise;
  process.kill(postmaster, 'SIGKILL');
  try {
    expect(await stopped).toBe(true);
    process.kill(postmaster, 0);
    expect(await recordedPid(directory)).toBe(process.pid);
  } finally {
    child.kill('SIGCONT');
  }
});

test('PostgreSQL killed under a running server restarts at the same address', async () => {
  const directory = embedded.usedDirectory();
  const exits: boolean[] = [];
  const restarted = Promise.withResolvers<void>();
  const { url } = await embedded.start(directory, {
    durability: 'full',
    onExit: ({ restartsAtOnce }) => exits.push(restartsAtOnce),
    onRestart: () => restarted.resolve(),
  });
  await writeNote(url, 'acknowledged');
  process.kill(await recordedPid(directory), 'SIGKILL');
  await restarted.promise;
  expect(exits).toEqual([true]);
  expect(await readNotes(url)).toEqual(['acknowledged']);
});

test('a PostgreSQL that keeps ending is restarted after a pause', async () => {
  const directory = embedded.usedDirectory();
  const exits: boolean[] = [];
  let restarted = Promise.withResolvers<void>();
  await embedded.start(directory, {
    onExit: ({ restartsAtOnce }) => exits.push(restartsAtOnce),
    onRestart: () => restarted.resolve(),
  });
  for (let index = 0; index < 6; index += 1) {
    restarted = Promise.withResolvers();
    process.kill(await recordedPid(directory), 'SIGQUIT');
    await restarted.promise;
  }
  expect(exits).toEqual([...Array.from({ length: 5 }, () => true), false]);
});

test('a restart that fails is retried until it succeeds', async () => {
  const directory = embedded.usedDirectory();
  const failed = Promise.withResolvers<void>();
  const restarted = Promise.withResolvers<void>();
  const { url } = await embedded.start(directory, {
    durability: 'full',
    onExit: ({ restartsAtOnce }) => restartsAtOnce || failed.resolve(),
    onRestart: () => restarted.resolve(),
  });
  await writeNote(url, 'acknowledged');
  const version = path.join(directory, 'cluster', 'PG_VERSION');
  await rename(version, `${version}.away`);
  process.kill(await recordedPid(directory), 'SIGKILL');
  await failed.promise;
  await rename(`${version}.away`, version);
  await restarted.promise;
  expect(await readNotes(url)).toEqual(['acknowledged']);
});

test('stopping during the pause before a retry leaves nothing running', async () => {
  const directory = embedded.usedDirectory();
  const failed = Promise.withResolvers<void>();
  const postgres = await embedded.start(directory, {
    onExit: ({ restartsAtOnce }) => restartsAtOnce || failed.resolve(),
  });
  const version = path.join(directory, 'cluster', 'PG_VERSION');
  await rename(version, `${version}.away`);
  process.kill(await recordedPid(directory), 'SIGKILL');
  await failed.promise;
  await postgres.stop();
  await rename(`${version}.away`, version);
  expect(await findRunningEmbeddedPostgres(directory)).toBeNull();
});

test('stopping during a restart leaves nothing running', async () => {
  const directory = embedded.usedDirectory();
  const exited = Promise.withResolvers<void>();
  const postgres = await embedded.start(directory, { onExit: () => exited.resolve() });
  process.kill(await recordedPid(directory), 'SIGKILL');
  await exited.promise;
  await postgres.stop();
  expect(await findRunningEmbeddedPostgres(directory)).toBeNull();
});
