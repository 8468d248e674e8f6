import { once } from 'node:events';
import { expect, test } from 'vitest';
import { end, setUpEmbeddedPostgres, urlOf } from '../../../test/embedded-postgres.ts';

const embedded = setUpEmbeddedPostgres();

test('a second server reports the process that holds the directory and how to stop it', async () => {
  const directory = embedded.usedDirectory();
  await embedded.start(directory);
  const { child, report } = await embedded.startInProcess(directory);
  expect(report.error).toBe('DataDirectoryInUseError');
  expect(report.message).toContain(`in use by another server, process ${process.pid}. Stop it first`);
  expect(report.message).toContain(`kill ${process.pid}.`);
  if (child.exitCode === null) await once(child, 'exit');
  expect(child.exitCode).toBe(1);
});

test('when four servers start at once, one gets the directory and the others report its process', async () => {
  const directory = embedded.usedDirectory();
  const servers = await Promise.all(Array.from({ length: 4 }, () => embedded.startInProcess(directory)));
  const [holder, ...otherHolders] = servers.filter(({ report }) => report.url !== undefined);
  expect(otherHolders).toEqual([]);
  const rejected = servers.filter(({ report }) => report.error === 'DataDirectoryInUseError');
  expect(rejected).toHaveLength(3);
  for (const { report } of rejected) expect(report.message).toContain(`process ${holder?.child.pid}.`);
});

test('the directory is unlocked after its server stops or is killed', async () => {
  const directory = embedded.usedDirectory();
  await (await embedded.start(directory)).stop();
  const { child, report } = await embedded.startInProcess(directory);
  urlOf(report);
  await end(child, 'SIGKILL');
  expect(await embedded.start(directory)).toHaveProperty('url');
});
