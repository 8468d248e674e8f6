import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';
import { findRunningEmbeddedPostgres } from '../apps/server/src/platform/embedded-postgres/index.ts';
import { freePort } from '../apps/server/src/platform/http/free-port.ts';
import { populate } from '../apps/server/test/population.ts';
import { openPool } from './lib/database.ts';
import { type Measurement, rounded, spread } from './lib/measurement.ts';
import { connectPairs, forgetBlocks, type SignedInMember, signInMembers } from './lib/members.ts';
import { present } from './lib/present.ts';
import { asInProduction, type ServerProcess, startServer } from './lib/server-process.ts';
import { makeFolder } from './lib/workspace.ts';

const rounds = { full: 21, quick: 6 };
const writers = 8;
/** So many that none of them meets a rate limit, however fast posts are taken. */
const writingMembers = 600;
const maxReadySeconds = 10;
const victims = ['server', 'database', 'both'] as const;
type Victim = (typeof victims)[number];

/** What somebody pressed "share" or "send" for: the client keeps its key until it is acknowledged. */
type Sent = {
  kind: 'post' | 'message';
  key: string;
  content: string;
  author: SignedInMember;
  /** Of messages. */
  receiver: SignedInMember;
  acknowledgedId?: string;
  /** Acknowledged on the first try: who writes one message after the other expects them in that order. */
  isInOrder: boolean;
};

/**
 * Kills the server, its PostgreSQL or both in the midst of posting and writing messages, again and again. What was
 * acknowledged must be there exactly once and in order, what was not must be there exactly once after it is sent again,
 * and every counter must be right.
 */
export async function measureKill({ quick }: { quick: boolean }): Promise<Measurement[]> {
  await using cleanups = new AsyncDisposableStack();
  const variables = {
    DATA_DIR: await makeFolder(cleanups),
    PORT: String(await freePort('127.0.0.1')),
    ...asInProduction,
  };
  const roundCount = quick ? rounds.quick : rounds.full;
  const cluster = path.join(variables.DATA_DIR, 'database', 'cluster');
  let server = await startServer(variables);
  cleanups.defer(() => server.end('SIGTERM'));
  const members = await openCommunity(variables.DATA_DIR);

  const sent: Sent[] = [];
  const readySeconds: Record<Victim, number[]> = { server: [], database: [], both: [] };
  let retried = 0;
  for (let round = 0; round < roundCount; round += 1) {
    const victim = present(victims[round % victims.length]);
    const writing = new AbortController();
    const written = writeUntil(writing.signal, server.url, members, sent);
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
    for (const each of unacknowledged) await send(server.url, each);
    const left = unacknowledged.filter(({ acknowledgedId }) => acknowledgedId === undefined).length;
    if (left > 0) throw new Error(`${left} posts or messages were not taken when the server was ready again.`);
  }
  return report(await recount(variables.DATA_DIR, sent), readySeconds, { sent, retried, roundCount });
}

async function openCommunity(dataDirectory: string): Promise<SignedInMember[]> {
  await using cleanups = new AsyncDisposableStack();
  const pool = openPool(present(await findRunningEmbeddedPostgres(`${dataDirectory}/database`)), cleanups);
  const client = await pool.connect();
  await populate(client, { members: 1_000, posts: 1_000 });
  client.release(true);
  const members = await signInMembers(pool, writingMembers);
  await forgetBlocks(pool);
  await connectPairs(pool, members);
  return members;
}

/** Shares posts and sends messages one after another with several writers, as fast as they are acknowledged. */
async function writeUntil(signal: AbortSignal, url: string, members: SignedInMember[], sent: Sent[]): Promise<void> {
  const write = async (writer: number) => {
    // Members of their own, in pairs: what one writes after another is not crossed by another writer.
    const share = 2 * Math.floor(members.length / writers / 2);
    const own = members.slice(writer * share, (writer + 1) * share);
    for (let turn = Math.floor(Math.random() * share); !signal.aborted; turn += 1) {
      const key = randomUUID();
      const [author, receiver] = [present(own[turn % share]), present(own[(turn % share) ^ 1])];
      const kind = turn % 3 === 0 ? 'message' : 'post';
      const each: Sent = { kind, key, content: `Written under fire: ${key}`, author, receiver, isInOrder: false };
      sent.push(each);
      await send(url, each);
      each.isInOrder = each.acknowledgedId !== undefined;
    }
  };
  await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
}

/** Sends a post or a message; whatever goes wrong on the way leaves it unacknowledged, as it does for a browser. */
async function send(url: string, each: Sent): Promise<void> {
  const { kind, key, content, author, receiver } = each;
  const isPost = kind === 'post';
  try {
    const response = await fetch(`${url}/api/${isPost ? 'posts' : 'messages'}`, {
      method: 'POST',
      headers: {
        cookie: author.cookie,
        'content-type': 'application/json',
        ...(isPost && { 'idempotency-key': key }),
      },
      body: JSON.stringify(isPost ? { content } : { content, receiverId: receiver.id, clientId: key }),
      signal: AbortSignal.timeout(20_000),
    });
    const body = (await response.json()) as { id: string };
    if (response.status === 201) each.acknowledgedId = body.id;
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

type Recount = {
  lost: number;
  doubled: number;
  strangers: number;
  outOfOrder: number;
  gaps: number;
  wrongCounters: number;
  wrongScores: number;
};

async function recount(dataDirectory: string, sent: Sent[]): Promise<Recount> {
  await using cleanups = new AsyncDisposableStack();
  const pool: Pool = openPool(present(await findRunningEmbeddedPostgres(`${dataDirectory}/database`)), cleanups);
  const { rows } = await pool.query<Recount>(
    `WITH expected AS (
         SELECT * FROM unnest($1::uuid[], $2::text[], $3::boolean[]) WITH ORDINALITY AS expected (id, content, is_in_order, turn)),
       kept AS (
         SELECT id, content, NULL::uuid AS conversation_id, NULL::int AS position FROM posts WHERE content LIKE 'Written under fire: %'
         UNION ALL SELECT id, content, conversation_id, position FROM messages),
       in_turn AS (
         SELECT position, lag(position) OVER (PARTITION BY conversation_id ORDER BY turn) AS before
         FROM kept JOIN expected USING (id) WHERE position IS NOT NULL AND is_in_order)
     SELECT (SELECT count(*)::int FROM expected WHERE NOT EXISTS (SELECT FROM kept WHERE kept.id = expected.id AND kept.content = expected.content)) AS lost,
       (SELECT (count(*) - count(DISTINCT content))::int FROM kept) AS doubled,
       (SELECT count(*)::int FROM kept WHERE NOT EXISTS (SELECT FROM expected WHERE expected.id = kept.id)) AS strangers,
       (SELECT count(*)::int FROM in_turn WHERE position < before) AS "outOfOrder",
       (SELECT count(*)::int FROM (SELECT max(position) <> count(*) AS has_gap FROM messages GROUP BY conversation_id) AS each WHERE has_gap) AS gaps,
       (SELECT count(*)::int FROM posts WHERE
          likes_count <> (SELECT count(*) FROM post_likes WHERE post_id = posts.id) OR
          comments_count <> (SELECT count(*) FROM post_comments WHERE post_id = posts.id AND NOT is_awaiting_review AND NOT is_removed)) AS "wrongCounters",
       (SELECT count(*)::int FROM users WHERE
          mindfulness_score <> (SELECT coalesce(sum(points), 0) FROM points_ledger WHERE member_id = users.id) OR
          mindfulness_score <> coalesce((SELECT score FROM leaderboard_standings WHERE member_id = users.id), 0) OR
          mindfulness_score <> (SELECT count(*) FROM posts WHERE author_id = users.id)
                             + (SELECT count(*) FROM post_comments WHERE author_id = users.id)) AS "wrongScores"`,
    [
      sent.map(({ acknowledgedId }) => acknowledgedId),
      sent.map(({ content }) => content),
      sent.map(({ isInOrder }) => isInOrder),
    ],
  );
  return present(rows[0]);
}

function report(
  recounted: Recount,
  readySeconds: Record<Victim, number[]>,
  { sent, retried, roundCount }: { sent: Sent[]; retried: number; roundCount: number },
): Measurement[] {
  const messages = sent.filter(({ kind }) => kind === 'message').length;
  const none = { unit: '', bar: { atMost: 0 } };
  return [
    {
      name: 'acknowledged posts and messages that are lost',
      value: recounted.lost,
      ...none,
      note: `${sent.length - messages} posts, ${messages} messages, ${retried} of them sent again after one of ${roundCount} kills; rate limits on`,
    },
    { name: 'posts and messages there twice', value: recounted.doubled, ...none },
    { name: 'messages out of order', value: recounted.outOfOrder, ...none },
    { name: 'conversations with a gap', value: recounted.gaps, ...none },
    { name: 'posts and messages nobody knows of', value: recounted.strangers, ...none },
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
