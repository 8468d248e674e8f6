import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';
import { findRunningEmbeddedPostgres } from '../apps/server/src/platform/embedded-postgres/index.ts';
import { freePort } from '../apps/server/src/platform/http/free-port.ts';
import { populate } from '../apps/server/test/population.ts';
import { openPool } from './lib/database.ts';
import { inTurn } from './lib/load.ts';
import { type Measurement, rounded, spread } from './lib/measurement.ts';
import { signInMembers } from './lib/members.ts';
import { present } from './lib/present.ts';
import { type ServerProcess, startServer } from './lib/server-process.ts';
import { makeFolder } from './lib/workspace.ts';

const rounds = 20;
const writers = 8;
const maxReadySeconds = 10;
const victims = ['server', 'database', 'both'] as const;
type Victim = (typeof victims)[number];

/** A post that somebody pressed "share" for: the client keeps its key until it is acknowledged. */
type Sent = { key: string; content: string; cookie: string; acknowledgedId?: string };

/**
 * Kills the server, its PostgreSQL or both in the midst of posting, again and again. What was acknowledged must be
 * there exactly once, what was not must be there exactly once after it is sent again, and every counter must be right.
 */
export async function measureKill(): Promise<Measurement[]> {
  await using cleanups = new AsyncDisposableStack();
  const variables = { DATA_DIR: await makeFolder(cleanups), PORT: String(await freePort('127.0.0.1')) };
  const cluster = path.join(variables.DATA_DIR, 'database', 'cluster');
  let server = await startServer(variables);
  cleanups.defer(() => server.end('SIGTERM'));
  const cookies = await openCommunity(variables.DATA_DIR);

  const sent: Sent[] = [];
  const readySeconds: Record<Victim, number[]> = { server: [], database: [], both: [] };
  let retried = 0;
  for (let round = 0; round < rounds; round += 1) {
    const victim = present(victims[round % victims.length]);
    const writing = new AbortController();
    const written = writeUntil(writing.signal, server.url, cookies, sent);
    // Long enough that every connection writes, and never the same moment of a transaction.
    await wait(300 + Math.random() * 500);
    const postmasterPid = await recordedPid(cluster);
    const killedAt = performance.now();
    if (victim !== 'server') process.kill(postmasterPid, 'SIGKILL');
    if (victim !== 'database') await server.end('SIGKILL');
    writing.abort();
    if (victim === 'database') await untilReady(server, async () => (await recordedPid(cluster)) !== postmasterPid);
    else server = await startServer(variables);
    readySeconds[victim].push((performance.now() - killedAt) / 1000);
    await written;

    const unacknowledged = sent.filter(({ acknowledgedId }) => acknowledgedId === undefined);
    retried += unacknowledged.length;
    for (const post of unacknowledged) await share(server.url, post);
    const left = unacknowledged.filter(({ acknowledgedId }) => acknowledgedId === undefined).length;
    if (left > 0) throw new Error(`${left} posts were not taken when the server was ready again.`);
  }
  return report(await recount(variables.DATA_DIR, sent), readySeconds, sent.length, retried);
}

async function openCommunity(dataDirectory: string): Promise<string[]> {
  await using cleanups = new AsyncDisposableStack();
  const pool = openPool(present(await findRunningEmbeddedPostgres(`${dataDirectory}/database`)), cleanups);
  const client = await pool.connect();
  await populate(client, { members: 200, posts: 1_000 });
  client.release(true);
  return (await signInMembers(pool, 50)).map(({ cookie }) => cookie);
}

/** Shares posts one after another with several writers, as fast as they are acknowledged. */
async function writeUntil(signal: AbortSignal, url: string, cookies: string[], sent: Sent[]): Promise<void> {
  const nextCookie = inTurn(cookies);
  const write = async () => {
    while (!signal.aborted) {
      const key = randomUUID();
      const post: Sent = { key, content: `Shared under fire: ${key}`, cookie: nextCookie() };
      sent.push(post);
      await share(url, post);
    }
  };
  await Promise.all(Array.from({ length: writers }, write));
}

/** Shares a post; whatever goes wrong on the way leaves it unacknowledged, as it does for a browser. */
async function share(url: string, post: Sent): Promise<void> {
  try {
    const response = await fetch(`${url}/api/posts`, {
      method: 'POST',
      headers: { cookie: post.cookie, 'content-type': 'application/json', 'idempotency-key': post.key },
      body: JSON.stringify({ content: post.content }),
      signal: AbortSignal.timeout(20_000),
    });
    const body = (await response.json()) as { id: string };
    if (response.status === 201) post.acknowledgedId = body.id;
  } catch {
    // Unacknowledged.
  }
}

async function recordedPid(cluster: string): Promise<number> {
  const text = await readFile(path.join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  return Number(text.split('\n')[0]);
}

async function untilReady(server: ServerProcess, isBack: () => Promise<boolean>): Promise<void> {
  const giveUpAt = performance.now() + 60_000;
  for (;;) {
    const answer = await fetch(`${server.url}/readyz`).catch((error: unknown) => {
      throw new Error('The server ended with its database.', { cause: error });
    });
    await answer.arrayBuffer();
    if (answer.ok && (await isBack())) return;
    if (performance.now() > giveUpAt) throw new Error('The database did not come back within a minute.');
    await wait(5);
  }
}

type Recount = { lost: number; doubled: number; strangers: number; wrongCounters: number; wrongScores: number };

async function recount(dataDirectory: string, sent: Sent[]): Promise<Recount> {
  await using cleanups = new AsyncDisposableStack();
  const pool: Pool = openPool(present(await findRunningEmbeddedPostgres(`${dataDirectory}/database`)), cleanups);
  const { rows } = await pool.query<Recount>(
    `WITH expected AS (SELECT * FROM unnest($1::uuid[], $2::text[]) AS expected (id, content)),
       kept AS (SELECT id, content FROM posts WHERE content LIKE 'Shared under fire: %')
     SELECT (SELECT count(*)::int FROM expected WHERE NOT EXISTS (SELECT FROM kept WHERE kept.id = expected.id AND kept.content = expected.content)) AS lost,
       (SELECT (count(*) - count(DISTINCT content))::int FROM kept) AS doubled,
       (SELECT count(*)::int FROM kept WHERE NOT EXISTS (SELECT FROM expected WHERE expected.id = kept.id)) AS strangers,
       (SELECT count(*)::int FROM posts WHERE
          likes_count <> (SELECT count(*) FROM post_likes WHERE post_id = posts.id) OR
          comments_count <> (SELECT count(*) FROM post_comments WHERE post_id = posts.id AND NOT is_awaiting_review)) AS "wrongCounters",
       (SELECT count(*)::int FROM users WHERE
          mindfulness_score <> (SELECT coalesce(sum(points), 0) FROM points_ledger WHERE member_id = users.id) OR
          mindfulness_score <> (SELECT count(*) FROM posts WHERE author_id = users.id)
                             + (SELECT count(*) FROM post_comments WHERE author_id = users.id)) AS "wrongScores"`,
    [sent.map(({ acknowledgedId }) => acknowledgedId), sent.map(({ content }) => content)],
  );
  return present(rows[0]);
}

function report(
  recounted: Recount,
  readySeconds: Record<Victim, number[]>,
  sentCount: number,
  retried: number,
): Measurement[] {
  const none = { unit: '', bar: { atMost: 0 } };
  return [
    {
      name: 'acknowledged posts that are lost',
      value: recounted.lost,
      ...none,
      note: `${sentCount} posts, ${retried} of them sent again after one of ${rounds} kills`,
    },
    { name: 'posts there twice', value: recounted.doubled, ...none },
    { name: 'posts nobody knows of', value: recounted.strangers, ...none },
    { name: 'posts whose counters differ from their rows', value: recounted.wrongCounters, ...none },
    { name: 'members whose points differ from the ledger or the posts', value: recounted.wrongScores, ...none },
    ...victims.map((victim) => ({
      name: `ready again after kill -9 of ${victim === 'both' ? 'both' : `the ${victim}`}`,
      value: rounded(Math.max(...readySeconds[victim]), 2),
      unit: 's',
      bar: { atMost: maxReadySeconds },
      note: `the slowest of ${readySeconds[victim].length}: ${spread(readySeconds[victim], 2)} s`,
    })),
  ];
}
