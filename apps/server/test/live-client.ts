import { once } from 'node:events';
import { type ClientFrame, type ServerFrame, type ServerFrameOf, serverFrame } from '@commons/contract/live/schemas';
import { WebSocket } from 'ws';

/** A live connection that keeps what it receives until a test asks for it. */
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

  /** Resolves when the server has accepted the connection; rejects with its answer when it refuses. */
  static async open(url: string, headers: Record<string, string>): Promise<LiveClient> {
    const socket = new WebSocket(url, { headers });
    const client = new LiveClient(socket);
    await once(socket, 'open');
    return client;
  }

  /** The first frame of one of these types that was not taken yet, now or when it arrives. */
  async next<Type extends ServerFrame['type']>(...types: Type[]): Promise<ServerFrameOf<Type>> {
    for (;;) {
      const index = this.#received.findIndex(({ type }) => types.some((wanted) => wanted === type));
      if (index >= 0) return this.#received.splice(index, 1)[0] as ServerFrameOf<Type>;
      await this.#arrived.promise;
    }
  }

  /** The types of the frames that nobody took; heartbeats say nothing. */
  get untaken(): string[] {
    return this.#received.map(({ type }) => type).filter((type) => type !== 'heartbeat');
  }

  /** The code with which the connection was closed, or will be. */
  closed(): Promise<number> {
    return this.#closed.promise;
  }

  /** Says something as a client would. */
  send(frame: ClientFrame): void {
    this.socket.send(JSON.stringify(frame));
  }

  close(): void {
    this.socket.close();
  }
}
