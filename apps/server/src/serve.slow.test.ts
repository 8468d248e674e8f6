import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Community } from '../test/community.ts';
import { postmasterFile } from '../test/embedded-postgres.ts';
import { findFreePort } from './platform/http/free-port.ts';

const program = fileURLToPath(new URL('./main.ts', import.meta.url));

let workspace: string;
beforeEach(async () => {
  workspace = await mkdtemp(path.join(tmpdir(), 'mindful-commons-serve-'));
  // If root starts the server, the embedded database runs as another user, which must reach this folder.
  await chmod(workspace, 0o755);
}, 120_000);
afterEach(() => rm(workspace, { recursive: true, force: true }));

const startServer = (level = 'debug', variables: Record<string, string> = {}) =>
  spawn(process.execPath, [program], {
    cwd: workspace,
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      DATA_DIR: path.join(workspace, 'data'),
      LOG_LEVEL: level,
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });

/** Stops a server when it first prints this text. Returns its exit and its whole output. */
async function stopAt(text: string, variables: Record<string, string> = {}) {
  const server = startServer('debug', variables);
  const exited = once(server, 'exit');
  const lines: string[] = [];
  for await (const line of createInterface(server.stdout)) {
    lines.push(line);
    if (line.includes(text)) server.kill('SIGTERM');
  }
  return { exit: await exited, lines };
}

test('a server that is stopped during its start exits cleanly, including its database', async () => {
  // PostgreSQL accepts connections, but nothing uses it yet.
  const { exit, lines } = await stopAt('ready to accept connections');
  expect(exit).toEqual([0, null]);
  expect(lines.filter((line) => /"level":(?:50|60)/.test(line))).toEqual([]);
  expect(lines.join('\n')).toContain('database system is shut down');
}, 120_000);

test('a normal stop logs no warnings or errors', async () => {
  const { exit, lines } = await stopAt('is open at');
  expect(exit).toEqual([0, null]);
  const problems = lines.filter((line) => /"level":(?:40|50|60)/.test(line) && !line.includes('is not built'));
  expect(problems).toEqual([]);
  expect(lines.join('\n')).toContain('database system is shut down');
}, 120_000);

test('a stopping server always has a listener for a second signal', async () => {
  const preload = `process.on('removeListener', (name) => {
    if (/^SIG(?:INT|TERM|HUP)$/.test(name) && process.listenerCount(name) === 0) console.log('no listener for', name);
  })`;
  const { exit, lines } = await stopAt('ready to accept connections', {
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(preload)}`,
  });
  expect(lines.filter((line) => line.startsWith('no listener for'))).toEqual([]);
  expect(exit).toEqual([0, null]);
}, 120_000);

test('a start prints how to become administrator until there is one', async () => {
  await using cleanup = new AsyncDisposableStack();
  const community = await Community.open();
  cleanup.defer(() => community.close());
  const outputAtStart = async (variables: Record<string, string> = {}) => {
    const environment = { DATABASE_URL: community.databaseUrl, STARTER_CONTENT: 'off', ...variables };
    return (await stopAt('Mails are kept in', environment)).lines.join('\n');
  };
  expect(await outputAtStart()).toContain('the first account becomes the administrator');
  await community.member();
  expect(await outputAtStart({ ADMIN_EMAILS: 'ada@members.test' })).toContain('The first account with the email ada@');
  const output = await outputAtStart();
  expect(output).toContain('is open at');
  expect(output).not.toContain('administrator');
}, 120_000);

test('a client that stops sending in the middle of a form does not prevent a clean stop', async () => {
  const server = startServer();
  const exited = once(server, 'exit');
  let hasErrors = false;
  for await (const line of createInterface(server.stdout)) {
    hasErrors ||= /"level":(?:50|60)/.test(line);
    const port = /is open at \S+:(\d+)/.exec(line)?.[1];
    if (port === undefined) continue;
    const sender = connect(Number(port), '127.0.0.1').on('error', () => undefined);
    sender.write('POST /api/waitlist HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n');
    sender.write('content-length: 100\r\n\r\n{"name":', () => server.kill('SIGTERM'));
  }
  expect(await exited).toEqual([0, null]);
  expect(hasErrors).toBe(false);
}, 120_000);

test('a stopping server answers requests during the drain time, so that proxies notice', async () => {
  await using cleanup = new AsyncDisposableStack();
  const community = await Community.open();
  cleanup.defer(() => community.close());
  const port = await findFreePort('127.0.0.1');
  const server = spawn(process.execPath, [program], {
    cwd: workspace,
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      DATA_DIR: path.join(workspace, 'data'),
      DATABASE_URL: community.databaseUrl,
      DRAIN_SECONDS: '10',
      STARTER_CONTENT: 'off',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exited = once(server, 'exit');
  const statusOf = (address: string) =>
    fetch(`http://127.0.0.1:${port}${address}`).then(
      ({ status }) => status,
      () => 'not there',
    );
  await expect.poll(() => statusOf('/readyz'), { timeout: 120_000 }).toBe(200);
  server.kill('SIGTERM');
  await expect.poll(() => statusOf('/readyz'), { interval: 10, timeout: 30_000 }).toBe(503);
  expect(await statusOf('/livez')).toBe(200);
  expect(await exited).toEqual([0, null]);
  expect(await statusOf('/livez')).toBe('not there');
}, 180_000);

/** PostgreSQL's status in postmaster.pid: empty before its start, `ready` when it accepts connections. */
const readPostmasterFile = () =>
  readFile(postmasterFile(path.join(workspace, 'data/database')), 'utf8').catch(() => '');

test.for(['debug', 'warn'])(
  'a server whose log output (%s) is closed, as with a closed terminal, still stops on a signal',
  { timeout: 180_000 },
  async (level) => {
    const server = startServer(level);
    const exited = once(server, 'exit');
    server.stdout.destroy();
    // The first start of a database may take longer than a stop.
    await expect.poll(readPostmasterFile, { timeout: 120_000 }).toMatch(/^ready/m);
    server.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
  },
);
