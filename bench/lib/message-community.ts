import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';
import { populate } from '../../apps/server/test/population.ts';
import { type BenchDatabase, openDatabase } from './database.ts';
import { connectPairs, deleteBlocks, type SignedInMember, signInMembers } from './members.ts';
import { type Exchange, MessageClient } from './message-client.ts';
import { productionSettings, type ServerProcess, startServer } from './server-process.ts';
import { makeFolder } from './workspace.ts';

/** Creates `count` members in connected pairs, and two server processes on one database. */
export async function openCommunity(cleanups: AsyncDisposableStack, count: number) {
  const database: BenchDatabase = await openDatabase(cleanups);
  const client = await database.pool.connect();
  await populate(client, { members: count, posts: 100 });
  client.release(true);
  const members = await signInMembers(database.pool, count);
  await deleteBlocks(database.pool);
  await connectPairs(database.pool, members);
  const servers: ServerProcess[] = [];
  for (let index = 0; index < 2; index += 1)
    servers.push(
      await startServer(
        { DATABASE_URL: database.url, DATA_DIR: await makeFolder(cleanups), ...productionSettings },
        cleanups,
      ),
    );
  return { database, servers, members };
}

/** Creates the clients. The members of every second pair share a server; the others use different servers. */
export const createPairedClients = (members: SignedInMember[], exchange: Exchange): MessageClient[] =>
  members.map((member, index) => {
    const sharesServer = index % 4 > 1;
    const server = sharesServer ? Math.floor(index / 4) % 2 : index % 2;
    return new MessageClient(member, members[index % 2 ? index - 1 : index + 1]!.id, exchange, server);
  });

export async function sendUntilAborted(
  signal: AbortSignal,
  client: MessageClient,
  pauseMilliseconds: number,
): Promise<void> {
  while (!signal.aborted) {
    await client.send('Crossing');
    await wait(pauseMilliseconds * (0.5 + Math.random()));
  }
}

type StoredMessage = { id: string; content: string; sender_id: string; receiver_id: string; is_withheld: boolean };

/** Returns the messages that each member may see, in order. */
const readStored = async (pool: Pool): Promise<Map<string, StoredMessage[]>> => {
  const { rows } = await pool.query<StoredMessage>(
    'SELECT id, content, sender_id, receiver_id, is_withheld FROM messages ORDER BY conversation_id, position',
  );
  const byMember = new Map<string, StoredMessage[]>();
  for (const row of rows)
    for (const memberId of row.is_withheld ? [row.sender_id] : [row.sender_id, row.receiver_id])
      byMember.set(memberId, [...(byMember.get(memberId) ?? []), row]);
  return byMember;
};

/** Waits until every log has as many messages as the database, at most 15 seconds. */
export async function waitForDelivery(clients: MessageClient[], pool: Pool): Promise<void> {
  const stored = await readStored(pool);
  const giveUpAt = performance.now() + 15_000;
  const isBehind = ({ member, log }: MessageClient) => log.length < (stored.get(member.id)?.length ?? 0);
  while (clients.some(isBehind) && performance.now() < giveUpAt) await wait(50);
}

export async function compareLogs(clients: MessageClient[], exchange: Exchange, pool: Pool) {
  const stored = await readStored(pool);
  const all = [...stored.values()].flat();
  const storedClientIds = new Set(all.map(({ content }) => content.slice(0, 36)));
  let missing = [...exchange.acknowledged].filter((clientId) => !storedClientIds.has(clientId)).length;
  let duplicates = new Set(all.map(({ id }) => id)).size - storedClientIds.size;
  let outOfOrder = 0;
  for (const { member, log } of clients) {
    const expected = stored.get(member.id) ?? [];
    const seen = new Set(log.map(({ id }) => id));
    missing += expected.filter(({ id }) => !seen.has(id)).length;
    duplicates += log.length - seen.size;
    outOfOrder += log.filter(({ id }, index) => seen.size === expected.length && expected[index]?.id !== id).length;
  }
  return { missing, duplicates, outOfOrder, stored: storedClientIds.size };
}

export const closeAll = async (clients: MessageClient[]): Promise<void> => {
  for (const client of clients) client.close();
};
