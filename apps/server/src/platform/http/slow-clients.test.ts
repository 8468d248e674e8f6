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
const windowMilliseconds = 30_000;

// Only the timers that monitor bodies are fake. The database and the sockets use real time.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

/** A slow client. The test also observes the server's side of its socket to know when data has arrived. */
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

  /** Sends bytes and waits until the server has read them. */
  async send(bytes: Buffer | string): Promise<void> {
    this.#sent += Buffer.byteLength(bytes);
    this.#socket.write(bytes);
    while (this.#serverSide.bytesRead < this.#sent || (this.#request?.readableLength ?? 0) > 0) await setImmediate();
  }

  /** Sends the headers and waits until the server reads the body or has already answered. */
  async startRequest(text: string): Promise<void> {
    const requested = once(community.current.server.server, 'request') as Promise<[IncomingMessage]>;
    await this.send(text);
    const [request] = await requested;
    this.#request = request;
    while (request.listenerCount('error') === 0 && this.#serverSide.bytesWritten === 0) await setImmediate();
  }
}

const requestHead = (member: Member, path: string, type: string, length: number, connection = 'close') =>
  `POST ${path} HTTP/1.1\r\nHost: commons.test\r\nCookie: ${member.cookie}\r\nConnection: ${connection}\r\n` +
  `Content-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`;

/** A picture of about 600 KB in a form. */
async function pictureForm(): Promise<Buffer> {
  const picture = await noise(600, 600).png({ compressionLevel: 0 }).toBuffer();
  const before = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n';
  return Buffer.concat([Buffer.from(before), picture, Buffer.from('\r\n--x--\r\n')]);
}
const formType = 'multipart/form-data; boundary=x';

/** Returns the status and the problem type of a response. */
async function readProblem(answer: Promise<string>): Promise<unknown> {
  const [lines = '', body = ''] = (await answer).split('\r\n\r\n');
  expect(lines).toMatch(/^content-type: application\/problem\+json/im);
  expect(lines).toMatch(/^connection: close/im);
  return [Number(lines.split(' ')[1]), (JSON.parse(body) as { type: string }).type];
}

const timeoutProblem = [408, 'urn:problem:request.timed_out'];

describe('a slow client', () => {
  test('may take minutes for a picture while it keeps sending', async () => {
    const ana = await community.current.member();
    const form = await pictureForm();
    const client = await SlowClient.connect();
    await client.startRequest(requestHead(ana, uploadImage.path, formType, form.length));
    const pieces = 10;
    for (let piece = 0; piece < pieces; piece += 1) {
      const size = Math.ceil(form.length / pieces);
      await client.send(form.subarray(piece * size, (piece + 1) * size));
      vi.advanceTimersByTime(windowMilliseconds);
    }
    expect(await client.answer).toMatch(/^HTTP\/1\.1 201 /);
  });

  test('whose member is suspended during an upload is rejected when the upload completes', async () => {
    const ana = await community.current.member();
    const form = await pictureForm();
    const client = await SlowClient.connect();
    await client.startRequest(requestHead(ana, uploadImage.path, formType, form.length));
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

  test('that stops in the middle of a picture gets 408, and nothing is stored', async () => {
    const ana = await community.current.member();
    const form = await pictureForm();
    const client = await SlowClient.connect();
    await client.startRequest(requestHead(ana, uploadImage.path, formType, form.length));
    await client.send(form.subarray(0, form.length / 2));
    vi.advanceTimersByTime(windowMilliseconds);
    vi.advanceTimersByTime(windowMilliseconds);
    expect(await readProblem(client.answer)).toEqual(timeoutProblem);
    expect(
      await community.current.db.$client.query('SELECT 1 FROM media_files WHERE owner_id = $1', [ana.id]),
    ).toMatchObject({ rowCount: 0 });
  });

  test('that only sends single bytes to hold the connection gets 408', async () => {
    const ana = await community.current.member();
    const client = await SlowClient.connect();
    await client.startRequest(requestHead(ana, createPost.path, 'application/json', 50_000));
    await client.send('{"content":"');
    vi.advanceTimersByTime(windowMilliseconds);
    expect(await readProblem(client.answer)).toEqual(timeoutProblem);
  });

  test('that keeps its connection alive is disconnected after the response', async () => {
    const ana = await community.current.member();
    const client = await SlowClient.connect();
    await client.startRequest(requestHead(ana, createPost.path, 'application/json', 50_000, 'keep-alive'));
    await client.send('{"content":"');
    vi.advanceTimersByTime(windowMilliseconds);
    expect(await readProblem(client.answer)).toEqual(timeoutProblem);
  });

  test('is disconnected after a quarter of an hour', async () => {
    const ana = await community.current.member();
    const form = await pictureForm();
    const client = await SlowClient.connect();
    await client.startRequest(requestHead(ana, uploadImage.path, formType, form.length));
    const perWindow = 10_000;
    for (let sent = 0; sent < 30; sent += 1) {
      await client.send(form.subarray(sent * perWindow, (sent + 1) * perWindow));
      vi.advanceTimersByTime(windowMilliseconds);
    }
    expect(await readProblem(client.answer)).toEqual(timeoutProblem);
  });

  test('that was rejected before its body arrived cannot hold the connection', async () => {
    const client = await SlowClient.connect();
    await client.startRequest(
      `POST ${uploadImage.path} HTTP/1.1\r\nHost: commons.test\r\nContent-Length: 5000\r\n\r\n`,
    );
    await client.send('x');
    vi.advanceTimersByTime(windowMilliseconds);
    expect(await client.answer).toMatch(/^HTTP\/1\.1 401 /);
  });

  test('that sends incomplete headers gets 408 within seconds', async () => {
    community.current.server.server.headersTimeout = 50;
    const client = await SlowClient.connect();
    await client.send('GET / HTTP/1.1\r\nHost: commons.test\r\n');
    expect(await readProblem(client.answer)).toEqual(timeoutProblem);
  });
});
