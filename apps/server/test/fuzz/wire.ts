import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import fc from 'fast-check';
import { fewHeaders, hostileText } from './inputs.ts';
import { type FuzzResponse, findHeaderFault } from './responses.ts';
import type { World } from './world.ts';

export type Request = { method: string; address: string; headers: Record<string, string> };

const segment = fc.oneof(
  fc.constantFrom(
    ...[
      'api',
      'posts',
      'auth',
      'user',
      'ws',
      'media',
      'pdfs',
      'messages',
      'assets',
      'index.html',
      '.env',
      'package.json',
    ],
    ...[
      '..',
      '.',
      '',
      '%',
      '%2e%2e',
      '%2f',
      '%5c',
      '%00',
      '%ff',
      '%c0%ae',
      '\\',
      ';',
      '*',
      ':id',
      '__proto__',
      'api%2fposts',
    ],
    ...['login', 'signup', 'admin', 'sw.js', 'favicon.ico', 'docs', 'static', 'x'.repeat(3_000)],
  ),
  hostileText.map((text) => encodeURIComponent(text.toWellFormed())),
);

/** Requests with addresses that no client library sends. */
export const requests: fc.Arbitrary<Request> = fc.record({
  method: fc.constantFrom('GET', 'GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND', 'SEARCH'),
  address: fc
    .tuple(
      fc.array(segment, { maxLength: 6 }),
      fc.constantFrom('', '?', '?a=1', '?%', '?cursor=%ff', '?a[b]=1', '?__proto__=1', '?='),
    )
    .map(([segments, search]) => `/${segments.join('/')}${search}`),
  headers: fewHeaders,
});

/** Sends a request with exactly this address and checks the response. */
export async function sendRequest(
  world: World,
  base: string,
  { method, address, headers: headerTemplates }: Request,
): Promise<void> {
  const headers = Object.fromEntries(
    Object.entries(headerTemplates).map(([name, value]) => [name, world.pool.resolve(value, '')]),
  );
  const clientRequest = request(base, {
    method,
    path: address,
    headers: { cookie: world.members.ana.cookie, ...headers },
    agent: false,
  });
  clientRequest.on('error', (error) => world.faults.add(`no answer: ${error.message}`, { method, address, headers }));
  clientRequest.end();
  const [response] = await once(clientRequest, 'response').catch(() => []);
  if (!response) return;
  const text = await textOf(response as AsyncIterable<Buffer>);
  const { statusCode: status = 0, headers: responseHeaders } = response as {
    statusCode?: number;
    headers: FuzzResponse['headers'];
  };
  const headerFault = findHeaderFault(responseHeaders);
  const type = String(responseHeaders['content-type'] ?? '');
  const fault =
    status >= 500
      ? String(status)
      : headerFault
        ? `${status} without the right ${headerFault}`
        : status >= 400 && method !== 'HEAD' && !/problem\+json|text\/html/.test(type)
          ? `${status} as ${type}`
          : undefined;
  if (fault)
    world.faults.add(`${method} of an address: ${fault}`, { method, address, headers, text: text.slice(0, 300) });
}

async function textOf(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

const requestLines = [
  ...[
    'GET / HTTP/1.1',
    'GET /api/posts HTTP/1.1',
    'POST /api/posts HTTP/1.1',
    'GET /ws HTTP/1.1',
    'POST /login HTTP/1.1',
  ],
  ...[
    'GET / HTTP/1.0',
    'GET / HTTP/2.0',
    'GET /',
    'get / HTTP/1.1',
    'GET  / HTTP/1.1',
    'PRI * HTTP/2.0',
    'OPTIONS * HTTP/1.1',
  ],
  ...[
    'CONNECT commons.test:443 HTTP/1.1',
    'GET http://elsewhere.test/ HTTP/1.1',
    'GET /\u00e9 HTTP/1.1',
    'TRACE / HTTP/1.1',
    '',
  ],
  `GET /${'x'.repeat(20_000)} HTTP/1.1`,
];
const headerLines = [
  ...[
    'Host: commons.test',
    'Host: commons.test',
    'Host: a\r\nHost: b',
    'Host:',
    'Connection: Upgrade',
    'Upgrade: websocket',
  ],
  ...[
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Version: 0',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    'Sec-WebSocket-Key: x',
  ],
  ...[
    'Sec-WebSocket-Protocol: a, a',
    'Sec-WebSocket-Extensions: permessage-deflate; server_max_window_bits=99',
    'Origin: http://commons.test',
  ],
  ...[
    'Content-Length: 5',
    'Content-Length: 5\r\nContent-Length: 6',
    'Content-Length: -1',
    'Content-Length: 99999999999999999999',
  ],
  ...[
    'Transfer-Encoding: chunked',
    'Transfer-Encoding: chunked, chunked',
    'Transfer-Encoding: x',
    'Expect: 100-continue',
    'Expect: x',
  ],
  ...[
    'Content-Type: application/json',
    'Content-Type: application/x-www-form-urlencoded',
    'X: y\0z',
    ': x',
    'no colon',
    ' folded',
    'X\u00e9: y',
  ],
  ...[
    `Cookie: ${'a=b; '.repeat(5_000)}`,
    'Range: bytes=0-',
    'Connection: keep-alive, close',
    'Connection: close',
    'Te: trailers',
  ],
];
const bodies = [
  '',
  '{"a":',
  '5\r\n{"a":\r\n0\r\n\r\n',
  'ffffffffffffffffff\r\n',
  '0\r\nX: y\r\n\r\n',
  'GET / HTTP/1.1\r\n\r\n',
  '\x81\x85\0\0\0\0hello',
  '\x00\x01',
];
const frameBytes = fc.oneof(
  // Unmasked frames, reserved bits, unknown opcodes, wrong lengths, fragmented or oversized control frames.
  fc.constantFrom(
    '8105hello',
    '81ff7fffffffffffffff',
    'f185000000006869',
    '8385000000006869',
    '89fe0100',
    '0980',
    '8880',
    '8881000000ff',
    '80',
    '8100',
  ),
  fc.uint8Array({ maxLength: 30 }).map((bytes) => Buffer.from(bytes).toString('hex')),
);

/** Raw bytes: invalid headers, wrong lengths, and invalid frames. */
export const bytes: fc.Arbitrary<{ head: string; body: string; frames: string[] }> = fc.record({
  head: fc
    .tuple(fc.constantFrom(...requestLines), fc.array(fc.constantFrom(...headerLines), { maxLength: 7 }))
    .map(([line, rest]) => `${[line, ...rest].join('\r\n')}\r\n\r\n`),
  body: fc.constantFrom(...bodies),
  frames: fc.constant([]),
});
/** A valid handshake followed by invalid frames. */
export const brokenFrames: fc.Arbitrary<{ head: string; body: string; frames: string[] }> = fc.record({
  head: fc.constant(
    'GET /ws HTTP/1.1\r\nHost: commons.test\r\nOrigin: http://commons.test\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n',
  ),
  body: fc.constant(''),
  frames: fc.array(frameBytes, { minLength: 1, maxLength: 4 }),
});

/** Sends the bytes, closes the connection, and checks the response. */
export async function sendBytes(
  world: World,
  base: string,
  input: { head: string; body: string; frames: string[] },
): Promise<void> {
  const { hostname, port } = new URL(base);
  const socket = connect(Number(port), hostname);
  const chunks: Buffer[] = [];
  // A server that closes a connection with unread data resets it, which is also a valid end.
  socket.on('error', () => {});
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  const firstData = new Promise<void>((resolve) => socket.once('data', () => resolve()));
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(socket, 'connect');
  const head =
    input.frames.length > 0
      ? `${input.head}Cookie: ${await world.community.signIn(world.members.leaver.id)}\r\n\r\n`
      : input.head;
  socket.write(Buffer.from(head + input.body, 'latin1'));
  if (input.frames.length > 0) {
    await Promise.race([firstData, closed]);
    for (const text of input.frames) socket.write(Buffer.from(text, 'hex'));
  }
  socket.end();
  const timeout = setTimeout(() => {
    world.faults.add('a connection stays open after the client closed it', input);
    socket.destroy();
  }, 40_000);
  await closed;
  clearTimeout(timeout);
  const response = Buffer.concat(chunks).toString('latin1');
  if (response === '') return;
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(response)?.[1] ?? 0);
  const isProblem = /^content-type: (?:application\/problem\+json|text\/html)/im.test(response);
  const isFinalResponse = !response.startsWith('HTTP/1.1 100');
  if (isFinalResponse && (status === 0 || status >= 500 || (status >= 400 && !isProblem)))
    world.faults.add(`bytes are answered with ${response.split('\r\n', 1)[0]}`, {
      ...input,
      answer: response.slice(0, 400),
    });
}
