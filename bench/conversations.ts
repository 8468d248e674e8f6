import type { Pool } from 'pg';
import type { MessagePopulationSize, PopulationSize } from '../apps/server/test/population.ts';
import { openDatabase } from './lib/database.ts';
import { explain } from './lib/explain.ts';
import { compareGrowth } from './lib/growth.ts';
import { latencies } from './lib/latency.ts';
import type { Measurement } from './lib/measurement.ts';
import { signInMembers } from './lib/members.ts';
import { requireDefined } from './lib/require-defined.ts';
import { startServer } from './lib/server-process.ts';
import { watchReads } from './lib/watch-reads.ts';
import { makeFolder } from './lib/workspace.ts';
import { seed } from './seed.ts';

const correspondence: MessagePopulationSize = { conversationsOfEach: 10, messagesInEach: 20 };
/** With the correspondence above: 20,000 and 2,000,000 messages. */
const sizes = {
  small: { members: 100, posts: 100 },
  large: { members: 10_000, posts: 100 },
} satisfies Record<string, PopulationSize>;

const callsInRound = 200;
const names = ['list of conversations', 'page of messages', 'missed messages', 'unread count'] as const;
type CallName = (typeof names)[number];

/** Measures whether reading messages gets slower with 100 times as many, and checks the statements and plans. */
export async function measureConversations(): Promise<Measurement[]> {
  await using cleanups = new AsyncDisposableStack();
  const small = await openCommunity(sizes.small, cleanups);
  const large = await openCommunity(sizes.large, cleanups);
  const growth = await compareGrowth(
    names,
    { small, large },
    { sizes: '2,000,000 messages, relative to 20,000', note: '20 conversations each' },
  );
  return [...growth, ...(await large.explainReads())];
}

async function openCommunity(size: PopulationSize, cleanups: AsyncDisposableStack) {
  const { url: DATABASE_URL, pool } = await openDatabase(cleanups);
  await seed(pool, size, correspondence);
  const reader = requireDefined((await signInMembers(pool, 1))[0]);
  const paths = await pathsOf(pool, reader.id);
  const server = await startServer({ DATABASE_URL, DATA_DIR: await makeFolder(cleanups) }, cleanups);
  return {
    time: (name: CallName) => latencies(`${server.url}${paths[name]}`, [reader.cookie], callsInRound),
    async explainReads(): Promise<Measurement[]> {
      const reads = await watchReads(paths, { databaseUrl: DATABASE_URL, cookie: reader.cookie, atMost: 3 });
      const statements = reads.flatMap((read) => read.statements);
      return [...reads.map(({ count }) => count), await explain(pool, statements)];
    },
  };
}

async function pathsOf(pool: Pool, readerId: string): Promise<Record<CallName, string>> {
  const { rows } = await pool.query<{ otherId: string; messageId: string }>(
    `SELECT other_id AS "otherId", messages.id AS "messageId" FROM conversation_members
     JOIN messages USING (conversation_id) WHERE member_id = $1 AND position = 10 LIMIT 1`,
    [readerId],
  );
  const { otherId, messageId } = requireDefined(rows[0]);
  return {
    'list of conversations': '/api/messages/conversations',
    'page of messages': `/api/messages?userId=${otherId}`,
    'missed messages': `/api/messages?userId=${otherId}&after=${messageId}`,
    'unread count': '/api/messages/unread-count',
  };
}
