import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';
import { type Measurement, noneOf } from './measurement.ts';
import type { SignedInMember } from './members.ts';
import { type Exchange, MessageClient } from './message-client.ts';
import { waitUntil } from './wait-until.ts';

/** Creates the clients. The members of every second pair share a server; the others use different servers. */
export const createPairedClients = (members: readonly SignedInMember[], exchange: Exchange): MessageClient[] =>
  members.map((member, index) => {
    const sharesServer = index % 4 > 1;
    const server = sharesServer ? Math.floor(index / 4) % 2 : index % 2;
    return new MessageClient(member, members[index ^ 1]!.id, exchange, server);
  });

export async function sendUntilAborted(signal: AbortSignal, client: MessageClient, pauseMilliseconds: number) {
  while (!signal.aborted) {
    await client.send('Crossing');
    await wait(pauseMilliseconds * (0.5 + Math.random()));
  }
}

type StoredMessage = { id: string; content: string; sender_id: string; receiver_id: string };

/** Returns the messages that each member may see, in order. */
async function readStored(clients: readonly MessageClient[], pool: Pool): Promise<Map<string, StoredMessage[]>> {
  const { rows } = await pool.query<StoredMessage>(
    `SELECT id, content, sender_id, receiver_id FROM messages WHERE sender_id = ANY ($1::uuid[])
     ORDER BY conversation_id, position`,
    [clients.map(({ member }) => member.id)],
  );
  const byMember = new Map<string, StoredMessage[]>();
  for (const row of rows)
    for (const memberId of [row.sender_id, row.receiver_id]) byMember.getOrInsertComputed(memberId, () => []).push(row);
  return byMember;
}

/**
 * Each acknowledged message must be stored once, and be in both members' logs once and in order. Waits at most 15
 * seconds for the last ones.
 */
export async function verifyMessages(
  clients: readonly MessageClient[],
  exchange: Exchange,
  pool: Pool,
): Promise<Measurement[]> {
  const stored = await readStored(clients, pool);
  const isUpToDate = ({ member, log }: MessageClient) => log.length >= (stored.get(member.id)?.length ?? 0);
  await waitUntil(() => clients.every(isUpToDate), { atMostMilliseconds: 15_000 });

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
  return [
    noneOf('messages missing', missing, `of ${storedClientIds.size}`),
    noneOf('duplicate messages', duplicates),
    noneOf('messages out of order', outOfOrder),
  ];
}
