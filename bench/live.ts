import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';
import { openDatabase } from './lib/database.ts';
import { type Bench, type Measurement, noneOf, percentile, requireDefined, rounded } from './lib/measurement.ts';
import { connectPairs, deleteBlocks, signInMembers } from './lib/members.ts';
import { type Exchange, type MessageClient, newExchange } from './lib/message-client.ts';
import { createPairedClients, sendUntilAborted, verifyMessages } from './lib/message-community.ts';
import { residentMegabytes } from './lib/processes.ts';
import { productionSettings, type ServerProcess, startServer } from './lib/servers.ts';
import { waitUntil } from './lib/wait-until.ts';

const loads = {
  full: { sockets: 5_000, messagesPerSecond: 300, seconds: 60, disconnects: 1_000 },
  quick: { sockets: 600, messagesPerSecond: 100, seconds: 10, disconnects: 100 },
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
 * in order, despite disconnects and the end of one server.
 */
export async function measureLive(bench: Bench): Promise<Measurement[]> {
  const { quick, cleanups } = bench;
  const load = loads[quick ? 'quick' : 'full'];
  const { url: DATABASE_URL, pool } = await openDatabase(cleanups, { members: load.sockets, posts: 100 });
  const members = await signInMembers(pool, load.sockets);
  await deleteBlocks(pool);
  await connectPairs(pool, members);
  const start = () => startServer(bench, { DATABASE_URL, ...productionSettings });
  const servers = [await start(), await start()];
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
  const failover = await measureFailover(clients, servers);
  const delivered = await verifyMessages(clients, exchange, pool);
  const deadlocks = await countDeadlocks(pool);

  // Targets apply to the full load only: with few sockets, the fixed costs of a process dominate.
  const target = (atMost: number) => (quick ? {} : { target: { atMost } });
  const note = `${clients.length} sockets, ${load.messagesPerSecond}/s for ${load.seconds} s, ${load.disconnects} disconnects, 2 processes, rate limits on, ${exchange.catchUps} catch-ups, ${exchange.failedConnections} failed connections`;
  return [
    ...unloaded,
    { name: 'live message p99, loaded', value: rounded(loadedP99, 1), unit: 'ms', ...target(targets.loadedP99), note },
    {
      name: 'server memory per socket',
      value: rounded(kilobytesPerSocket, 1),
      unit: 'KB',
      ...target(targets.kilobytesPerSocket),
    },
    failover,
    ...delivered,
    noneOf('deadlocks', deadlocks, 'counted by the database'),
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
      await waitUntil(() => exchange.latencies.length >= unloadedMessages, { atMostMilliseconds: 5_000 });
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
async function countDeadlocks(pool: Pool): Promise<number> {
  // Sessions report their statistics after one second of idle time.
  await wait(1_500);
  const { rows } = await pool.query<{ deadlocks: number }>(
    'SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()',
  );
  return requireDefined(rows[0]).deadlocks;
}
