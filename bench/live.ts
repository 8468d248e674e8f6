import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';
import { type BenchDatabase, makeFolder, openDatabase } from './lib/database.ts';
import { type Bench, type Measurement, noneOf, percentile, requireDefined, rounded } from './lib/measurement.ts';
import { connectPairs, deleteBlocks, signInMembers } from './lib/members.ts';
import { type Exchange, MessageClient, newExchange } from './lib/message-client.ts';
import { createPairedClients, sendUntilAborted, verifyMessages, waitForDelivery } from './lib/message-community.ts';
import { residentMegabytes } from './lib/processes.ts';
import { seed } from './lib/seed.ts';
import { productionSettings, root, type ServerProcess, serverProgramIn, startServer } from './lib/servers.ts';

const loads = {
  full: { sockets: 5_000, messagesPerSecond: 300, seconds: 60, disconnects: 1_000, pairs: 100, crossingSeconds: 20 },
  quick: { sockets: 600, messagesPerSecond: 100, seconds: 10, disconnects: 100, pairs: 40, crossingSeconds: 8 },
};
type Load = (typeof loads)['full'];
/** Sockets open during the measurement without load. */
const fewSockets = 100;
const unloadedMessages = 400;
const openingAtOnce = 50;
const writersDuringFailover = 100;
const targets = { unloaded: { p50: 4, p99: 15 }, loadedP99: 100, kilobytesPerSocket: 30, failoverSeconds: 5 };

/**
 * Measures live messages with two server processes on one database. Each message must be in both members' logs once and
 * in order, despite disconnects, blocks, concurrent writes and the end of one server.
 */
export async function measureLive(bench: Bench): Promise<Measurement[]> {
  const own = await measureVersion(bench, root);
  if (bench.against === undefined) return own;
  const before = await measureVersion(bench, bench.against);
  return own.map((measurement, index) => ({ ...measurement, before: before[index]?.value ?? Number.NaN }));
}

async function measureVersion({ quick }: Bench, folder: string): Promise<Measurement[]> {
  await using cleanups = new AsyncDisposableStack();
  const load = loads[quick ? 'quick' : 'full'];
  const database = await openDatabase(cleanups);
  await seed(database.pool, { members: load.sockets, posts: 100 });
  const members = await signInMembers(database.pool, load.sockets);
  await deleteBlocks(database.pool);
  await connectPairs(database.pool, members);
  const start = async (settings: Record<string, string>) => {
    const variables = { DATABASE_URL: database.url, DATA_DIR: await makeFolder(cleanups), ...settings };
    return startServer(variables, cleanups, [serverProgramIn(folder)]);
  };
  const servers = [await start(productionSettings), await start(productionSettings)];
  const exchange = newExchange(servers.map(({ url }) => url));
  const clients = createPairedClients(members, exchange);
  cleanups.defer(() => clients.forEach((client) => client.close()));

  const unloaded = await measureUnloaded(clients.slice(0, fewSockets), exchange);
  // The garbage of opening and sending is collected within seconds.
  const measureMemory = async () => {
    await wait(quick ? 2_000 : 25_000);
    const megabytes = await Promise.all(servers.map(({ pid }) => residentMegabytes(pid)));
    return megabytes.reduce((sum, each) => sum + each, 0);
  };
  const megabytesBefore = await measureMemory();
  for (let index = fewSockets; index < clients.length; index += openingAtOnce)
    await Promise.all(clients.slice(index, index + openingAtOnce).map((client) => client.open()));
  const kilobytesPerSocket = (1024 * ((await measureMemory()) - megabytesBefore)) / (clients.length - fewSockets);

  exchange.latencies.length = 0;
  await Promise.all([exchangeMessages(clients, load), disconnectSome(clients, load)]);
  const loadedP99 = percentile(exchange.latencies, 0.99);
  await waitForDelivery(clients, database.pool);
  // Skips the first members: they have used up their rate limit of messages.
  const crossing = await measureConcurrentWrites(clients.slice(fewSockets), load, database.pool);
  const failover = await measureFailover(clients, servers);
  const delivered = await verifyMessages(clients, exchange, database.pool);
  const deadlocks = await countDeadlocks(database);
  const slowReader = await measureSlowReader(cleanups, await start({}), clients.slice(0, 2));

  // Targets apply to the full load only: with few sockets, the fixed costs of a process dominate.
  const target = (atMost: number) => (quick ? {} : { target: { atMost } });
  const note = `${clients.length} sockets, ${load.messagesPerSecond}/s for ${load.seconds} s, ${load.disconnects} disconnects, 2 processes, rate limits on, ${exchange.refused.size} refused because of a block, ${exchange.catchUps} catch-ups`;
  return [
    ...unloaded,
    { name: 'live message p99, loaded', value: rounded(loadedP99, 1), unit: 'ms', ...target(targets.loadedP99), note },
    {
      name: 'server memory per socket',
      value: rounded(kilobytesPerSocket, 1),
      unit: 'KB',
      ...target(targets.kilobytesPerSocket),
    },
    ...crossing,
    failover,
    ...delivered,
    noneOf('deadlocks', deadlocks, 'counted by the database'),
    ...slowReader,
  ];
}

/** Sends one message at a time, between members on one server and on two. */
async function measureUnloaded(clients: MessageClient[], exchange: Exchange): Promise<Measurement[]> {
  await Promise.all(clients.map((client) => client.open()));
  const sharesServer = (client: MessageClient) =>
    clients.some(({ member, url }) => member.id === client.otherId && url === client.url);
  const senders = Object.groupBy(clients, (client) => (sharesServer(client) ? 'on one server' : 'over two servers'));
  const measurements: Measurement[] = [];
  for (const [name, group] of Object.entries(senders)) {
    // The first pass compiles the code and prepares the statements.
    for (let pass = 0; pass < 2; pass += 1) {
      exchange.latencies.length = 0;
      for (let index = 0; index < unloadedMessages; index += 1)
        await requireDefined(group[index % group.length]).send('One at a time');
      const giveUpAt = performance.now() + 5_000;
      while (exchange.latencies.length < unloadedMessages && performance.now() < giveUpAt) await wait(10);
    }
    for (const [label, share] of [['p50', 0.5] as const, ['p99', 0.99] as const])
      measurements.push({
        name: `live message ${label}, unloaded, ${name}`,
        value: rounded(percentile(exchange.latencies, share), 1),
        unit: 'ms',
        target: { atMost: targets.unloaded[label] },
        note: `${unloadedMessages} messages, ${clients.length} sockets`,
      });
  }
  return measurements;
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
async function measureConcurrentWrites(clients: MessageClient[], load: Load, pool: Pool): Promise<Measurement[]> {
  const participants = clients.slice(0, 2 * load.pairs);
  const stopping = new AbortController();
  const stop = setTimeout(() => stopping.abort(), load.crossingSeconds * 1000);
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
  const note = `${load.pairs} pairs for ${load.crossingSeconds} s, half of them on one server, half of them with blocks`;
  return [noneOf('wrong badges after crossing sends and reads', wrong.length, note)];
}

async function readUntil(signal: AbortSignal, client: MessageClient): Promise<void> {
  for (let index = 0; !signal.aborted; index += 1) {
    await client.markRead(index % 2 ? 'call' : 'frame');
    await wait(100 + Math.random() * 300);
  }
}

async function blockAndUnblock(signal: AbortSignal, client: MessageClient): Promise<void> {
  while (!signal.aborted)
    for (const method of ['POST', 'DELETE'] as const) {
      await client.block(method);
      await wait(200 + Math.random() * 600);
    }
}

/**
 * Measures a member whose browser stops reading: the server closes the socket at 1 MB of unsent data, and the client
 * catches up later. Uses another server without rate limits, because they prevent sending this much to one member.
 */
async function measureSlowReader(
  cleanups: AsyncDisposableStack,
  server: ServerProcess,
  pair: MessageClient[],
): Promise<Measurement[]> {
  const exchange = newExchange([server.url]);
  const own = pair.map(({ member, otherId }) => new MessageClient(member, otherId, exchange, 0));
  const [sender, reader] = [requireDefined(own[0]), requireDefined(own[1])];
  cleanups.defer(() => own.forEach((client) => client.close()));
  for (const client of own) {
    await client.open();
    await client.catchUp();
  }
  const countSockets = async () =>
    Number(/^live_sockets (\d+)$/m.exec(await (await fetch(`${server.url}/metrics`)).text())?.[1]);
  const openBefore = await countSockets();
  reader.socket?.pause();
  const slow = reader.socket;
  const text = 'x'.repeat(4_900);
  let sent = 0;
  // The kernel's buffers fill before the server's. A paused client does not notice the close, so this reads the
  // metrics.
  while (sent < 8_000 && (await countSockets()) === openBefore) {
    await Promise.all(Array.from({ length: 50 }, () => sender.send(text)));
    sent += 50;
  }
  const wasClosed = (await countSockets()) < openBefore;
  slow?.resume();
  const giveUpAt = performance.now() + 30_000;
  while (reader.log.length < sender.log.length && performance.now() < giveUpAt) await wait(50);
  const note = `after ${rounded((sent * text.length) / 1024 ** 2, 1)} MB including the kernel's buffers; rate limits off`;
  return [
    { name: 'slow readers disconnected', value: Number(wasClosed), unit: 'of 1', target: { atLeast: 1 }, note },
    noneOf('messages that the slow reader misses', sender.log.length - reader.log.length),
  ];
}

/** Kills one of two servers while members write. Its clients connect to the other one. */
async function measureFailover(clients: MessageClient[], servers: ServerProcess[]): Promise<Measurement> {
  const killed = requireDefined(servers[0]);
  const orphans = clients.filter(({ url }) => url === killed.url);
  const stopping = new AbortController();
  const writing = Promise.all(
    clients.slice(-writersDuringFailover).map((client) => sendUntilAborted(stopping.signal, client, 600)),
  );
  const killedAt = performance.now();
  await killed.end('SIGKILL');
  while (orphans.some(({ socket, url }) => url === killed.url || socket?.readyState !== socket?.OPEN)) await wait(10);
  const seconds = (performance.now() - killedAt) / 1000;
  stopping.abort();
  await writing;
  return {
    name: 'reconnected after the end of a server: the slowest',
    value: rounded(seconds, 2),
    unit: 's',
    target: { atMost: targets.failoverSeconds },
    note: `${orphans.length} of ${clients.length} sockets`,
  };
}

/** Returns the number of deadlocks so far. */
async function countDeadlocks({ pool }: BenchDatabase): Promise<number> {
  // Sessions report their statistics after one second of idle time.
  await wait(1_500);
  const { rows } = await pool.query<{ deadlocks: number }>(
    'SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()',
  );
  return requireDefined(rows[0]).deadlocks;
}
