import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createConnection } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { findFreePort } from '../src/platform/http/free-port.ts';

/** A Redis server for a test, on loopback and without persistence. */
export class RedisServer {
  readonly url: string;
  readonly #port: number;
  #process: ChildProcess | undefined;

  private constructor(port: number) {
    this.#port = port;
    this.url = `redis://127.0.0.1:${port}`;
  }

  static async start(): Promise<RedisServer> {
    const redis = await RedisServer.createStopped();
    await redis.startAgain();
    return redis;
  }

  /** Returns a Redis server that is not running yet. */
  static async createStopped(): Promise<RedisServer> {
    return new RedisServer(await findFreePort('127.0.0.1'));
  }

  /** Starts the server again at the same address, without its data. */
  async startAgain(): Promise<void> {
    const options = ['--port', String(this.#port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    const started = spawn('redis-server', options, { stdio: 'ignore' });
    const failed = once(started, 'error').then(([error]) => {
      throw new Error('These tests need redis-server: apt-get install redis-server, or brew install redis.', {
        cause: error,
      });
    });
    await Promise.race([once(started, 'spawn'), failed]);
    this.#process = started;
    while (!(await acceptsConnections(this.#port))) {
      if (started.exitCode !== null) throw new Error(`redis-server ended with code ${started.exitCode}.`);
      await wait(20);
    }
  }

  /** Kills the server. */
  async stop(): Promise<void> {
    const stopping = this.#process;
    this.#process = undefined;
    if (!stopping || stopping.exitCode !== null) return;
    const exited = once(stopping, 'exit');
    stopping.kill('SIGKILL');
    await exited;
  }
}

/** Whether a server listens on a local port. */
export async function acceptsConnections(port: number): Promise<boolean> {
  const socket = createConnection(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
