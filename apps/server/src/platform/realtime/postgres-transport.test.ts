import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { expect, test, vi } from 'vitest';
import { cloneTemplate } from '../../../test/community.ts';
import { openDatabase } from '../database/database.ts';
import { postgresTransport } from './postgres-transport.ts';

/**
 * Proxies a database and holds back the answer to LISTEN until an echo follows it. `sendEcho` is called with the echo
 * channel once a client listens. The answer and the echo then arrive together.
 */
async function startProxyWithEarlyEcho(databaseUrl: string, sendEcho: (channel: string) => void) {
  const database = new URL(databaseUrl);
  const server = createServer((clientSocket) => {
    const databaseSocket = connect(Number(database.port), database.hostname);
    let channel: string | undefined;
    let heldBytes: Buffer | undefined;
    clientSocket.on('data', (request) => {
      channel = /commons_echo_\w+/.exec(String(request))?.[0];
      if (channel) heldBytes = Buffer.alloc(0);
      databaseSocket.write(request);
    });
    databaseSocket.on('data', (answer: Buffer) => {
      if (!heldBytes || !channel) return void clientSocket.write(answer);
      const isFirst = heldBytes.length === 0;
      heldBytes = Buffer.concat([heldBytes, answer]);
      if (isFirst) sendEcho(channel);
      if (!heldBytes.includes(channel)) return undefined;
      clientSocket.write(heldBytes);
      return (heldBytes = undefined);
    });
    clientSocket.on('close', () => databaseSocket.destroy()).on('error', () => clientSocket.destroy());
    databaseSocket.on('close', () => clientSocket.destroy()).on('error', () => databaseSocket.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url: url.href, close: () => server.close() };
}

test('an echo that arrives together with the answer to LISTEN counts, and later messages arrive', async () => {
  const databaseUrl = await cloneTemplate();
  const { $client: pool } = openDatabase(databaseUrl, 1, { warn() {} });
  const proxy = await startProxyWithEarlyEcho(
    databaseUrl,
    (channel) => void pool.query('SELECT pg_notify($1, $2)', [channel, '']),
  );
  const received: string[] = [];
  const outage = { reportFailure: vi.fn<() => void>(), reportSuccess: vi.fn<() => void>(), isActive: () => false };
  const receive = (batch: string) => void received.push(batch);
  const transport = postgresTransport({ url: proxy.url, pool, receive, onReconnected() {}, outage });
  await transport.listening;
  expect(outage.reportSuccess).toHaveBeenCalledOnce();
  await transport.send('a batch');
  await expect.poll(() => received).toEqual(['a batch']);
  expect(outage.reportFailure).not.toHaveBeenCalled();
  await transport.close();
  await pool.end();
  proxy.close();
});
