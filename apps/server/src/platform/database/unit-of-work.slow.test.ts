import * as feed from '@commons/contract/feed/schemas';
import { sendMessage } from '@commons/contract/messages/schemas';
import { sql } from 'drizzle-orm';
import type { PoolClient } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ApiResponse } from '../../../test/caller.ts';
import { Community, Member, setUpCommunity } from '../../../test/community.ts';
import { pathsOfCreatingCalls, prepareCreatingCall } from '../../../test/creating-calls.ts';
import { expectProblem } from '../../../test/problems.ts';
import { openDatabase } from './database.ts';
import { createEmit } from './domain-events.ts';
import { createTransact } from './unit-of-work.ts';

const community = setUpCommunity();

describe('a server with three database connections', () => {
  let smallPool: Community;
  beforeAll(async () => {
    smallPool = await Community.open({ environment: { DATABASE_POOL_SIZE: '3' } });
  });
  afterAll(() => smallPool.close());

  test.for(pathsOfCreatingCalls)('serves fifty concurrent calls of POST %s', { timeout: 60_000 }, async (address) => {
    const calls = await Promise.all(Array.from({ length: 50 }, () => prepareCreatingCall(smallPool, address)));
    const answers = await Promise.all(calls.map((call) => call()));
    const expectedStatus = /photo$|audio$|sign-up|track$|csv/.test(address)
      ? 200
      : address.endsWith('actions')
        ? 204
        : 201;
    expect([...new Set(answers.map(({ status }) => status))]).toEqual([expectedStatus]);
  });
});

const expectUnavailable = (answer: ApiResponse<unknown>) => {
  expectProblem(answer, 503, 'server.unavailable');
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
};

/** Another session holds the row locks that a like and a message need until the test ends. */
describe('while another session holds a row', () => {
  let lockHolder: PoolClient;
  let ana: Member;
  let ben: Member;
  let params: { id: string };
  beforeEach(async () => {
    [ana, ben] = [await community.current.member(), await community.current.member()];
    params = { id: (await ana.call(feed.createPost, { body: { content: 'Look at this sunrise' } })).body.id };
    await ana.call(sendMessage, { body: { receiverId: ben.id, content: 'Hello' } });
    lockHolder = await community.current.db.$client.connect();
    await lockHolder.query('BEGIN');
    await lockHolder.query('SELECT FROM posts WHERE id = $1 FOR UPDATE', [params.id]);
    await lockHolder.query('SELECT FROM conversations WHERE $1 IN (low_id, high_id) FOR UPDATE', [ana.id]);
  });
  afterEach(async () => {
    await lockHolder.query('ROLLBACK');
    lockHolder.release();
  });

  const findBlockedPids = async () => {
    // Within a transaction the view would return its first snapshot.
    await lockHolder.query('SELECT pg_stat_clear_snapshot()');
    const { rows } = await lockHolder.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return rows.map(({ pid }) => pid);
  };

  test('128 concurrent likes of the row do not block other reads and writes', async () => {
    const crowd = await Promise.all(Array.from({ length: 128 }, () => community.current.member()));
    const likes = crowd.map((member) => member.call(feed.toggleLike, { params }));
    await expect.poll(findBlockedPids).not.toEqual([]);
    const otherAnswers = await Promise.all([
      ben.call(feed.listPosts, {}),
      ben.call(feed.createPost, { body: { content: 'Meanwhile' } }),
      ben.call(feed.getPost, { params }),
    ]);
    expect(otherAnswers.map(({ status }) => status)).toEqual([200, 201, 200]);
    expect(await findBlockedPids()).not.toEqual([]);
    await lockHolder.query('COMMIT');
    const statuses = (await Promise.all(likes)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect((await ben.call(feed.getPost, { params })).body.likesCount).toBe(128);
  });

  test('a call that waits too long gets 503, over the socket as well', async () => {
    const server = await Community.open({ sharesDatabaseWith: community.current, timeoutFactor: 1 });
    const socket = await server.connect(ben);
    socket.send({ type: 'message', receiverId: ana.id, content: 'Are you there?' });
    expectUnavailable(await new Member(server.server, ben).call(feed.toggleLike, { params }));
    expect(await socket.next('error')).toMatchObject({ code: 'server.unavailable' });
    socket.close();
    await server.close();
  });

  test.for([
    ['cancels the statement', 'pg_cancel_backend'],
    ['ends the connection', 'pg_terminate_backend'],
  ])('and an administrator %s, the call gets 503', async ([, terminate]) => {
    const socket = await community.current.connect(ben);
    socket.send({ type: 'message', receiverId: ana.id, content: 'Are you there?' });
    const like = ben.call(feed.toggleLike, { params });
    await expect.poll(async () => (await findBlockedPids()).length).toBe(2);
    await lockHolder.query(`SELECT ${terminate}(pid) FROM unnest($1::int[]) AS pid`, [await findBlockedPids()]);
    expectUnavailable(await like);
    expect(await socket.next('error')).toMatchObject({ code: 'server.unavailable' });
    socket.close();
  });
});

test('a temporarily read-only database leads to 503', async () => {
  const first = await Community.open();
  const { cookie } = await first.member();
  const database = new URL(first.databaseUrl).pathname.slice(1);
  await first.db.execute(sql.raw(`ALTER DATABASE ${database} SET default_transaction_read_only = on`));
  const server = await Community.open({ sharesDatabaseWith: first });
  const answer = await server.visitor.send('POST', '/api/posts', { body: { content: 'Hello' }, headers: { cookie } });
  expectProblem(answer, 503, 'server.unavailable');
  expect((await server.visitor.send('GET', '/api/posts', { headers: { cookie } })).status).toBe(200);

  await first.db.execute(sql.raw(`ALTER DATABASE ${database} RESET default_transaction_read_only`));
  // Autovacuum may also use this database, and this role cannot end it.
  await first.db.execute(
    sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = ${database} AND usename = current_user AND pid <> pg_backend_pid()`,
  );
  await expect
    .poll(async () => (await server.visitor.send('GET', '/api/posts', { headers: { cookie } })).status)
    .toBe(200);
  await server.close();
  await first.close();
});

const lockStatement = (key: number) => sql`SELECT pg_advisory_xact_lock(${key})`;

describe('a unit of work', () => {
  const published: unknown[] = [];
  const transact = () =>
    createTransact({
      db: community.current.db,
      emit: createEmit([]),
      enqueue: async () => {},
      runSoon: () => {},
      publish: (envelope) => published.push(envelope),
      onEffectError: () => {},
    });
  test('that is aborted to resolve a deadlock is retried once and publishes once', async () => {
    const firstLocksHeld = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let tries = 0;
    const run = transact();
    const lockInOrder = (index: 0 | 1, keys: [number, number]) =>
      run(async (work) => {
        tries += 1;
        await work.tx.execute(lockStatement(keys[0]));
        firstLocksHeld[index]!.resolve();
        await firstLocksHeld[1 - index]!.promise;
        await work.tx.execute(lockStatement(keys[1]));
        work.publish({ audience: 'everyone', frame: { type: 'post.deleted', postId: String(index) } });
      });
    await Promise.all([lockInOrder(0, [1, 2]), lockInOrder(1, [2, 1])]);
    expect(tries).toBe(3);
    expect(published).toHaveLength(2);
  });

  test('that throws an application error is not retried', async () => {
    let tries = 0;
    const failing = transact()(async () => {
      tries += 1;
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(tries).toBe(1);
  });

  test('has limits for lock waits, statements and idle transactions', async () => {
    const db = openDatabase(community.current.databaseUrl, 1, { warn: () => {} });
    const settings = await db.execute<{ name: string; setting: string }>(
      sql`SELECT name, setting FROM pg_settings WHERE name IN ('lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout') ORDER BY name`,
    );
    expect(settings.rows.map(({ setting }) => Number(setting))).toEqual([15_000, 4_000, 15_000]);
    await db.$client.end();
  });
});
