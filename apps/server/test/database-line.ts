import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { Transform } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { freePort } from '../src/platform/http/free-port.ts';

const stutter = () =>
  new Transform({
    async transform(this: Transform, chunk: Buffer, _encoding, done) {
      for (const byte of chunk) {
        this.push(Buffer.of(byte));
        await nextTurn();
      }
      done();
    },
  });

/** The way to a database, which a test can cut and mend: to the server behind it, the database is away meanwhile. */
export class DatabaseLine {
  readonly url: string;
  readonly #database: URL;
  readonly #port: number;
  readonly #sockets = new Set<Socket>();
  readonly #isStuttering: boolean;
  #server: Server | undefined;

  private constructor(databaseUrl: string, port: number, isStuttering: boolean) {
    this.#isStuttering = isStuttering;
    this.#database = new URL(databaseUrl);
    this.#port = port;
    const url = new URL(databaseUrl);
    url.hostname = '127.0.0.1';
    url.port = String(port);
    this.url = url.href;
  }

  /** A line that stutters brings what the database says byte by byte: nothing comes together with what is behind it. */
  static async to(databaseUrl: string, { isStuttering = false } = {}): Promise<DatabaseLine> {
    const line = new DatabaseLine(databaseUrl, await freePort('127.0.0.1'), isStuttering);
    await line.mend();
    return line;
  }

  /** New connections are taken again, at the same address. */
  async mend(): Promise<void> {
    this.#server = createServer((near) => {
      const far = connect(Number(this.#database.port), this.#database.hostname);
      for (const socket of [near, far]) {
        this.#sockets.add(socket);
        socket.on('error', () => socket.destroy());
        socket.on('close', () => this.#sockets.delete(socket));
      }
      near.setNoDelay();
      near.pipe(far);
      if (this.#isStuttering) far.pipe(stutter()).pipe(near);
      else far.pipe(near);
      near.on('close', () => far.destroy());
      far.on('close', () => near.destroy());
    });
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  /** Every connection breaks and no new one is taken. */
  async cut(): Promise<void> {
    const closed = this.#server && once(this.#server, 'close');
    this.#server?.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
    this.#server = undefined;
  }

  /** Nothing breaks, and nothing arrives any more. */
  stall(): void {
    for (const socket of this.#sockets) socket.unpipe().pause();
  }
}
