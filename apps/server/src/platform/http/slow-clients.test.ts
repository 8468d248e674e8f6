import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { createPost } from '@commons/contract/feed/schemas';
import { uploadImage } from '@commons/contract/media/schemas';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Member, setUpCommunity } from '../../../test/community.ts';
import { noise } from '../../../test/pictures.ts';

const community = setUpCommunity();
const window = 30_000;

// Only what watches bodies: the database and the sockets below keep their own time.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

/** A client that sends as little as it likes, whose server side is watched to know what has arrived. */
class SlowClient {
  readonly #socket: Socket;
  readonly #serverSide: Socket;
  readonly answer: Promise<string>;
  #sent = 0;
  #request: IncomingMessage | undefined;

  private constructor(socket: Socket, serverSide: Socket) {
    this.#socket = socket;
    this.#serverSide = serverSide;
    this.answer = text(socket);
  }

  static async connect(): Promise<SlowClient> {
    const { port } = new URL(await community.current.listen());
    const accepted = once(community.current.server.server, 'connection') as Promise<[Socket]>;
    const socket = connect(Number(port), '127.0.0.1');
    const [serverSide] = await accepted;
    return new SlowClient(socket, serverSide);
  }

  /** Sends, and comes back when the server has read it. */
  async send(bytes: Buffer | string): Promise<void> {
    this.#sent += Buffer.byteLength(bytes);
    this.#socket.write(bytes);
    while (this.#serverSide.bytesRead < this.#sent || (this.#request?.readableLength ?? 0) > 0) await setImmediate();
  }

  /** Sends a head, and comes back when the server reads the body, or has answered without. */
  async begin(text: string): Promise<void> {
    const requested = once(community.current.server.server, 'request') as Promise<[IncomingMessage]>;
    await this.send(text);
    const [request] = await requested;
    this.#request = request;
    while (request.listenerCount('error') === 0 && this.#serverSide.bytesWritten === 0) await setImmediate();
  }
}

const head = (member: Member, path: string, type: string, length: number, connection = 'close') =>
  `POST ${path} HTTP/1.1\r\nHost: commons.test\r\nCookie: ${member.cookie}\r\nConnection: ${connection}\r\n` +
  `Content-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`;

/** A picture of some 600 KB within a form. */
async function pictureForm(): Promise<Buffer> {
  const picture = await noise(600, 600).png({ compressionLevel: 0 }).toBuffer();
  const before = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n';
  return Buffer.concat([Buffer.from(before), picture, Buffer.from('\r\n--x--\r\n')]);
}
const formType = 'multipart/form-data; boundary=x';

/** The answer's status and the type of its problem. */
async function problemIn(answer: Promise<string>): Promise<unknown> {
  const [lines = '', body = ''] = (await answer).split('\r\n\r\n');
  expect(lines).toMatch(/^content-type: application\/problem\+json/im);
  expect(lines).toMatch(/^connection: close/im);
  return [Number(lines.split(' ')[1]), (JSON.parse(body) as { type: string }).type];
}

const timedOut = [408, 'urn:problem:request.timed_out'];

describe('a slow client', () => {
  test('may take minutes for a picture, as long as it keeps sending', async () => {
    const ana = await community.current.member();
    const form = await pictureForm();
    const client = await SlowClient.connect();
    await client.begin(head(ana, uploadImage.path, formType, form.length));
    const pieces = 10;
    for (let piece = 0; piece < pieces; piece += 1) {
      const size = Math.ceil(form.length / pieces);
      await client.send(form.subarray(piece * size, (piece + 1) * size));
      vi.advanceTimersByTime(window);
    }
    expect(await client.answer).toMatch(/^HTTP\/1\.1 201 /);
  });

  test('who is suspended while a picture is on its way is so when it is there', async () => {
    const ana = await community.current.member();
    const form = await pictureForm();
    const client = await SlowClient.connect();
    await client.begin(head(ana, uploadImage.path, formType, form.length));
    await client.send(form.subarray(0, form.length / 2));
    const { $client } = community.current.db;
    await $client.query("UPDATE users SET suspended_until = now() + interval '1 day' WHERE id = $1", [ana.id]);
    await client.send(form.subarray(form.length / 2));
    const [lines = ''] = (await client.answer).split('\r\n\r\n');
    expect(lines).toMatch(/^HTTP\/1\.1 403 /);
    expect(await $client.query('SELECT 1 FROM media_files WHERE owner_id = $1', [ana.id])).toMatchObject({
      rowCount: 0,
    });
  });

  test('that stops in the midst of a picture is told so, and nothing is stored', async () => {
    const ana = await community.current.member();
    const form = await pictureForm();
    const client = await SlowClient.connect();
    await client.begin(head(ana, uploadImage.path, formType, form.length));
    await client.send(form.subarray(0, form.length / 2));
    vi.advanceTimersByTime(window);
    vi.advanceTimersByTime(window);
    expect(await problemIn(client.answer)).toEqual(timedOut);
    expect(
      await community.current.db.$client.query('SELECT 1 FROM media_files WHERE owner_id = $1', [ana.id]),
    ).toMatchObject({ rowCount: 0 });
  });

  test('that sends a byte now and then only to hold the connection is told so', async () => {
    const ana = await community.current.member();
    const client = await SlowClient.connect();
    await client.begin(head(ana, createPost.path, 'application/json', 50_000));
    await client.send('{"content":"');
    vi.advanceTimersByTime(window);
    expect(await problemIn(client.answer)).toEqual(timedOut);
  });

  test('that would keep the connection for more calls loses it with the answer', async () => {
    const ana = await community.current.member();
    const client = await SlowClient.connect();
    await client.begin(head(ana, createPost.path, 'application/json', 50_000, 'keep-alive'));
    await client.send('{"content":"');
    vi.advanceTimersByTime(window);
    expect(await problemIn(client.answer)).toEqual(timedOut);
  });

  test('that never comes to an end is stopped after a quarter of an hour', async () => {
    const ana = await community.current.member();
    const form = await pictureForm();
    const client = await SlowClient.connect();
    await client.begin(head(ana, uploadImage.path, formType, form.length));
    const perWindow = 10_000;
    for (let sent = 0; sent < 30; sent += 1) {
      await client.send(form.subarray(sent * perWindow, (sent + 1) * perWindow));
      vi.advanceTimersByTime(window);
    }
    expect(await problemIn(client.answer)).toEqual(timedOut);
  });

  test('that was refused before its body came does not keep the connection by sending none', async () => {
    const client = await SlowClient.connect();
    await client.begin(`POST ${uploadImage.path} HTTP/1.1\r\nHost: commons.test\r\nContent-Length: 5000\r\n\r\n`);
    await client.send('x');
    vi.advanceTimersByTime(window);
    expect(await client.answer).toMatch(/^HTTP\/1\.1 401 /);
  });

  test('that sends no whole head is told so in seconds', async () => {
    community.current.server.server.headersTimeout = 50;
    const client = await SlowClient.connect();
    await client.send('GET / HTTP/1.1\r\nHost: commons.test\r\n');
    expect(await problemIn(client.answer)).toEqual(timedOut);
  });
});
