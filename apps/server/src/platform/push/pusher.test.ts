import { createECDH } from 'node:crypto';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { Agent } from 'node:https';
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readPushKeys } from '../secrets.ts';
import { createPusher, isPublicAddress } from './pusher.ts';

const pair = createECDH('prime256v1');
pair.generateKeys();
const keys = { publicKey: pair.getPublicKey('base64url'), privateKey: pair.getPrivateKey('base64url') };
const pusher = createPusher(keys, 'https://commons.test');
const device = { p256dh: keys.publicKey, auth: 'tBHItJI5svbpez7KI4CCXg' };

test.for([
  'https://fcm.googleapis.com/fcm/send/abc',
  'https://updates.push.services.mozilla.com/wpush/v2/abc',
  'https://web.push.apple.com/abc',
])('%s is accepted as a push service', (address) => {
  expect(pusher.toSubscription({ ...device, endpoint: address })).toEqual({ ...device, endpoint: address });
});

test.for([
  'http://push.example.com/a',
  'ftp://push.example.com/a',
  'javascript:alert(1)',
  'https://push.example.com:8443/a',
  'https://name:secret@push.example.com/a',
  'https://127.0.0.1/a',
  'https://127.1/a',
  'https://0x7f000001/a',
  'https://2130706433/a',
  'https://10.0.0.1/a',
  'https://169.254.169.254/latest/meta-data',
  'https://[::1]/a',
  'https://[::ffff:127.0.0.1]/a',
  'https://localhost/a',
  'https://localhost./a',
  'https://push.localhost/a',
  'https://database/a',
  'https://database.internal/a',
  'https://printer.local/a',
  'https://router.home.arpa/a',
  'https://push.example.test/a',
  'nothing',
  '',
])('%s is rejected as a push service', async (address) => {
  expect(pusher.toSubscription({ ...device, endpoint: address })).toBeUndefined();
  expect(await pusher.send({ ...device, endpoint: address }, {})).toBe('gone');
});

test.for<[string, typeof device]>([
  ['a point outside the curve', { ...device, p256dh: 'B'.repeat(87) }],
  ['a point of the wrong length', { ...device, p256dh: keys.publicKey.slice(4) }],
  ['a secret of the wrong length', { ...device, auth: 'a'.repeat(20) }],
])('%s is rejected', async ([, wrong]) => {
  const subscription = { ...wrong, endpoint: 'https://push.example.com/a' };
  expect(pusher.toSubscription(subscription)).toBeUndefined();
  expect(await pusher.send(subscription, {})).toBe('gone');
});

test.for([
  ['8.8.8.8', true],
  ['2606:4700::1111', true],
  ['127.0.0.1', false],
  ['10.1.2.3', false],
  ['100.64.0.1', false],
  ['192.168.0.1', false],
  ['169.254.169.254', false],
  ['0.0.0.0', false],
  ['::1', false],
  ['fd00::1', false],
  ['fe80::1', false],
  ['::ffff:10.0.0.1', false],
  ['64:ff9b::a00:1', false],
] as const)('a host name that resolves to %s is contacted: %s', ([address, isContacted]) => {
  expect(isPublicAddress(address)).toBe(isContacted);
});

test('a host name that resolves to an internal address is not contacted', async () => {
  let calls = 0;
  const internalServer = createServer((_request, response) => {
    calls += 1;
    response.end();
  });
  await new Promise<void>((resolve) => internalServer.listen(0, '127.0.0.1', resolve));
  const { port } = internalServer.address() as AddressInfo;
  // Calls the lookup of the request agent with the name of this machine.
  const { lookUpPublicAddress } = await import('./pusher.ts');
  const failure = await new Promise<NodeJS.ErrnoException | null>((resolve) =>
    lookUpPublicAddress('localhost', { all: true }, (error) => resolve(error)),
  );
  expect([failure?.code, calls, port > 0]).toEqual(['ENOTPUBLIC', 0, true]);
  await new Promise((resolve) => internalServer.close(resolve));
});

const writeEndlessly = (socket: Socket, bytes: Buffer) => {
  const writeMore = () => {
    while (socket.writable && socket.write(bytes));
  };
  socket.on('drain', writeMore);
  writeMore();
};

/** Any member can register their own server, so it may misbehave in any way. */
describe('a push to a service', () => {
  const timeoutMilliseconds = 500;
  const writeSlowly = (socket: Socket) => {
    const timer = setInterval(() => socket.write('a'), timeoutMilliseconds / 5);
    socket.on('close', () => clearInterval(timer));
  };

  test.for<[behavior: string, answer: (socket: Socket) => unknown, outcome: string]>([
    ['that answers', (socket) => socket.end('HTTP/1.1 201 Created\r\ncontent-length: 0\r\n\r\n'), 'sent'],
    [
      'that has deleted the subscription',
      (socket) => socket.end('HTTP/1.1 410 Gone\r\ncontent-length: 0\r\n\r\n'),
      'gone',
    ],
    ['that rejects it', (socket) => socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n'), 'refused'],
    [
      'that redirects',
      (socket) => socket.end('HTTP/1.1 302 Found\r\nlocation: https://a.test\r\ncontent-length: 0\r\n\r\n'),
      'a push service answered 302',
    ],
    [
      'that closes its response early',
      (socket) => socket.end('HTTP/1.1 201 Created\r\ncontent-length: 100\r\n\r\nabc'),
      'sent',
    ],
    [
      'that sends its response byte by byte',
      (socket) => {
        socket.write('HTTP/1.1 201 Created\r\ncontent-length: 1000000\r\n\r\n');
        writeSlowly(socket);
      },
      'sent',
    ],
    [
      'that sends an endless response',
      (socket) => {
        socket.write('HTTP/1.1 201 Created\r\ncontent-length: 1000000000000\r\n\r\n');
        writeEndlessly(socket, Buffer.alloc(65_536));
      },
      'sent',
    ],
    [
      'that sends its headers byte by byte',
      (socket) => {
        socket.write('HTTP/1.1 201 Created\r\nx: ');
        writeSlowly(socket);
      },
      'a push service answered nothing in time',
    ],
    [
      'that sends endless informational responses',
      (socket) => writeEndlessly(socket, Buffer.from('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(100))),
      'a push service answered nothing in time',
    ],
    ['that never answers', () => {}, 'a push service answered nothing in time'],
    ['that closes the connection', (socket) => socket.destroy(), 'a push service answered ECONNRESET'],
  ])('%s ends in time and closes its connection', async ([, answer, outcome]) => {
    const { promise: closed, resolve: close } = Promise.withResolvers<void>();
    const service = createTcpServer((socket) => {
      socket.on('error', () => {});
      socket.on('close', () => close());
      socket.once('data', () => answer(socket));
    });
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
    const { port } = service.address() as AddressInfo;
    // Replaces TLS to the public network.
    const agent = new Agent({ keepAlive: false });
    agent.createConnection = () => connect(port, '127.0.0.1');
    // Only cases that time out use the short limit.
    const limit = outcome.endsWith('in time') ? { timeoutMilliseconds } : {};
    const result = await createPusher(keys, 'https://commons.test', { agent, ...limit })
      .send({ ...device, endpoint: 'https://push.example.com/a' }, { title: 'Hello' })
      .catch((error: Error) => error.message);
    expect(result).toBe(outcome);
    await closed;
    await new Promise((resolve) => service.close(resolve));
  });
});

test('the push keys are generated once, readable only by their owner', async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'mindful-commons-push-'));
  const [first, second] = [readPushKeys(directory, undefined), readPushKeys(directory, undefined)];
  expect(second).toEqual(first);
  expect([first.publicKey.length, first.privateKey.length]).toEqual([87, 43]);
  expect((await stat(path.join(directory, 'secrets', 'push-private-key'))).mode & 0o077).toBe(0);
  expect(readPushKeys('/nowhere', first.privateKey)).toEqual(first);
  await rm(directory, { recursive: true });
});
