import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { Community, type Member, setUpCommunity } from '../../../test/community.ts';

const community = setUpCommunity();
let ana: Member;
let port: number;
beforeAll(async () => {
  ana = await community.current.member();
  port = Number(new URL(await community.current.listen()).port);
});

const totalBytes = 50_000_000;
const chunk = Buffer.alloc(500_000, 'a');

type SendOptions = { path?: string; cookie?: string; isChunked?: boolean; pauseMilliseconds?: number };

const requestHead = ({ path = '/api/posts', cookie = ana.cookie, isChunked = false }: SendOptions) =>
  `POST ${path} HTTP/1.1\r\nHost: commons.test\r\nCookie: ${cookie}\r\nContent-Type: application/json\r\n` +
  `${isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${totalBytes}`}\r\n\r\n`;

/** Sends the whole request before it reads the response. */
async function sendAll(options: SendOptions): Promise<{ socket: Socket; answer: string }> {
  const socket = connect({ port, host: '127.0.0.1' });
  const connectionBroken = once(socket, 'close').then(() =>
    Promise.reject(new Error('the connection was closed while sending')),
  );
  connectionBroken.catch(() => {});
  socket.on('error', () => {});
  const write = async (bytes: Buffer | string) => {
    if (!socket.write(bytes)) await Promise.race([once(socket, 'drain'), connectionBroken]);
  };
  await write(requestHead(options));
  for (let sent = 0; sent < totalBytes; sent += chunk.length) {
    if (options.isChunked) await write(`${chunk.length.toString(16)}\r\n`);
    await write(chunk);
    if (options.isChunked) await write('\r\n');
    if (options.pauseMilliseconds) await Promise.race([wait(options.pauseMilliseconds), connectionBroken]);
  }
  if (options.isChunked) await write('0\r\n\r\n');
  const [answer] = (await Promise.race([once(socket, 'data'), connectionBroken])) as [Buffer];
  return { socket, answer: answer.toString('utf8') };
}

describe('a body that is rejected while it is being sent', () => {
  test.for<[string, SendOptions, number]>([
    ['too large, sent quickly', {}, 413],
    ['too large, sent slowly', { pauseMilliseconds: 20 }, 413],
    ['too large, chunked', { isChunked: true }, 413],
    ['too large, chunked, sent slowly', { isChunked: true, pauseMilliseconds: 20 }, 413],
    ['from a visitor', { cookie: '' }, 401],
    ['for an unknown address', { path: '/api/nothing' }, 413],
  ])('%s, is answered, and the connection can be reused', async ([, options, status]) => {
    const { socket, answer } = await sendAll(options);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).toContain('application/problem+json');
    socket.write(`GET /livez HTTP/1.1\r\nHost: commons.test\r\nConnection: close\r\n\r\n`);
    const [next] = (await once(socket, 'data')) as [Buffer];
    expect(next.toString('utf8')).toMatch(/^HTTP\/1.1 200 /);
    socket.destroy();
  });

  test('is answered before all of it has arrived', async () => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.write(requestHead({}));
    socket.write(chunk);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString('utf8')).toMatch(/^HTTP\/1.1 413 /);
    socket.destroy();
  });

  test('is not read forever, and an endless sender is disconnected', async () => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.on('error', () => {});
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.write(requestHead({ isChunked: true }));
    let sent = 0;
    while (!socket.destroyed && sent < 20 * totalBytes) {
      socket.write(`${chunk.length.toString(16)}\r\n`);
      socket.write(chunk);
      sent += chunk.length;
      if (!socket.write('\r\n')) await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed]);
    }
    await closed;
    expect(sent).toBeLessThan(20 * totalBytes);
  });
});

test('a client that disconnects in the middle of a form is not logged as an error', async () => {
  const lines: string[] = [];
  const loggingCommunity = await Community.open({
    sharesDatabaseWith: community.current,
    logTo: { write: (line) => lines.push(line) },
  });
  const socket = connect({ port: Number(new URL(await loggingCommunity.listen()).port), host: '127.0.0.1' });
  socket.write(
    'POST /login HTTP/1.1\r\nHost: commons.test\r\nOrigin: http://commons.test\r\n' +
      'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\nemail=a',
  );
  await expect.poll(() => lines.join('')).toContain('incoming request');
  socket.destroy();
  await expect.poll(() => lines.join('')).toMatch(/request (?:refused|failed)/);
  expect(lines.filter((line) => line.includes('"level":50'))).toEqual([]);
  await loggingCommunity.close();
});
