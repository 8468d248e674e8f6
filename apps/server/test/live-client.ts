import { once } from 'node:events';
import { type ClientFrame, type ServerFrame, type ServerFrameOf, serverFrame } from '@commons/contract/live/schemas';
import { WebSocket } from 'ws';

/** A live connection that queues received frames until a test reads them. */
export class LiveClient {
  readonly socket: WebSocket;
  readonly #received: ServerFrame[] = [];
  readonly #closed = Promise.withResolvers<number>();
  #arrived = Promise.withResolvers<void>();

  private constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on('close', (code) => this.#closed.resolve(code));
    socket.on('message', (data) => {
      this.#received.push(serverFrame.parse(JSON.parse((data as Buffer).toString('utf8'))));
      this.#arrived.resolve();
      this.#arrived = Promise.withResolvers();
    });
  }

  /** Resolves when the server accepts the connection. Rejects with the response otherwise. */
  static async open(url: string, headers: Record<string, string>): Promise<LiveClient> {
    const socket = new WebSocket(url, { headers });
    const client = new LiveClient(socket);
    await once(socket, 'open');
    return client;
  }

  /** Returns the first queued frame of one of these types, or waits for it. */
  async next<Type extends ServerFrame['type']>(...types: Type[]): Promise<ServerFrameOf<Type>> {
    for (;;) {
      const index = this.#received.findIndex(({ type }) => types.some((expected) => expected === type));
      if (index >= 0) return this.#received.splice(index, 1)[0] as ServerFrameOf<Type>;
      await this.#arrived.promise;
    }
  }

  /** The types of queued frames, without heartbeats. */
  get queuedTypes(): string[] {
    return this.#received.map(({ type }) => type).filter((type) => type !== 'heartbeat');
  }

  /** Resolves with the close code of the connection. */
  closed(): Promise<number> {
    return this.#closed.promise;
  }

  /** Sends a client frame. */
  send(frame: ClientFrame): void {
    this.socket.send(JSON.stringify(frame));
  }

  close(): void {
    this.socket.close();
  }
}
