import { setTimeout as wait } from 'node:timers/promises';
import { type Measurement, rounded } from './lib/measurement.ts';
import { newExchange } from './lib/message-client.ts';
import {
  closeAll,
  compareLogs,
  createPairedClients,
  openCommunity,
  waitForDelivery,
  sendUntilAborted,
} from './lib/message-community.ts';

const maxFailoverSeconds = 5;

/** Kills one of two servers during conversations. Measures the reconnect time of its clients and lost messages. */
export async function measureFailover({ quick }: { quick: boolean }): Promise<Measurement[]> {
  await using cleanups = new AsyncDisposableStack();
  const { database, servers, members } = await openCommunity(cleanups, quick ? 60 : 200);
  const exchange = newExchange(servers.map(({ url }) => url));
  const clients = createPairedClients(members, exchange);
  cleanups.defer(() => closeAll(clients));
  await Promise.all(clients.map((client) => client.open()));

  const writing = new AbortController();
  const writingDone = Promise.all(clients.map((client) => sendUntilAborted(writing.signal, client, 600)));
  await wait(2_000);
  const killedServer = servers[0]!;
  const orphans = clients.filter(({ url }) => url === killedServer.url);
  const killedAt = performance.now();
  await killedServer.end('SIGKILL');
  while (orphans.some(({ socket, url }) => url === killedServer.url || socket?.readyState !== socket?.OPEN))
    await wait(10);
  const seconds = (performance.now() - killedAt) / 1000;
  await wait(2_000);
  writing.abort();
  await writingDone;
  await waitForDelivery(clients, database.pool);
  const { missing, duplicates, outOfOrder, stored } = await compareLogs(clients, exchange, database.pool);
  const note = `${orphans.length} of ${clients.length} sockets were on the killed process; ${stored} messages`;
  return [
    {
      name: 'reconnected to the other server after',
      value: rounded(seconds, 2),
      unit: 's',
      target: { atMost: maxFailoverSeconds },
      note,
    },
    { name: 'messages missing', value: missing, unit: '', target: { atMost: 0 } },
    { name: 'duplicate messages', value: duplicates, unit: '', target: { atMost: 0 } },
    { name: 'messages out of order', value: outOfOrder, unit: '', target: { atMost: 0 } },
  ];
}
