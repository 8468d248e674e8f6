import { createServer, connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { SentStatement } from '../../apps/server/test/plans.ts';

export type StatementWatch = {
  /** Database URL that goes through the watch. */
  readonly url: string;
  /** The statements executed since the previous call, in order; a transaction's BEGIN and COMMIT included. */
  takeStatements(): SentStatement[];
  /** Waits until the background work of earlier calls is done. */
  waitForBackgroundWork(): Promise<void>;
};

/** Longer than events are batched and longer than the worker's polling interval. */
const quietMilliseconds = 1_500;

/**
 * Starts a proxy between a server and its database that records every statement, without a change to the server. It
 * reads the frontend messages of the protocol (PostgreSQL documentation, "Message Formats").
 */
export async function watchStatements(databaseUrl: string, cleanups: AsyncDisposableStack): Promise<StatementWatch> {
  const { port, hostname } = new URL(databaseUrl);
  let statements: SentStatement[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const database = connect(Number(port), hostname);
    const read = createReader((statement) => statements.push(statement));
    client.on('data', (bytes: Buffer) => {
      read(bytes);
      database.write(bytes);
    });
    database.pipe(client);
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        client.destroy();
        database.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  cleanups.defer(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const watchedUrl = new URL(databaseUrl);
  watchedUrl.port = String((server.address() as AddressInfo).port);
  return {
    url: watchedUrl.href,
    takeStatements() {
      const takenStatements = statements;
      statements = [];
      return takenStatements;
    },
    async waitForBackgroundWork() {
      let before: number;
      do {
        before = statements.length;
        await wait(quietMilliseconds);
      } while (statements.length !== before);
    },
  };
}

/** Application name of the connection for jobs. It polls its queues all the time, so its statements are ignored. */
const jobsConnection = 'mindful-commons-jobs';

function createReader(onStatement: (statement: SentStatement) => void): (bytes: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  let started = false;
  let isForeground = true;
  const texts = new Map<string, string>();
  let boundStatement: SentStatement = { name: '', text: '', values: [] };
  const readMessage = (type: string, body: Buffer) => {
    const fields = new Fields(body);
    if (type === 'Q') onStatement({ name: '', text: fields.string(), values: [] });
    if (type === 'P') texts.set(fields.string(), fields.string());
    if (type === 'B') {
      fields.string();
      const name = fields.string();
      boundStatement = { name, text: texts.get(name) ?? '', values: fields.values() };
    }
    if (type === 'E') onStatement(boundStatement);
  };
  return (bytes) => {
    rest = Buffer.concat([rest, bytes]);
    for (;;) {
      // Only the startup message has no type byte before its length.
      const typeBytes = started ? 1 : 0;
      if (rest.length < typeBytes + 4) return;
      const end = typeBytes + rest.readInt32BE(typeBytes);
      if (rest.length < end) return;
      if (!started) isForeground = !rest.includes(jobsConnection);
      else if (isForeground) readMessage(String.fromCharCode(rest.readUInt8()), rest.subarray(5, end));
      started = true;
      rest = rest.subarray(end);
    }
  };
}

/** Reads the fields of a message one after another. */
class Fields {
  readonly #body: Buffer;
  #offset = 0;

  constructor(body: Buffer) {
    this.#body = body;
  }

  string(): string {
    const end = this.#body.indexOf(0, this.#offset);
    const text = this.#body.toString('utf8', this.#offset, end);
    this.#offset = end + 1;
    return text;
  }

  /** Returns the values of a Bind message. pg sends all of them in text format. */
  values(): (string | null)[] {
    const formats = this.#int16();
    this.#offset += 2 * formats;
    return Array.from({ length: this.#int16() }, () => {
      const bytes = this.#body.readInt32BE(this.#offset);
      this.#offset += 4;
      if (bytes === -1) return null;
      this.#offset += bytes;
      return this.#body.toString('utf8', this.#offset - bytes, this.#offset);
    });
  }

  #int16(): number {
    this.#offset += 2;
    return this.#body.readInt16BE(this.#offset - 2);
  }
}
