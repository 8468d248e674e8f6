import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Pool } from 'pg';
import { findRunningEmbeddedPostgres } from '../../apps/server/src/platform/embedded-postgres/index.ts';
import { mailSuffix } from '../../apps/server/src/platform/mail/stored-mails.ts';

/** Session secret of test servers. Fixed, so that journeys can sign members in without a password. */
const sessionSecret = 'a secret for journeys, long enough to sign with';

/** Entry point of `npm start` and `npm run demo`, and the data folder below `DATA_DIR`. */
const programs = { server: ['scripts/start.ts', '.'], demo: ['scripts/demo.ts', 'demo'] } as const;
type Program = keyof typeof programs;

/** Maximum start time. The first start creates a database, which can be slow. */
const startMilliseconds = 240_000;
const probeMilliseconds = 25;

/** Log lines at or above this pino level count as errors and fail the journey. */
const errorLevel = 50;

type Environment = Record<string, string>;

/** A real community server with its own process and data directory. */
export class CommunityServer {
  readonly url: string;
  readonly dataDirectory: string;
  readonly #program: Program;
  readonly #workspace: string;
  readonly #environment: Environment;
  #process: ChildProcess | null = null;
  #output = '';
  #pool: Pool | null = null;

  private constructor(program: Program, workspace: string, port: number, environment: Environment) {
    this.url = `http://127.0.0.1:${port}`;
    this.dataDirectory = path.join(workspace, 'data', programs[program][1]);
    this.#program = program;
    this.#workspace = workspace;
    this.#environment = {
      PATH: process.env['PATH'] ?? '',
      PORT: String(port),
      DATA_DIR: path.join(workspace, 'data'),
      RATE_LIMITS: 'off',
      CHECK_REPLIES: 'on',
      STARTER_CONTENT: 'off',
      SESSION_SECRET: sessionSecret,
      LOG_LEVEL: 'warn',
      ...environment,
    };
  }

  static async start(environment: Environment = {}, program: Program = 'server'): Promise<CommunityServer> {
    const workspace = await mkdtemp(path.join(tmpdir(), 'mindful-commons-journeys-'));
    // For root, the embedded PostgreSQL runs as another user, which must be able to read this directory.
    await chmod(workspace, 0o755);
    const server = new CommunityServer(program, workspace, await findFreePort(), environment);
    await server.resume();
    return server;
  }

  /** Starts the process. After `pause`, it has the same address and data as before. */
  async resume(): Promise<void> {
    // Run in the workspace, so that the process does not read a developer's `.env`.
    const file = fileURLToPath(new URL(`../../${programs[this.#program][0]}`, import.meta.url));
    const child = spawn(process.execPath, [file], {
      cwd: this.#workspace,
      env: this.#environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (this.#output += text));
    this.#process = child;
    // Stop the server when the test run is aborted.
    const stopChild = () => child.kill('SIGTERM');
    process.once('exit', stopChild);
    child.once('exit', () => process.off('exit', stopChild));
    const deadline = Date.now() + startMilliseconds;
    while (!(await this.#isReady())) {
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(`The server did not start:\n${this.#output}`);
      if (Date.now() > deadline) {
        child.kill('SIGKILL');
        throw new Error(`The server was not ready in time:\n${this.#output}`);
      }
      await delay(probeMilliseconds);
    }
  }

  /** Stops the process with SIGTERM and waits until it exits. */
  async pause(): Promise<void> {
    await this.#pool?.end();
    this.#pool = null;
    const child = this.#process;
    this.#process = null;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const exitEvent = once(child, 'exit');
    child.kill('SIGTERM');
    const [code] = (await exitEvent) as [number | null];
    if (code !== 0) throw new Error(`The server did not stop cleanly (${String(code)}):\n${this.#output}`);
  }

  /** Stops the server and deletes its data. Returns the error lines of its log. */
  async stop(): Promise<string[]> {
    try {
      await this.pause();
    } finally {
      await rm(this.#workspace, { recursive: true, force: true });
    }
    return this.#output.split('\n').filter(isErrorLine);
  }

  /** Everything that the process has written to stdout and stderr. */
  get output(): string {
    return this.#output;
  }

  /** Secret that this server signs sessions with. */
  get sessionSecret(): string {
    return this.#environment['SESSION_SECRET'] ?? sessionSecret;
  }

  /** A connection pool to the server's database, for setup and checks. */
  async database(): Promise<Pool> {
    // Connections may still be closing when the server stops its database.
    this.#pool ??= new Pool({ connectionString: await this.databaseUrl(), max: 2 }).on('error', () => undefined);
    return this.#pool;
  }

  /** Database URL, for a second server process that shares this database. */
  async databaseUrl(): Promise<string> {
    if (this.#environment['DATABASE_URL']) return this.#environment['DATABASE_URL'];
    const url = await findRunningEmbeddedPostgres(path.join(this.dataDirectory, 'database'));
    if (url === null) throw new Error('The embedded database is not running.');
    return url;
  }

  /** Returns the decoded mails sent to an address, oldest first. */
  async mailsTo(address: string): Promise<string[]> {
    const folder = path.join(this.dataDirectory, 'mails');
    // File names start with the time. A file without the suffix is still being written and will be renamed.
    const names = (await readdir(folder).catch(() => []))
      .filter((name) => name.endsWith(mailSuffix))
      .toSorted((a, b) => (a < b ? -1 : 1));
    const mails = await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')));
    return mails.filter((mail) => mail.includes(`To: ${address}`)).map(decodeQuotedPrintable);
  }

  /** Returns how many requests a route has answered since the server started, from the server's metrics. */
  async countRequests(method: string, route: string): Promise<number> {
    const metrics = await (await fetch(`${this.url}/metrics`)).text();
    return metrics
      .split('\n')
      .filter((line) => line.startsWith('http_request_duration_seconds_count'))
      .filter((line) => line.includes(`method="${method}"`) && line.includes(`route="${route}"`))
      .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
  }

  async #isReady(): Promise<boolean> {
    try {
      return (await fetch(`${this.url}/readyz`)).ok;
    } catch {
      return false;
    }
  }
}

/** Returns a free port. The test chooses it, so that a restarted server keeps its address. */
async function findFreePort(): Promise<number> {
  const probe = createServer();
  probe.listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

function isErrorLine(line: string): boolean {
  try {
    return (JSON.parse(line) as { level: number }).level >= errorLevel;
  } catch {
    // A stack trace on stderr. Lines of the startup message are indented.
    return /^\s*(?:\w*Error\b|at )/.test(line);
  }
}

const decodeQuotedPrintable = (text: string): string =>
  text
    .replace(/=\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
