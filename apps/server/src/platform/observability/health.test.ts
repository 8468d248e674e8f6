import { setImmediate as nextTurn } from 'node:timers/promises';
import { createPost, listPosts } from '@commons/contract/feed/schemas';
import { Client, Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { newcomer } from '../../../test/accounts.ts';
import { cloneTemplate, Community, type Member, setUpCommunity } from '../../../test/community.ts';
import { DatabaseProxy } from '../../../test/database-proxy.ts';
import { expectProblem, expectSecurityHeaders } from '../../../test/problems.ts';
import { busyTimeout } from '../../../test/waiting.ts';
import { databaseProbeMilliseconds } from './health.ts';

const community = setUpCommunity();

describe('a healthy server', () => {
  test.for(['/livez', '/readyz'])('reports ok at %s', async (url) => {
    const answer = await community.current.visitor.send('GET', url);
    expect(answer).toMatchObject({ status: 200, body: { status: 'ok' }, headers: { 'cache-control': 'no-store' } });
  });

  test('is ready while all connections are in use, and queries the database once for concurrent probes', async () => {
    // Polls of settings and texts would wait for a connection too.
    vi.useFakeTimers({ toFake: ['setInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const busy = await Community.open({
      sharesDatabaseWith: community.current,
      environment: { DATABASE_POOL_SIZE: '2' },
    });
    const pool = busy.db.$client;
    const heldClients = [await pool.connect(), await pool.connect()];
    const query = vi.spyOn(Pool.prototype, 'query');
    onTestFinished(() => query.mockRestore());
    const answers = await Promise.all(Array.from({ length: 20 }, () => busy.visitor.send('GET', '/readyz')));
    expect(query.mock.calls.filter(([text]) => text === 'SELECT 1')).toHaveLength(1);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(pool.waitingCount).toBe(0);
    for (const client of heldClients) client.release();
    await busy.close();
  });

  test('stays ready after its process was blocked during a probe', async () => {
    const { visitor } = community.current;
    await visitor.send('GET', '/readyz');
    const querySpy = vi.spyOn(Client.prototype, 'query');
    onTestFinished(() => querySpy.mockRestore());
    const answer = visitor.send('GET', '/readyz');
    while (querySpy.mock.calls.length === 0) await nextTurn();
    // Waits until the query has been sent.
    await nextTurn();
    const blockedUntil = performance.now() + 1_600;
    while (performance.now() < blockedUntil);
    expect((await answer).status).toBe(200);
  });

  test('that is about to stop reports not ready, and still answers requests', async () => {
    const stopping = await Community.open({ sharesDatabaseWith: community.current });
    stopping.readiness.drain();
    const ready = await stopping.visitor.send('GET', '/readyz');
    expect(ready).toMatchObject({ status: 503, body: { status: 'stopping' } });
    expect((await stopping.visitor.send('GET', '/livez')).status).toBe(200);
    expect((await stopping.visitor.send('GET', '/api/auth/options')).status).toBe(200);
    await stopping.close();
  });
});

describe('during a database outage', () => {
  let proxy: DatabaseProxy;
  let server: Community;
  let ana: Member;
  beforeAll(async () => {
    proxy = await DatabaseProxy.to(await cloneTemplate());
    server = await Community.open({ databaseUrl: proxy.url, timeoutFactor: 1 });
    ana = await server.member();
  });
  afterAll(async () => {
    await server.close();
    await proxy.disconnect();
  });

  const statusOf = async (url: string) => (await server.visitor.send('GET', url)).status;

  test('the server reports it within two seconds, stays alive, and answers requests with 503', async () => {
    await ana.call(createPost, { body: { content: 'Before' } });
    await proxy.disconnect();
    const startedAt = performance.now();
    const ready = await server.visitor.send('GET', '/readyz');
    expect(performance.now() - startedAt).toBeLessThan(busyTimeout);
    expect(ready).toMatchObject({ status: 503, body: { status: 'database away' } });
    expect(await statusOf('/livez')).toBe(200);

    const answers = [
      await ana.call(listPosts, {}),
      await ana.call(createPost, { body: { content: 'Meanwhile' } }),
      await server.visitor.send('POST', '/api/auth/sign-in/email', {
        body: { email: ana.email, password: 'a password' },
      }),
      await server.visitor.send('POST', '/api/auth/sign-up/email', {
        body: newcomer(),
      }),
      await server.visitor.send('POST', '/api/auth/request-password-reset', { body: { email: ana.email } }),
      await server.visitor.send('POST', '/api/auth/reset-password', {
        body: { token: 'a', newPassword: 'a long password' },
      }),
      await server.visitor.send('POST', '/api/waitlist', {
        body: { firstName: 'A', lastName: 'L', email: 'a@mail.test' },
      }),
      await ana.send('GET', '/api/logout'),
    ];
    for (const answer of answers) {
      expectProblem(answer, 503, 'server.unavailable');
      expectSecurityHeaders(answer);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }
    expect((await server.visitor.call(listPosts, {})).status).toBe(401);
  });

  test('it recovers within five seconds after the outage, and no request fails afterwards', async () => {
    await proxy.restore();
    await expect.poll(() => statusOf('/readyz'), { timeout: busyTimeout, interval: 20 }).toBe(200);
    const answers = await Promise.all(Array.from({ length: 40 }, () => ana.call(listPosts, {})));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(answers[0]?.body.map(({ content }) => content)).toEqual(['Before']);
  });

  test('it reports the outage within two seconds when the database hangs', async () => {
    proxy.stall();
    const startedAt = performance.now();
    expect(await statusOf('/readyz')).toBe(503);
    expect(databaseProbeMilliseconds).toBeLessThan(2_000);
    expect(performance.now() - startedAt).toBeLessThan(busyTimeout);
    expect(await statusOf('/livez')).toBe(200);
    await proxy.disconnect();
    await proxy.restore();
    await expect.poll(() => statusOf('/readyz'), { timeout: busyTimeout, interval: 20 }).toBe(200);
  });
});
