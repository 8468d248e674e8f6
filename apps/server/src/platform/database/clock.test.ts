import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { glob, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { requestPasswordReset, signIn } from '@commons/contract/auth/schemas';
import { createComment, createPost, listComments, listPosts } from '@commons/contract/feed/schemas';
import { takeBreak } from '@commons/contract/security/schemas';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { goodPassword, memberWithPassword } from '../../../test/accounts.ts';
import { Community, type Member, sessionSecret } from '../../../test/community.ts';
import { sessions, verifications } from '../../features/auth/auth.tables.ts';
import { findFreePort } from '../http/free-port.ts';
import { databaseNow, readDatabaseClock } from './clock.ts';
import { newId } from './columns.ts';

const hourMilliseconds = 60 * 60 * 1000;
const source = fileURLToPath(new URL('../..', import.meta.url));

/** Starts a second server of the community, in a process whose clock is off by `hours`. */
async function openServer(community: Community, hours: number) {
  const dataDirectory = await mkdtemp(path.join(tmpdir(), 'mindful-commons-clock-'));
  const port = await findFreePort('127.0.0.1');
  const url = `http://127.0.0.1:${port}`;
  const clock = `const Real = Date; const offset = ${hours * hourMilliseconds};
    globalThis.Date = class extends Real {
      constructor(...args) { if (args.length) super(...args); else super(Real.now() + offset); }
      static now() { return Real.now() + offset; }
    };`;
  const program = ['--import', `data:text/javascript,${encodeURIComponent(clock)}`, path.join(source, 'main.ts')];
  const child = spawn(process.execPath, program, {
    cwd: dataDirectory,
    stdio: 'ignore',
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      DATA_DIR: dataDirectory,
      DATABASE_URL: community.databaseUrl,
      SESSION_SECRET: sessionSecret,
      RATE_LIMITS: 'off',
      STARTER_CONTENT: 'off',
      LOG_LEVEL: 'warn',
    },
  });
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await vi.waitUntil(isReady, { timeout: 60_000, interval: 50 });
  return {
    /** Sends a member's request and returns the response body. */
    async call(
      member: Pick<Member, 'cookie'>,
      method: string,
      address: string,
      body: unknown,
    ): Promise<{ id: string }> {
      const headers = { cookie: member.cookie, origin: url, 'content-type': 'application/json' };
      const response = await fetch(url + address, { method, headers, body: JSON.stringify(body) });
      expect(response.status).toBeLessThan(300);
      return response.status === 204 ? { id: '' } : ((await response.json()) as { id: string });
    },
    async close() {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}

let community: Community;
beforeAll(async () => {
  community = await Community.open();
});
afterAll(() => community.close());
afterEach(() => readDatabaseClock(community.db));

/** Waits 100 ms, because the clocks of two servers can differ by a few milliseconds. */
function waitBriefly(): Promise<unknown> {
  const startedAt = performance.now();
  return vi.waitUntil(() => performance.now() - startedAt > 100, { interval: 10 });
}

describe.each([2, -2])('next to a server whose clock is %d hours off', (hours) => {
  let other: Awaited<ReturnType<typeof openServer>>;
  beforeAll(async () => {
    other = await openServer(community, hours);
  });
  afterAll(() => other.close());

  test('posts and comments are listed in the order in which they were written', async () => {
    const ana = await community.member();
    const postIds: string[] = [];
    for (let index = 0; index < 3; index += 1) {
      postIds.push((await ana.call(createPost, { body: { content: `Here ${index}` } })).body.id);
      await waitBriefly();
      postIds.push((await other.call(ana, 'POST', createPost.path, { content: `There ${index}` })).id);
      await waitBriefly();
    }
    const { body: posts } = await ana.call(listPosts, { query: { limit: 6 } });
    expect(posts.map(({ id }) => id)).toEqual(postIds.toReversed());
    for (const { createdAt } of posts)
      expect(Math.abs(Date.parse(createdAt) - Date.now())).toBeLessThan(hourMilliseconds / 2);

    const [id = ''] = postIds;
    const commentIds: string[] = [];
    for (let index = 0; index < 3; index += 1) {
      commentIds.push((await other.call(ana, 'POST', createComment.path.replace('{id}', id), { content: 'There' })).id);
      await waitBriefly();
      commentIds.push((await ana.call(createComment, { params: { id }, body: { content: 'Here' } })).body.id);
      await waitBriefly();
    }
    const response = await ana.call(listComments, { params: { id } });
    expect(response.body.map((each) => each.id)).toEqual(commentIds);
  });

  test('sessions and mailed links last equally long on both servers', async () => {
    const ana = await memberWithPassword(community);
    const credentials = { email: ana.email, password: goodPassword };
    await other.call({ cookie: '' }, 'POST', signIn.path, credentials);
    await community.visitor.call(signIn, { body: credentials });
    const columns = { createdAt: sessions.createdAt, expiresAt: sessions.expiresAt };
    const isOwnedByAna = eq(sessions.userId, ana.id);
    const [, otherSession, ownSession] = await community.db
      .select(columns)
      .from(sessions)
      .where(isOwnedByAna)
      .orderBy(sessions.id);
    expect(Math.abs(Number(ownSession?.createdAt) - Number(otherSession?.createdAt))).toBeLessThan(
      hourMilliseconds / 2,
    );
    expect(Math.abs(Number(ownSession?.expiresAt) - Number(otherSession?.expiresAt))).toBeLessThan(
      hourMilliseconds / 2,
    );

    await other.call({ cookie: '' }, 'POST', requestPasswordReset.path, { email: ana.email });
    const findLinkExpiry = async () =>
      (await community.db.select().from(verifications).where(eq(verifications.value, ana.id)))[0]?.expiresAt;
    await expect.poll(findLinkExpiry).toBeDefined();
    const remaining = Number(await findLinkExpiry()) - Date.now();
    expect(remaining).toBeGreaterThan(hourMilliseconds / 2);
    expect(remaining).toBeLessThan(1.5 * hourMilliseconds);
  });

  test('a break until the same time is accepted by both servers', async () => {
    const until = new Date(Date.now() + 1.5 * hourMilliseconds).toISOString();
    const [ana, ben] = [await community.member(), await community.member()];
    await other.call(ana, 'POST', takeBreak.path, { until });
    expect((await ben.call(takeBreak, { body: { until } })).status).toBe(204);
  });
});

const fakeDatabase = (milliseconds: number) => ({
  execute: async () => ({ rows: [{ now: String(Date.now() + milliseconds) }] }),
});

test('ids and times follow the database clock forward and backward', async () => {
  const before = newId();
  await readDatabaseClock(fakeDatabase(2 * hourMilliseconds) as never);
  expect(databaseNow().getTime() - Date.now()).toBeGreaterThan(2 * hourMilliseconds - 1_000);
  await readDatabaseClock(community.db);
  expect(Math.abs(databaseNow().getTime() - Date.now())).toBeLessThan(60_000);
  expect(newId() > before).toBe(true);
  const { rows } = await community.db.execute<{ is: boolean }>(
    sql`SELECT ${databaseNow().toISOString()}::timestamptz <= now() + interval '1 second' AS is`,
  );
  expect(rows[0]?.is).toBe(true);
});

test('features use the database clock', async () => {
  // The account library reads the process clock; its adapter corrects the times.
  const processClockFiles = new Set(['auth/accounts.ts', 'auth/pending-sign-in.ts', 'auth/account-library-adapter.ts']);
  const violations: string[] = [];
  for await (const file of glob('features/**/*.ts', { cwd: source })) {
    const name = file.replace('features/', '');
    if (/\.(test|authorization)\.ts$/.test(name) || processClockFiles.has(name)) continue;
    if (/new Date\(\)|Date\.now\(\)/.test(await readFile(path.join(source, file), 'utf8'))) violations.push(name);
  }
  expect(violations).toEqual([]);
});
