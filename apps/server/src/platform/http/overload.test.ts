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
    // Strangers reach it: whether it awaits its first administrator is asked for each of them.
    environment: { DATABASE_POOL_SIZE: '2', PUBLIC_URL: 'https://commons.test' },
    logTo: { write: (line: string) => (logged += line) },
  });
});
afterAll(() => community.close());

/** For the two connections together. */
const waitingAtMost = 200;
const credentials = { body: { email: 'robin@example.org', password: 'a password of somebody' } };

test('when far too much is asked at once, those who come too late are told when to come back, and the others are answered', async () => {
  const member = await community.member();
  const pool = community.db.$client;
  const held = [await pool.connect(), await pool.connect()];
  const letIn = member.call(listPosts, {});
  while (pool.waitingCount === 0) await setImmediate();
  const others = Array.from({ length: waitingAtMost - pool.waitingCount }, () => pool.query('SELECT 1'));

  for (const refused of [
    await member.call(listPosts, {}),
    await community.visitor.call(signIn, credentials),
    await community.visitor.call(getSignInOptions, {}),
  ]) {
    expectProblem(refused, 503, 'server.unavailable');
    expect(refused.headers['retry-after']).toBe('2');
  }
  expect(await community.visitor.send('GET', '/livez')).toMatchObject({ status: 200 });

  for (const client of held) client.release();
  await Promise.all(others);
  expect(await letIn).toMatchObject({ status: 200 });
  expect(await member.call(listPosts, {})).toMatchObject({ status: 200 });
  expect(logged).not.toContain('request failed');
});

test('the log says once that it began and once that it ended, though every other call is refused in between', async () => {
  const member = await community.member();
  const pool = community.db.$client;
  const held = [await pool.connect(), await pool.connect()];
  const others: Promise<PoolClient>[] = [];
  const letIn: Promise<{ status: number }>[] = [];
  for (let time = 1; time <= 5; time += 1) {
    while (pool.waitingCount < waitingAtMost) others.push(pool.connect());
    expect(await member.call(listPosts, {})).toMatchObject({ status: 503 });
    held.shift()?.release();
    held.push(await others.shift()!);
    letIn.push(member.call(listPosts, {}));
    while (pool.waitingCount < waitingAtMost) await setImmediate();
  }
  for (const client of held) client.release();
  for (const other of others) (await other).release();
  for (const { status } of await Promise.all(letIn)) expect(status).toBe(200);
  expect(logged).not.toContain('all calls are answered again');

  const later = performance.now() + 60_000;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => later);
  onTestFinished(() => clock.mockRestore());
  for (let time = 1; time <= 2; time += 1) expect(await member.call(listPosts, {})).toMatchObject({ status: 200 });
  expect(logged.match(/more is asked of the database/g)).toHaveLength(1);
  expect(logged.match(/all calls are answered again/g)).toHaveLength(1);
});
