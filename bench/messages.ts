import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';
import { type BenchDatabase, countDeadlocks } from './lib/database.ts';
import { type Measurement, percentile, rounded } from './lib/measurement.ts';
import { type Exchange, MessageClient, newExchange } from './lib/message-client.ts';
import { closeAll, compare, inPairs, openCommunity, settle, writeAt } from './lib/message-community.ts';
import { present } from './lib/present.ts';
import { type ServerProcess, startServer } from './lib/server-process.ts';
import { makeFolder } from './lib/workspace.ts';

type Load = { sockets: number; messagesPerSecond: number; seconds: number; disconnects: number; crossing: Crossing };
type Crossing = { pairs: number; seconds: number };
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
/** Open while nothing else happens. */
const fewSockets = 100;
const unloadedMessages = 400;
const openingAtOnce = 50;

/**
 * Two server processes on one database; the members of every second pair are on the same one. Whatever is cut meanwhile,
 * and whatever the two do to each other at once, each message must be in both members' logs once and in order.
 */
export async function measureMessages({ quick }: { quick: boolean }): Promise<Measurement[]> {
  await using cleanups = new AsyncDisposableStack();
  const load = quick ? quickLoad : fullLoad;
  const { database, servers, members } = await openCommunity(cleanups, load.sockets);
  const exchange = newExchange(servers.map(({ url }) => url));
  const clients = inPairs(members, exchange);
  cleanups.defer(() => closeAll(clients));

  const unloaded = await measureUnloaded(clients.slice(0, fewSockets), exchange);
  // What opening and sending left behind is given back within seconds.
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
  await settle(clients, database.pool);
  // Behind the first ones, who have had their share of messages for a minute.
  const crossing = await measureCrossing(clients.slice(fewSockets), load.crossing, database.pool);
  await settle(clients, database.pool);
  const { missing, doubled, outOfOrder, stored } = await compare(clients, exchange, database.pool);
  const deadlocks = await countDeadlocks(database.pool);
  const slowReader = await measureSlowReader(cleanups, database, clients.slice(0, 2));

  // What takes long is said of the full load only: a few sockets share what a process needs anyway.
  const bar = (atMost: number) => (quick ? {} : { bar: { atMost } });
  const how = `${clients.length} sockets, ${load.messagesPerSecond}/s for ${load.seconds} s, ${load.disconnects} disconnects, 2 processes, rate limits on, ${stored} messages, ${exchange.refused.size} refused for a block, ${exchange.catchUps} catch-ups`;
  return [
    { name: 'messages missing', value: missing, unit: '', bar: { atMost: 0 }, note: how },
    { name: 'messages doubled', value: doubled, unit: '', bar: { atMost: 0 } },
    { name: 'messages out of order', value: outOfOrder, unit: '', bar: { atMost: 0 } },
    { name: 'deadlocks', value: deadlocks, unit: '', bar: { atMost: 0 }, note: 'by the database’s own count' },
    ...crossing,
    ...unloaded,
    { name: 'live message p99, loaded', value: rounded(live, 1), unit: 'ms', ...bar(100) },
    { name: 'server memory a socket', value: rounded(bytesPerSocket / 1024, 1), unit: 'KB', ...bar(30) },
    ...slowReader,
  ];
}

/** One message at a time, between members on one server and on two. */
async function measureUnloaded(clients: MessageClient[], exchange: Exchange): Promise<Measurement[]> {
  await Promise.all(clients.map((client) => client.open()));
  const areTogether = (client: MessageClient) =>
    clients.some(({ member, url }) => member.id === client.otherId && url === client.url);
  const kinds = [
    { name: 'on one server', senders: clients.filter(areTogether), bars: { p50: 2, p99: 5 } },
    { name: 'over two servers', senders: clients.filter((client) => !areTogether(client)), bars: { p50: 4, p99: 10 } },
  ];
  const measurements: Measurement[] = [];
  for (const { name, senders, bars } of kinds) {
    // What comes first compiles the code and prepares the statements.
    for (const isWarm of [false, true]) {
      exchange.latencies.length = 0;
      for (let turn = 0; turn < unloadedMessages; turn += 1)
        await present(senders[turn % senders.length]).send('One at a time');
      await settleLatencies(exchange, unloadedMessages);
      if (!isWarm) continue;
      for (const [label, part] of [
        ['p50', 0.5],
        ['p99', 0.99],
      ] as const)
        measurements.push({
          name: `live message ${label}, unloaded, ${name}`,
          value: rounded(percentile(exchange.latencies, part), 1),
          unit: 'ms',
          bar: { atMost: bars[label] },
          note: `${unloadedMessages} messages, ${clients.length} sockets`,
        });
    }
  }
  return measurements;
}

async function settleLatencies(exchange: Exchange, count: number): Promise<void> {
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
  for (let turn = 0; turn < load.disconnects; turn += 1) {
    clients[Math.floor(Math.random() * clients.length)]!.disconnect();
    await wait(pause);
  }
}

/** Of eight members the first four block and the others only cross; both are pairs on one server and on two. */
const isBlocker = (index: number) => index % 8 === 0 || index % 8 === 2;
const onlyCrosses = (index: number) => index % 8 > 3;

/**
 * Both members of many pairs write to each other and read at the same time, over the socket and by calls; in every second
 * pair one blocks the other and takes it back meanwhile. What is then wrong shows in the logs, the badges and the
 * database's count of deadlocks.
 */
async function measureCrossing(
  clients: MessageClient[],
  { pairs, seconds }: Crossing,
  pool: Pool,
): Promise<Measurement[]> {
  const taking = clients.slice(0, 2 * pairs);
  const ending = new AbortController();
  const stop = setTimeout(() => ending.abort(), seconds * 1000);
  await Promise.all(
    taking.flatMap((client, index) => [
      writeAt(ending.signal, client, 650),
      readUntil(ending.signal, client),
      ...(isBlocker(index) ? [blockAndUnblock(ending.signal, client)] : []),
    ]),
  );
  clearTimeout(stop);
  await Promise.all(taking.map((client) => client.catchUp()));

  const undisturbed = taking.filter((_, index) => onlyCrosses(index));
  const { rows } = await pool.query<{ id: string; count: number }>(
    `SELECT member_id AS id, count(*)::int FROM conversation_members AS own
     WHERE member_id = ANY ($1) AND EXISTS (
       SELECT FROM messages WHERE messages.conversation_id = own.conversation_id AND receiver_id = own.member_id
         AND NOT is_withheld AND messages.position > own.read_position)
     GROUP BY member_id`,
    [undisturbed.map(({ member }) => member.id)],
  );
  const recounted = new Map(rows.map(({ id, count }) => [id, count]));
  const shown = await Promise.all(undisturbed.map((client) => client.countUnread()));
  const wrong = undisturbed.filter(({ member }, index) => (recounted.get(member.id) ?? 0) !== shown[index]);
  const note = `${pairs} pairs for ${seconds} s, half of them on one server, half of them with blocks`;
  return [
    { name: 'wrong badges after crossing sends and reads', value: wrong.length, unit: '', bar: { atMost: 0 }, note },
  ];
}

async function readUntil(signal: AbortSignal, client: MessageClient): Promise<void> {
  for (let turn = 0; !signal.aborted; turn += 1) {
    await client.read(turn % 2 ? 'call' : 'frame');
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
 * A member whose browser stops reading: the server lets go of it at 1 MB, and it catches up when it reads again. On a
 * server of its own without rate limits: nobody could write that much to one member with them.
 */
async function measureSlowReader(
  cleanups: AsyncDisposableStack,
  database: BenchDatabase,
  pair: MessageClient[],
): Promise<Measurement[]> {
  const server = await startServer({ DATABASE_URL: database.url, DATA_DIR: await makeFolder(cleanups) }, cleanups);
  const exchange = newExchange([server.url]);
  const [sender, reader] = pair.map(({ member, otherId }) => new MessageClient(member, otherId, exchange, 0));
  if (!sender || !reader) throw new Error('A slow reader needs somebody who writes.');
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
  // The kernel's own buffers fill before the server's. The paused side cannot tell; the server's metrics can.
  while (sent < 8_000 && (await countSockets([server])) === openBefore) {
    await Promise.all(Array.from({ length: 50 }, () => sender.send(text)));
    sent += 50;
  }
  const cutAfterMegabytes = (sent * text.length) / 1024 ** 2;
  const wasCut = (await countSockets([server])) < openBefore;
  slow?.resume();
  const giveUpAt = performance.now() + 30_000;
  while (reader.log.length < sender.log.length && performance.now() < giveUpAt) await wait(50);
  const note = `after ${rounded(cutAfterMegabytes, 1)} MB, what the kernel holds included; rate limits off`;
  return [
    { name: 'slow readers cut', value: Number(wasCut), unit: 'of 1', bar: { atLeast: 1 }, note },
    { name: 'slow reader still behind', value: sender.log.length - reader.log.length, unit: '', bar: { atMost: 0 } },
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
