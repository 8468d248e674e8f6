import { setImmediate } from 'node:timers/promises';
import { getSignInOptions, signIn } from '@commons/contract/auth/schemas';
import { listPosts } from '@commons/contract/feed/schemas';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { Community } from '../../../test/community.ts';
import { expectProblem } from '../../../test/problems.ts';

let community: Community;
let logged = '';

beforeAll(async () => {
  community = await Community.open({
    // Strangers can reach it, so each request checks whether the first administrator exists.
    environment: { DATABASE_POOL_SIZE: '2', PUBLIC_URL: 'https://commons.test' },
    logTo: { write: (line: string) => (logged += line) },
  });
});
afterAll(() => community.close());

/** Maximum number of waiting calls for both connections together. */
const maxWaiting = 40;
const credentials = { body: { email: 'robin@example.org', password: 'a password of somebody' } };

test('under overload, new calls get 503 with Retry-After, and waiting calls are answered', async () => {
  const member = await community.member();
  const pool = community.db.$client;
  const heldClients = [await pool.connect(), await pool.connect()];
  const admitted = member.call(listPosts, {});
  while (pool.waitingCount === 0) await setImmediate();
  const others = Array.from({ length: maxWaiting - pool.waitingCount }, () => pool.query('SELECT 1'));

  for (const rejected of [
    await member.call(listPosts, {}),
    await community.visitor.call(signIn, credentials),
    await community.visitor.call(getSignInOptions, {}),
  ]) {
    expectProblem(rejected, 503, 'server.unavailable');
    expect(rejected.headers['retry-after']).toBe('2');
  }
  expect(await community.visitor.send('GET', '/livez')).toMatchObject({ status: 200 });

  for (const client of heldClients) client.release();
  await Promise.all(others);
  expect(await admitted).toMatchObject({ status: 200 });
  expect(await member.call(listPosts, {})).toMatchObject({ status: 200 });
  expect(logged).not.toContain('request failed');
});

test('the log reports an overload once at its beginning and once at its end', async () => {
  const member = await community.member();
  const pool = community.db.$client;
  const heldClients = [await pool.connect(), await pool.connect()];
  const others: Promise<PoolClient>[] = [];
  const admitted: Promise<{ status: number }>[] = [];
  for (let round = 1; round <= 5; round += 1) {
    while (pool.waitingCount < maxWaiting) others.push(pool.connect());
    expect(await member.call(listPosts, {})).toMatchObject({ status: 503 });
    heldClients.shift()?.release();
    heldClients.push(await others.shift()!);
    admitted.push(member.call(listPosts, {}));
    while (pool.waitingCount < maxWaiting) await setImmediate();
  }
  for (const client of heldClients) client.release();
  for (const other of others) (await other).release();
  for (const { status } of await Promise.all(admitted)) expect(status).toBe(200);
  expect(logged).not.toContain('the database is no longer overloaded');

  const later = performance.now() + 60_000;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => later);
  onTestFinished(() => clock.mockRestore());
  for (let round = 1; round <= 2; round += 1) expect(await member.call(listPosts, {})).toMatchObject({ status: 200 });
  expect(logged.match(/the database is overloaded/g)).toHaveLength(1);
  expect(logged.match(/the database is no longer overloaded/g)).toHaveLength(1);
});
