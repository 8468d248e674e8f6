import { createPost, getPost } from '@commons/contract/feed/schemas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Community, setUpCommunity } from '../../../test/community.ts';
import { expectProblem } from '../../../test/problems.ts';

const community = setUpCommunity();

describe('the metrics of a server without a token', () => {
  test.for(['127.0.0.1', '::1', '::ffff:127.0.0.1'])('are readable from this machine, as %s', async (address) => {
    const answer = await community.current.visitorFrom(address).send<string>('GET', '/metrics');
    expect(answer.status).toBe(200);
    expect(answer.body).toContain('process_cpu_seconds_total');
  });

  test.for([
    ['another machine', '203.0.113.9', {}],
    ['another machine that claims to be this one', '203.0.113.9', { 'x-forwarded-for': '127.0.0.1' }],
    ['a client behind a proxy on this machine', '127.0.0.1', { 'x-forwarded-for': '203.0.113.9' }],
    ['a client behind a proxy that hides its address', '127.0.0.1', { 'x-forwarded-for': '' }],
    ['a client behind a proxy with the header of RFC 7239', '127.0.0.1', { forwarded: 'for=203.0.113.9' }],
    ['a client behind a proxy that sends only the host', '127.0.0.1', { 'x-forwarded-host': 'commons.test' }],
    ['a client behind a proxy that sends only the protocol', '127.0.0.1', { 'x-forwarded-proto': 'https' }],
    ['a client behind a proxy with a custom header', '127.0.0.1', { 'x-real-ip': '203.0.113.9' }],
    ['a client behind a proxy that sends Via', '127.0.0.1', { via: '1.1 gate' }],
  ] as const)('are hidden from %s', async ([, address, headers]) => {
    const answer = await community.current.visitorFrom(address, headers).send('GET', '/metrics');
    expectProblem(answer, 404, 'request.not_found');
  });

  test('contain routes, never addresses or ids', async () => {
    const ana = await community.current.member();
    const post = await ana.call(createPost, { body: { content: 'Good morning' } });
    await ana.call(getPost, { params: { id: post.body.id } });
    await community.current.visitor.send('GET', '/api/nothing/ana@mail.test');
    const { body } = await community.current.visitor.send<string>('GET', '/metrics');
    expect(body).toMatch(
      /http_request_duration_seconds_count\{method="GET",route="\/api\/posts\/:id",status="200"\} 1/,
    );
    expect(body).toMatch(/route="none",status="404"/);
    expect(body).not.toContain(post.body.id);
    expect(body).not.toContain('ana@mail.test');
  });

  test('count open sockets', async () => {
    const readSocketCount = async () => {
      const { body } = await community.current.visitor.send<string>('GET', '/metrics');
      return Number(/^live_sockets (\d+)$/m.exec(body)?.[1]);
    };
    const ana = await community.current.member();
    const tabs = await Promise.all([community.current.connect(ana), community.current.connect(ana)]);
    expect(await readSocketCount()).toBe(2);
    for (const tab of tabs) {
      const closed = tab.closed();
      tab.close();
      await closed;
    }
    await expect.poll(readSocketCount).toBe(0);
  });
});

test('a failed job is counted and logged without its data', async () => {
  const lines: string[] = [];
  const community = await Community.open({ logTo: { write: (line) => void lines.push(line) } });
  const job = community.jobs.find(({ name }) => name === 'idempotency-keys')!;
  const readRunCounts = async () => {
    const { body } = await community.visitor.send<string>('GET', '/metrics');
    return body.split('\n').filter((line) => line.startsWith('job_runs_total'));
  };
  await job.run();
  await community.db.$client.query('ALTER TABLE idempotency_keys RENAME TO away');
  await expect(job.run()).rejects.toThrow();
  expect(await readRunCounts()).toEqual([
    'job_runs_total{name="idempotency-keys",outcome="completed"} 1',
    'job_runs_total{name="idempotency-keys",outcome="failed"} 1',
  ]);
  const loggedFailures = lines
    .filter((line) => line.includes('a job failed'))
    .map((line) => JSON.parse(line) as object);
  expect(loggedFailures).toMatchObject([{ level: 50, job: 'idempotency-keys', err: { code: '42P01' } }]);
  await community.close();
});

describe('the metrics of a server with METRICS_TOKEN', () => {
  const token = 'a token of sixteen letters or more';
  let protectedCommunity: Community;
  beforeAll(async () => {
    protectedCommunity = await Community.open({ environment: { METRICS_TOKEN: token } });
  });
  afterAll(() => protectedCommunity.close());

  const statusFor = async (authorization: string | undefined, address: string) => {
    const caller = protectedCommunity.visitorFrom(address, authorization === undefined ? {} : { authorization });
    return (await caller.send('GET', '/metrics')).status;
  };

  test('are readable with the token from anywhere', async () => {
    expect(await statusFor(`Bearer ${token}`, '203.0.113.9')).toBe(200);
  });

  test.for([
    undefined,
    '',
    token,
    'Bearer ',
    `Bearer ${token.slice(0, -1)}`,
    `Bearer ${token.slice(0, -1)}é`,
    `Basic ${token}`,
  ])('are hidden with the authorization %j, even from this machine', async (authorization) => {
    expect(await statusFor(authorization, '127.0.0.1')).toBe(404);
  });
});
