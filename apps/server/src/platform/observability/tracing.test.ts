import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { glob, readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { createPost, getPost } from '@commons/contract/feed/schemas';
import { beforeAll, describe, expect, test } from 'vitest';
import { Community } from '../../../test/community.ts';
import { mailTask } from '../mail/mailer.ts';

type Attribute = { key: string; value: Record<string, unknown> };
type ReceivedSpan = {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: Attribute[];
  status?: { code?: number };
};
type Received = { resourceSpans: { scopeSpans: { spans: ReceivedSpan[] }[] }[] };

const secrets = {
  email: 'anastasia@mail.test',
  firstName: 'Anastasia',
  post: 'A Tuesday of lavender',
  search: 'panic attacks',
  address: '203.0.113.77',
  browser: 'Netscape Navigator 4.7',
};

/** The requests that the collector received. */
const received: Received[] = [];
const paths = new Set<string | undefined>();
const ids: string[] = [];

/** Runs a scenario in a community with tracing. */
beforeAll(async () => {
  const collector = createServer((incoming, response) => {
    paths.add(incoming.url);
    void json(incoming).then((body) => {
      received.push(body as Received);
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const { port } = collector.address() as AddressInfo;
  const community = await Community.open({
    environment: { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}/` },
  });
  const { email, firstName } = secrets;
  const ana = await community.member({ email, firstName });
  // The body is sent only after the server requests it.
  const postRequest = request(`${await community.listen()}${createPost.path}`, {
    method: 'POST',
    headers: {
      cookie: ana.cookie,
      origin: community.publicUrl,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
      'user-agent': secrets.browser,
      expect: '100-continue',
    },
  });
  postRequest.flushHeaders();
  await once(postRequest, 'continue');
  postRequest.end(JSON.stringify({ content: secrets.post }));
  const [answer] = (await once(postRequest, 'response')) as [IncomingMessage];
  const { id } = (await json(answer)) as { id: string };
  await ana.call(getPost, { params: { id } });
  ids.push(ana.id, id, ana.cookie);
  const visitor = community.visitorFrom(secrets.address, { 'user-agent': secrets.browser });
  await visitor.send('GET', `/api/posts?search=${encodeURIComponent(secrets.search)}`);
  await visitor.send('GET', `/nowhere/${email}`);
  await community.work((work) => work.enqueue(mailTask, { to: email, subject: firstName, text: secrets.post }));
  await community.runTasks();
  await community.db.$client.query('ALTER TABLE posts RENAME TO away');
  await ana.send('GET', '/api/posts');
  await community.db.$client.query('ALTER TABLE idempotency_keys RENAME TO lost');
  const failingRun = community.jobs.find(({ name }) => name === 'idempotency-keys')?.run();
  await failingRun?.then(undefined, () => {});
  await community.close();
  collector.close();
});

const listSpans = () =>
  received.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  );
const findSpan = (name: string) => listSpans().find((span) => span.name === name);
const childrenOf = (span: ReceivedSpan | undefined) =>
  listSpans().filter(({ parentSpanId, traceId }) => parentSpanId === span?.spanId && traceId === span?.traceId);
const attributesOf = (span: ReceivedSpan | undefined) =>
  Object.fromEntries((span?.attributes ?? []).map(({ key, value }) => [key, Object.values(value)[0]]));

describe('traces', () => {
  test('are sent to the standard path', () => {
    expect([...paths]).toEqual(['/v1/traces']);
  });

  test('contain a request by its route and status', () => {
    expect(attributesOf(findSpan('GET /api/posts/:id'))).toEqual({
      'http.request.method': 'GET',
      'http.route': '/api/posts/:id',
      'http.response.status_code': 200,
    });
    expect(findSpan('GET none')).toBeDefined();
  });

  test('contain the statements of a request by name, even if its body arrives late', () => {
    for (const name of ['GET /api/posts/:id', 'POST /api/posts'])
      expect(childrenOf(findSpan(name)).map(({ name: statement }) => statement)).not.toEqual([]);
    expect(childrenOf(findSpan('POST /api/posts')).map(({ name }) => name)).toContain('commit');
    for (const span of childrenOf(findSpan('POST /api/posts')))
      expect(attributesOf(span)).toEqual({ 'db.system.name': 'postgresql', 'db.query.summary': span.name });
  });

  test('contain jobs and failures', () => {
    expect(findSpan('job mail')?.status?.code ?? 0).toBe(0);
    expect(findSpan('job idempotency-keys')?.status?.code).toBe(2);
    const failed = listSpans().filter(({ name, status }) => name === 'GET /api/posts' && status?.code === 2);
    expect(failed).toHaveLength(1);
  });

  test('contain no personal data', () => {
    const text = JSON.stringify(received);
    expect(listSpans().length).toBeGreaterThan(10);
    for (const secret of [...ids, ...Object.values(secrets)]) {
      expect(text).not.toContain(secret);
      expect(text).not.toContain(encodeURIComponent(secret));
    }
    const keys = new Set(listSpans().flatMap(({ attributes }) => attributes.map(({ key }) => key)));
    expect([...keys].toSorted()).toEqual([
      ...['db.query.summary', 'db.system.name', 'http.request.method', 'http.response.status_code', 'http.route'],
      'job.name',
    ]);
  });
});

test('the tracing libraries are not loaded by a server without tracing', async () => {
  const source = new URL('../../', import.meta.url);
  const importers: string[] = [];
  for await (const file of glob('**/*.ts', { cwd: fileURLToPath(source) })) {
    const text = await readFile(new URL(file, source), 'utf8');
    const importPattern = /^(?:import|export) (?!type ).*from '(?:@opentelemetry\/.*|.*\/tracing\.ts)';$/m;
    if (importPattern.test(text)) importers.push(path.basename(file));
  }
  expect(importers).toEqual(['tracing.ts']);
});

test.for<[behavior: string, handle: (socket: Socket) => void]>([
  ['never answers', () => undefined],
  ['closes the connection', (socket) => void socket.destroy()],
])('a collector that %s does not prevent a server from stopping', async ([, handle]) => {
  const collector = createTcpServer(handle).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  const { port } = collector.address() as AddressInfo;
  const community = await Community.open({
    environment: { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}/` },
  });
  await community.visitor.send('GET', '/api/posts');
  const startedAt = performance.now();
  await community.close();
  expect(performance.now() - startedAt).toBeLessThan(10_000);
  collector.close();
});
