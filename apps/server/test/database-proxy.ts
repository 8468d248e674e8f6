import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { Transform } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { findFreePort } from '../src/platform/http/free-port.ts';

const splitIntoBytes = () =>
  new Transform({
    async transform(this: Transform, chunk: Buffer, _encoding, done) {
      for (const byte of chunk) {
        this.push(Buffer.of(byte));
        await nextTurn();
      }
      done();
    },
  });

/** A proxy to a database that a test can interrupt, to simulate an outage. */
export class DatabaseProxy {
  readonly url: string;
  readonly #database: URL;
  readonly #port: number;
  readonly #sockets = new Set<Socket>();
  readonly #sendsSingleBytes: boolean;
  #server: Server | undefined;

  private constructor(databaseUrl: string, port: number, sendsSingleBytes: boolean) {
    this.#sendsSingleBytes = sendsSingleBytes;
    this.#database = new URL(databaseUrl);
    this.#port = port;
    const url = new URL(databaseUrl);
    url.hostname = '127.0.0.1';
    url.port = String(port);
    this.url = url.href;
  }

  /**
   * Opens a proxy. With `sendsSingleBytes`, it forwards the database's output byte by byte, so that messages never
   * arrive together.
   */
  static async to(databaseUrl: string, { sendsSingleBytes = false } = {}): Promise<DatabaseProxy> {
    const proxy = new DatabaseProxy(databaseUrl, await findFreePort('127.0.0.1'), sendsSingleBytes);
    await proxy.restore();
    return proxy;
  }

  /** Accepts connections again, at the same address. */
  async restore(): Promise<void> {
    this.#server = createServer((client) => {
      const upstream = connect(Number(this.#database.port), this.#database.hostname);
      for (const socket of [client, upstream]) {
        this.#sockets.add(socket);
        socket.on('error', () => socket.destroy());
        socket.on('close', () => this.#sockets.delete(socket));
      }
      client.setNoDelay();
      client.pipe(upstream);
      if (this.#sendsSingleBytes) upstream.pipe(splitIntoBytes()).pipe(client);
      else upstream.pipe(client);
      client.on('close', () => upstream.destroy());
      upstream.on('close', () => client.destroy());
    });
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  /** Closes all connections and accepts no new ones. */
  async disconnect(): Promise<void> {
    const closed = this.#server && once(this.#server, 'close');
    this.#server?.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
    this.#server = undefined;
  }

  /** Keeps connections open but forwards nothing. */
  stall(): void {
    for (const socket of this.#sockets) socket.unpipe().pause();
  }
}
