import { createHmac } from 'node:crypto';
import type { lookup } from 'node:dns';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { isPublicAddress } from './public-address.ts';
import { createWebhookSender } from './sender.ts';
import { createWebhookSecret, signedHeaders } from './signature.ts';

describe('public addresses', () => {
  test.for(['1.1.1.1', '93.184.216.34', '2606:4700:4700::1111', '2a00:1450:4001::200e'])('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  test.for([
    ...['127.0.0.1', '127.255.255.254', '0.0.0.0', '0.1.2.3', '10.0.0.1', '172.16.0.1', '172.31.255.255'],
    ...['192.168.1.1', '169.254.169.254', '100.64.0.1', '192.0.0.1', '198.18.0.1', '224.0.0.1', '240.0.0.1'],
    ...['255.255.255.255', '192.0.2.1', '198.51.100.1', '203.0.113.1'],
    ...['::', '::1', '::7f00:1', 'fe80::1', 'fe80::1%eth0', 'fc00::1', 'fd12:3456::1', 'fec0::1', 'ff02::1'],
    // IPv4 addresses inside of IPv6: mapped, translated (NAT64), 6to4 and Teredo.
    ...['::ffff:127.0.0.1', '::ffff:10.0.0.1', '::ffff:1.1.1.1', '64:ff9b::a00:1', '64:ff9b:1::1', '2002:7f00:1::'],
    ...['2001::1', '2001:db8::1', '100::1', '4000::1', 'localhost', '', '1.1.1', '2130706433'],
  ])('%s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function listen(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** Answers the lookups of a host with these addresses, one list per lookup. */
function fakeLookup(...answers: string[][]) {
  let calls = 0;
  const resolve = ((_host: string, _options: object, done: (error: null, addresses: object[]) => void) => {
    const addresses = answers[Math.min(calls, answers.length - 1)] ?? [];
    calls += 1;
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  }) as unknown as typeof lookup;
  return { resolve, calls: () => calls };
}

const message = { headers: { 'content-type': 'application/json' }, body: '{}' };
const openToLoopback = { protocols: ['http:'], isAllowed: (address: string) => address === '127.0.0.1' };

const isFirstAnswer = (address: string) => address === '203.0.113.7';

describe('a webhook is not sent', () => {
  test.for([
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::1]/',
    'https://[::ffff:7f00:1]/',
    'https://169.254.169.254/latest/meta-data',
    'http://example.com/',
    'ftp://example.com/',
    'file:///etc/passwd',
  ])('to %s', async (url) => {
    const { resolve, calls } = fakeLookup(['1.1.1.1']);
    expect(await createWebhookSender({ lookup: resolve })({ url, ...message })).toMatchObject({
      failure: 'address_refused',
      status: null,
    });
    expect(calls()).toBe(0);
  });

  test.for([
    [['127.0.0.1']],
    [['10.1.2.3']],
    [['::1']],
    [['::ffff:10.0.0.1']],
    // One private address among public ones.
    [['1.1.1.1', '192.168.0.1']],
  ])('to a host with the addresses %s', async ([addresses = []]) => {
    const send = createWebhookSender({ lookup: fakeLookup(addresses).resolve });
    expect(await send({ url: 'https://hooks.test/', ...message })).toMatchObject({ failure: 'address_refused' });
  });

  test('to a host whose address changes after the check', async () => {
    let isReached = false;
    const port = await listen((_request, response) => {
      isReached = true;
      response.end();
    });
    // The check and the connection use one answer, so the second one is never asked for.
    const { resolve, calls } = fakeLookup(['203.0.113.7'], ['127.0.0.1']);
    const send = createWebhookSender({
      protocols: ['http:'],
      isAllowed: isFirstAnswer,
      lookup: resolve,
      timeoutMilliseconds: 300,
    });
    const { failure } = await send({ url: `http://hooks.test:${port}/`, ...message });
    expect(['timeout', 'no_connection']).toContain(failure);
    expect([calls(), isReached]).toEqual([1, false]);
    // A second delivery checks the new answer.
    expect(await send({ url: `http://hooks.test:${port}/`, ...message })).toMatchObject({ failure: 'address_refused' });
  });
});

const sendTo = async (listener: RequestListener, timeoutMilliseconds = 5_000) => {
  const port = await listen(listener);
  const lookup = fakeLookup(['127.0.0.1']).resolve;
  return createWebhookSender({ ...openToLoopback, lookup, timeoutMilliseconds })({
    url: `http://hooks.test:${port}/a?b=1`,
    ...message,
  });
};

describe('a receiver', () => {
  test('gets the body, its headers and its own host', async () => {
    const result = await sendTo((request, response) => {
      response.setHeader('content-type', 'text/plain');
      response.end(JSON.stringify([request.method, request.url, request.headers.host?.split(':')[0]]));
    });
    expect(result).toMatchObject({ failure: null, status: 200, body: '["POST","/a?b=1","hooks.test"]' });
  });

  test.for([301, 302, 303, 307, 308])('cannot redirect the message with %i', async (status) => {
    let calls = 0;
    const result = await sendTo((_request, response) => {
      calls += 1;
      response.writeHead(status, { location: 'http://127.0.0.1:1/internal' }).end();
    });
    expect([result.failure, result.status, calls]).toEqual(['redirected', status, 1]);
  });

  test.for([400, 404, 410, 500])('rejects the message with %i', async (status) => {
    const result = await sendTo((_request, response) => response.writeHead(status).end('no'));
    expect(result).toMatchObject({ failure: 'wrong_status', status, body: 'no' });
  });

  test('cannot fill the memory with an endless reply', async () => {
    const result = await sendTo((_request, response) => {
      const write = () => {
        while (response.write('x\0'.repeat(32 * 1024)));
        response.once('drain', write);
      };
      write();
    });
    expect(result.failure).toBe(null);
    expect(result.body).toMatch(/^x{512}$/);
  });

  test.for([
    ['never answers', () => undefined],
    [
      'answers byte by byte',
      (_request, response) => {
        response.writeHead(200);
        const timer = setInterval(() => response.write('x'), 20);
        response.on('close', () => clearInterval(timer));
      },
    ],
  ] as const satisfies readonly (readonly [string, RequestListener])[])('that %s is cut off', async ([, listener]) => {
    expect(await sendTo(listener, 200)).toMatchObject({ failure: 'timeout' });
  });

  test('that closes the connection counts as unreachable', async () => {
    const result = await sendTo((request) => request.socket.destroy());
    expect(result).toMatchObject({ failure: 'no_connection', status: null });
  });
});

test('a message has a signature for each secret, over its id, time and body', () => {
  const secrets = [createWebhookSecret(), createWebhookSecret()];
  const headers = signedHeaders({ id: 'msg', at: new Date(1_700_000_000_999), body: '{"a":1}' }, secrets);
  const expected = secrets.map((secret) => {
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
    return `v1,${createHmac('sha256', key).update('msg.1700000000.{"a":1}').digest('base64')}`;
  });
  expect(headers).toMatchObject({ 'webhook-id': 'msg', 'webhook-timestamp': '1700000000' });
  expect(headers['webhook-signature']).toBe(expected.join(' '));
});
