import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';
import { type BenchDatabase, countDeadlocks } from './lib/database.ts';
import { type Measurement, percentile, rounded } from './lib/measurement.ts';
import { type Exchange, MessageClient, newExchange } from './lib/message-client.ts';
import {
  closeAll,
  compareLogs,
  createPairedClients,
  openCommunity,
  waitForDelivery,
  sendUntilAborted,
} from './lib/message-community.ts';
import { requireDefined } from './lib/require-defined.ts';
import { type ServerProcess, startServer } from './lib/server-process.ts';
import { makeFolder } from './lib/workspace.ts';

type Load = {
  sockets: number;
  messagesPerSecond: number;
  seconds: number;
  disconnects: number;
  crossing: ConcurrentLoad;
};
type ConcurrentLoad = { pairs: number; seconds: number };
const fullLoad: Load = {
  sockets: 5_000,
  messagesPerSecond: 300,
  seconds: 60,
  disconnects: 1_000,
  crossing: { pairs: 100, seconds: 20 },
};
const quickLoad: Load = {
  sockets: 600,
  messagesPerSecond: 100,
  seconds: 10,
  disconnects: 100,
  crossing: { pairs: 40, seconds: 10 },
};
/** Sockets open during the measurement without load. */
const fewSockets = 100;
const unloadedMessages = 400;
const openingAtOnce = 50;

/**
 * Measures live messages with two server processes on one database. Each message must be in both members' logs once and
 * in order, despite disconnects, blocks and concurrent writes.
 */
export async function measureMessages({ quick }: { quick: boolean }): Promise<Measurement[]> {
  await using cleanups = new AsyncDisposableStack();
  const load = quick ? quickLoad : fullLoad;
  const { database, servers, members } = await openCommunity(cleanups, load.sockets);
  const exchange = newExchange(servers.map(({ url }) => url));
  const clients = createPairedClients(members, exchange);
  cleanups.defer(() => closeAll(clients));

  const unloaded = await measureUnloaded(clients.slice(0, fewSockets), exchange);
  // The garbage of opening and sending is collected within seconds.
  const collectGarbage = () => wait(quick ? 2_000 : 25_000);
  await collectGarbage();
  const before = await residentBytes(servers);
  for (let index = fewSockets; index < clients.length; index += openingAtOnce)
    await Promise.all(clients.slice(index, index + openingAtOnce).map((client) => client.open()));
  await collectGarbage();
  const bytesPerSocket = ((await residentBytes(servers)) - before) / (clients.length - fewSockets);

  exchange.latencies.length = 0;
  await Promise.all([exchangeMessages(clients, load), disconnectSome(clients, load)]);
  const live = percentile(exchange.latencies, 0.99);
  await waitForDelivery(clients, database.pool);
  // Skips the first members: they have used up their rate limit of messages.
  const crossing = await measureConcurrentWrites(clients.slice(fewSockets), load.crossing, database.pool);
  await waitForDelivery(clients, database.pool);
  const { missing, duplicates, outOfOrder, stored } = await compareLogs(clients, exchange, database.pool);
  const deadlocks = await countDeadlocks(database.pool);
  const slowReader = await measureSlowReader(cleanups, database, clients.slice(0, 2));

  // Targets apply to the full load only: with few sockets, the fixed costs of a process dominate.
  const bar = (atMost: number) => (quick ? {} : { bar: { atMost } });
  const note = `${clients.length} sockets, ${load.messagesPerSecond}/s for ${load.seconds} s, ${load.disconnects} disconnects, 2 processes, rate limits on, ${stored} messages, ${exchange.refused.size} refused because of a block, ${exchange.catchUps} catch-ups`;
  return [
    { name: 'messages missing', value: missing, unit: '', target: { atMost: 0 }, note },
    { name: 'duplicate messages', value: duplicates, unit: '', target: { atMost: 0 } },
    { name: 'messages out of order', value: outOfOrder, unit: '', target: { atMost: 0 } },
    { name: 'deadlocks', value: deadlocks, unit: '', target: { atMost: 0 }, note: 'counted by the database' },
    ...crossing,
    ...unloaded,
    { name: 'live message p99, loaded', value: rounded(live, 1), unit: 'ms', ...bar(100) },
    { name: 'server memory per socket', value: rounded(bytesPerSocket / 1024, 1), unit: 'KB', ...bar(30) },
    ...slowReader,
  ];
}

/** Sends one message at a time, between members on one server and on two. */
async function measureUnloaded(clients: MessageClient[], exchange: Exchange): Promise<Measurement[]> {
  await Promise.all(clients.map((client) => client.open()));
  const sharesServer = (client: MessageClient) =>
    clients.some(({ member, url }) => member.id === client.otherId && url === client.url);
  const kinds = [
    { name: 'on one server', senders: clients.filter(sharesServer), bars: { p50: 2, p99: 5 } },
    { name: 'over two servers', senders: clients.filter((client) => !sharesServer(client)), bars: { p50: 4, p99: 10 } },
  ];
  const measurements: Measurement[] = [];
  for (const { name, senders, bars } of kinds) {
    // The first pass compiles the code and prepares the statements.
    for (const isWarm of [false, true]) {
      exchange.latencies.length = 0;
      for (let index = 0; index < unloadedMessages; index += 1)
        await requireDefined(senders[index % senders.length]).send('One at a time');
      await waitForLatencies(exchange, unloadedMessages);
      if (!isWarm) continue;
      for (const [label, part] of [
        ['p50', 0.5],
        ['p99', 0.99],
      ] as const)
        measurements.push({
          name: `live message ${label}, unloaded, ${name}`,
          value: rounded(percentile(exchange.latencies, part), 1),
          unit: 'ms',
          target: { atMost: bars[label] },
          note: `${unloadedMessages} messages, ${clients.length} sockets`,
        });
    }
  }
  return measurements;
}

async function waitForLatencies(exchange: Exchange, count: number): Promise<void> {
  const giveUpAt = performance.now() + 5_000;
  while (exchange.latencies.length < count && performance.now() < giveUpAt) await wait(10);
}

async function exchangeMessages(clients: MessageClient[], load: Load): Promise<void> {
  const startedAt = performance.now();
  const total = load.messagesPerSecond * load.seconds;
  const sending: Promise<void>[] = [];
  while (sending.length < total) {
    const due = Math.min(total, Math.floor(((performance.now() - startedAt) / 1000) * load.messagesPerSecond));
    while (sending.length < due) sending.push(clients[Math.floor(Math.random() * clients.length)]!.send('Under load'));
    await wait(5);
  }
  await Promise.all(sending);
}

async function disconnectSome(clients: MessageClient[], load: Load): Promise<void> {
  const pause = (load.seconds * 1000) / load.disconnects;
  for (let index = 0; index < load.disconnects; index += 1) {
    clients[Math.floor(Math.random() * clients.length)]!.disconnect();
    await wait(pause);
  }
}

/** Of each eight members, the first two pairs block; the others do not. Both groups use one and two servers. */
const isBlocker = (index: number) => index % 8 === 0 || index % 8 === 2;
const hasNoBlocks = (index: number) => index % 8 > 3;

/**
 * Both members of many pairs write and read at the same time, over the socket and by calls. In half of the pairs one
 * member blocks and unblocks the other. Counts the members whose unread count is then wrong.
 */
async function measureConcurrentWrites(
  clients: MessageClient[],
  { pairs, seconds }: ConcurrentLoad,
  pool: Pool,
): Promise<Measurement[]> {
  const participants = clients.slice(0, 2 * pairs);
  const stopping = new AbortController();
  const stop = setTimeout(() => stopping.abort(), seconds * 1000);
  await Promise.all(
    participants.flatMap((client, index) => [
      sendUntilAborted(stopping.signal, client, 650),
      readUntil(stopping.signal, client),
      ...(isBlocker(index) ? [blockAndUnblock(stopping.signal, client)] : []),
    ]),
  );
  clearTimeout(stop);
  await Promise.all(participants.map((client) => client.catchUp()));

  const undisturbed = participants.filter((_, index) => hasNoBlocks(index));
  const { rows } = await pool.query<{ id: string; count: number }>(
    `SELECT member_id AS id, count(*)::int FROM conversation_members AS own
     WHERE member_id = ANY ($1) AND EXISTS (
       SELECT FROM messages WHERE messages.conversation_id = own.conversation_id AND receiver_id = own.member_id
         AND NOT is_withheld AND messages.position > own.read_position)
     GROUP BY member_id`,
    [undisturbed.map(({ member }) => member.id)],
  );
  const recounted = new Map(rows.map(({ id, count }) => [id, count]));
  const shownCounts = await Promise.all(undisturbed.map((client) => client.countUnread()));
  const wrong = undisturbed.filter(({ member }, index) => (recounted.get(member.id) ?? 0) !== shownCounts[index]);
  const note = `${pairs} pairs for ${seconds} s, half of them on one server, half of them with blocks`;
  return [
    { name: 'wrong badges after crossing sends and reads', value: wrong.length, unit: '', target: { atMost: 0 }, note },
  ];
}

async function readUntil(signal: AbortSignal, client: MessageClient): Promise<void> {
  for (let index = 0; !signal.aborted; index += 1) {
    await client.markRead(index % 2 ? 'call' : 'frame');
    await wait(100 + Math.random() * 300);
  }
}

async function blockAndUnblock(signal: AbortSignal, client: MessageClient): Promise<void> {
  while (!signal.aborted) {
    await client.block('POST');
    await wait(200 + Math.random() * 600);
    await client.block('DELETE');
    await wait(200 + Math.random() * 600);
  }
}

/**
 * Measures a member whose browser stops reading: the server closes the socket at 1 MB of unsent data, and the client
 * catches up later. Uses another server without rate limits, because they prevent sending this much to one member.
 */
async function measureSlowReader(
  cleanups: AsyncDisposableStack,
  database: BenchDatabase,
  pair: MessageClient[],
): Promise<Measurement[]> {
  const server = await startServer({ DATABASE_URL: database.url, DATA_DIR: await makeFolder(cleanups) }, cleanups);
  const exchange = newExchange([server.url]);
  const [sender, reader] = pair.map(({ member, otherId }) => new MessageClient(member, otherId, exchange, 0));
  if (!sender || !reader) throw new Error('This measurement needs a sender and a reader.');
  cleanups.defer(() => closeAll([sender, reader]));
  for (const client of [sender, reader]) {
    await client.open();
    await client.catchUp();
  }
  const slow = reader.socket;
  const openBefore = await countSockets([server]);
  slow?.pause();
  const text = 'x'.repeat(4_900);
  let sent = 0;
  // The kernel's buffers fill before the server's. A paused client does not notice the close, so this reads the
  // metrics.
  while (sent < 8_000 && (await countSockets([server])) === openBefore) {
    await Promise.all(Array.from({ length: 50 }, () => sender.send(text)));
    sent += 50;
  }
  const closedAfterMegabytes = (sent * text.length) / 1024 ** 2;
  const wasClosed = (await countSockets([server])) < openBefore;
  slow?.resume();
  const giveUpAt = performance.now() + 30_000;
  while (reader.log.length < sender.log.length && performance.now() < giveUpAt) await wait(50);
  const note = `after ${rounded(closedAfterMegabytes, 1)} MB including the kernel's buffers; rate limits off`;
  return [
    { name: 'slow readers disconnected', value: Number(wasClosed), unit: 'of 1', target: { atLeast: 1 }, note },
    {
      name: 'messages that the slow reader misses',
      value: sender.log.length - reader.log.length,
      unit: '',
      target: { atMost: 0 },
    },
  ];
}

async function countSockets(servers: ServerProcess[]): Promise<number> {
  const texts = await Promise.all(servers.map(async ({ url }) => (await fetch(`${url}/metrics`)).text()));
  return texts.reduce((sum, text) => sum + Number(/^live_sockets (\d+)$/m.exec(text)?.[1]), 0);
}

async function residentBytes(servers: ServerProcess[]): Promise<number> {
  let bytes = 0;
  for (const { pid } of servers) {
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    bytes += Number(/VmRSS:\s+(\d+)/.exec(status)![1]) * 1024;
  }
  return bytes;
}
