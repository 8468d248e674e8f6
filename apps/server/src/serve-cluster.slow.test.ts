import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Community } from '../test/community.ts';
import { findFreePort } from './platform/http/free-port.ts';

const program = fileURLToPath(new URL('./main.ts', import.meta.url));
type Line = { pid: number; msg: string; time: number };

let directory: string;
let community: Community;
let port: number;
let primary: ChildProcess;
let exited: Promise<unknown[]>;
let errors: Promise<string>;
let lines: Line[];

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'mindful-commons-cluster-'));
  community = await Community.open();
  port = await findFreePort('127.0.0.1');
  lines = [];
}, 120_000);
afterEach(async () => {
  if (primary.exitCode === null) primary.kill('SIGTERM');
  await exited;
  await community.close();
  await rm(directory, { recursive: true });
}, 120_000);

/** Starts two server processes in a process group of their own. */
function start(variables: Record<string, string> = {}): void {
  primary = spawn(process.execPath, [program], {
    cwd: directory,
    detached: true,
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      DATA_DIR: path.join(directory, 'data'),
      DATABASE_URL: community.databaseUrl,
      STARTER_CONTENT: 'off',
      WEB_CONCURRENCY: '2',
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  exited = once(primary, 'exit');
  createInterface(primary.stdout!).on('line', (line) => {
    if (line.startsWith('{')) lines.push(JSON.parse(line) as Line);
  });
  errors = text(primary.stderr!);
}

const linesWith = (message: string) => lines.filter(({ msg }) => msg.includes(message));
/** The process ids of the workers, in the order in which they opened. */
const opened = () => linesWith('Server listening').map(({ pid }) => pid);
const failedStarts = () => linesWith('could not start and will be started again');
const waitForWorkers = async (count: number) => {
  await expect.poll(() => opened().length, { timeout: 120_000 }).toBe(count);
};

/** Returns the status of a call, or the code of the error. */
async function call(address: string, agent?: Agent): Promise<{ status: unknown; body: string }> {
  const request = get({ port, host: '127.0.0.1', path: address, agent: agent ?? false });
  try {
    const [response] = (await once(request, 'response')) as [Parameters<typeof text>[0] & { statusCode: number }];
    return { status: response.statusCode, body: await text(response) };
  } catch (error) {
    return { status: (error as NodeJS.ErrnoException).code, body: '' };
  }
}

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test('a process that crashes is replaced', { timeout: 240_000 }, async () => {
  start();
  await waitForWorkers(2);
  process.kill(opened()[1]!, 'SIGKILL');
  await waitForWorkers(3);
  expect(linesWith('ended unexpectedly and is replaced')).toHaveLength(1);
  expect(await Promise.all([call('/readyz'), call('/readyz')])).toMatchObject([{ status: 200 }, { status: 200 }]);
});

test('a process that cannot start is started again after growing delays', { timeout: 240_000 }, async () => {
  const preload = `import cluster from 'node:cluster'; if (cluster.worker?.id > 1) process.exit(7);`;
  start({ NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(preload)}` });
  await expect.poll(() => failedStarts().length, { timeout: 120_000 }).toBe(3);
  const [first, second, third] = failedStarts().map(({ time }) => time);
  expect(second! - first!).toBeGreaterThanOrEqual(1_000);
  expect(third! - second!).toBeGreaterThanOrEqual(2_000);
  expect(await call('/readyz')).toMatchObject({ status: 200 });
});

test('a restart of all processes refuses no call', { timeout: 240_000 }, async () => {
  start();
  await waitForWorkers(2);
  const before = opened();
  const statuses = new Map<unknown, number>();
  const finished = new AbortController();
  const clients = Array.from({ length: 12 }, async (_, index) => {
    const agent = index % 2 === 0 ? new Agent({ keepAlive: true, maxSockets: 1 }) : undefined;
    while (!finished.signal.aborted) {
      const { status } = await call(index % 3 === 0 ? '/readyz' : '/livez', agent);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    agent?.destroy();
  });
  primary.kill('SIGUSR2');
  await expect.poll(() => linesWith('all server processes were restarted').length, { timeout: 120_000 }).toBe(1);
  finished.abort();
  await Promise.all(clients);
  expect(before.filter(isRunning)).toEqual([]);
  expect(opened()).toHaveLength(4);
  expect([...statuses.keys()]).toEqual([200]);
  expect(statuses.get(200)).toBeGreaterThan(100);
});

test('each process shows the metrics of all', { timeout: 240_000 }, async () => {
  start();
  await waitForWorkers(2);
  for (let count = 0; count < 20; count += 1) await call('/livez');
  // Connections go to the processes in turn.
  for (let count = 0; count < 2; count += 1) {
    const { body } = await call('/metrics');
    expect(body).toContain('http_request_duration_seconds_count{method="GET",route="/livez",status="200"} 20\n');
  }
  const { rows } = await community.db.$client.query<{ bytes: string }>(
    'SELECT pg_database_size(current_database()) AS bytes',
  );
  const { body } = await call('/metrics');
  expect(Number(/^database_size_bytes (\d+)/m.exec(body)?.[1])).toBeLessThan(1.5 * Number(rows[0]!.bytes));
});

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s to all processes at once, as from a terminal, ends all of them cleanly',
  { timeout: 240_000 },
  async (signal) => {
    start();
    await waitForWorkers(2);
    process.kill(-primary.pid!, signal);
    expect(await exited).toEqual([0, null]);
    expect(opened().filter(isRunning)).toEqual([]);
    expect(linesWith('unexpected')).toEqual([]);
  },
);

test('a problem that prevents the start is explained once', { timeout: 240_000 }, async () => {
  start({ DATABASE_URL: `postgres://nobody@127.0.0.1:${port}/nothing` });
  expect(await exited).toEqual([1, null]);
  expect((await errors).trim().split('\n')).toHaveLength(1);
});
