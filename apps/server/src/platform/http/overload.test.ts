import { setImmediate } from 'node:timers/promises';
import { signIn } from '@commons/contract/auth/schemas';
import { listPosts } from '@commons/contract/feed/schemas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Community } from '../../../test/community.ts';
import { expectProblem } from '../../../test/problems.ts';

let community: Community;
let logged = '';

beforeAll(async () => {
  community = await Community.open({
    environment: { DATABASE_POOL_SIZE: '2' },
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

  for (const refused of [await member.call(listPosts, {}), await community.visitor.call(signIn, credentials)]) {
    expectProblem(refused, 503, 'server.unavailable');
    expect(refused.headers['retry-after']).toBe('2');
  }
  expect(await community.visitor.send('GET', '/livez')).toMatchObject({ status: 200 });

  for (const client of held) client.release();
  await Promise.all(others);
  expect(await letIn).toMatchObject({ status: 200 });
  expect(await member.call(listPosts, {})).toMatchObject({ status: 200 });
  // One line for the beginning and one for the end, however many were refused.
  expect(logged.match(/more is asked of the database/g)).toHaveLength(1);
  expect(logged.match(/all calls are answered again/g)).toHaveLength(1);
  expect(logged).not.toContain('request failed');
});
