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
import { mailSuffix } from '../../apps/server/src/platform/mail/kept-mails.ts';

/** What servers sign sessions with unless told, so that members can be signed in without their password. */
const sessionSecret = 'a secret for journeys, long enough to sign with';

/** What is started, and where below `DATA_DIR` it keeps its data. */
const programs = { server: ['apps/server/src/main.ts', '.'], demo: ['scripts/demo.ts', 'demo'] } as const;
type Program = keyof typeof programs;

/** Starting makes a database first, which a machine with much else to do takes its time for. */
const startMilliseconds = 240_000;
const probeMilliseconds = 25;

/** Levels of the server's log lines (pino): what is written at `error` or above should not happen in any journey. */
const errorLevel = 50;

type Environment = Record<string, string>;

/** The community's real server, in a process and a data directory of its own. */
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
    // Started by root, the embedded database runs as somebody else, who has to get here.
    await chmod(workspace, 0o755);
    const server = new CommunityServer(program, workspace, await findFreePort(), environment);
    await server.resume();
    return server;
  }

  /** Starts the process again, at the same address and with the same data. */
  async resume(): Promise<void> {
    // The workspace as working directory keeps a developer's `.env` out.
    const file = fileURLToPath(new URL(`../../${programs[this.#program][0]}`, import.meta.url));
    const child = spawn(process.execPath, [file], {
      cwd: this.#workspace,
      env: this.#environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (this.#output += text));
    this.#process = child;
    // A run that is broken off leaves no server behind.
    const stopWithJourneys = () => child.kill('SIGTERM');
    process.once('exit', stopWithJourneys);
    child.once('exit', () => process.off('exit', stopWithJourneys));
    const deadline = Date.now() + startMilliseconds;
    while (!(await this.#isReady())) {
      if (child.exitCode !== null || child.signalCode !== null) throw new Error(`No server came up:\n${this.#output}`);
      if (Date.now() > deadline) {
        child.kill('SIGKILL');
        throw new Error(`The server is not ready in time:\n${this.#output}`);
      }
      await delay(probeMilliseconds);
    }
  }

  /** Stops the process as an operator does, and waits until it is gone. */
  async pause(): Promise<void> {
    await this.#pool?.end();
    this.#pool = null;
    const child = this.#process;
    this.#process = null;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    const [code] = (await exited) as [number | null];
    if (code !== 0) throw new Error(`The server did not stop cleanly (${String(code)}):\n${this.#output}`);
  }

  /** Stops for good and forgets the data. Answers the errors that the server met in its life. */
  async stop(): Promise<string[]> {
    try {
      await this.pause();
    } finally {
      await rm(this.#workspace, { recursive: true, force: true });
    }
    return this.#output.split('\n').filter(isErrorLine);
  }

  /** What it has told the person at its terminal, and its log. */
  get output(): string {
    return this.#output;
  }

  /** What this server signs sessions with. */
  get sessionSecret(): string {
    return this.#environment['SESSION_SECRET'] ?? sessionSecret;
  }

  /** Its database, for what a journey needs and is not about. */
  async database(): Promise<Pool> {
    // Its connections may still be closing when the server takes its database down.
    this.#pool ??= new Pool({ connectionString: await this.databaseUrl(), max: 2 }).on('error', () => undefined);
    return this.#pool;
  }

  /** The address of its database, for a second server process beside this one. */
  async databaseUrl(): Promise<string> {
    if (this.#environment['DATABASE_URL']) return this.#environment['DATABASE_URL'];
    const url = await findRunningEmbeddedPostgres(path.join(this.dataDirectory, 'database'));
    if (url === null) throw new Error('The embedded database is not running.');
    return url;
  }

  /** The mails to one address, oldest first, each decoded as far as these plain texts need. */
  async mailsTo(address: string): Promise<string[]> {
    const folder = path.join(this.dataDirectory, 'mails');
    // Named by time. Without its suffix one is still being written, and called otherwise when it is read.
    const names = (await readdir(folder).catch(() => []))
      .filter((name) => name.endsWith(mailSuffix))
      .toSorted((a, b) => (a < b ? -1 : 1));
    const mails = await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')));
    return mails.filter((mail) => mail.includes(`To: ${address}`)).map(decodeQuotedPrintable);
  }

  /** How often a route was answered since the start, by the server's own count. */
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

/** Asked for here rather than by the server, so that a server that starts again is found at the same address. */
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
    // A stack trace on the standard error stream; the greeting for people is indented.
    return /^\s*(?:\w*Error\b|at )/.test(line);
  }
}

const decodeQuotedPrintable = (text: string): string =>
  text
    .replace(/=\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
