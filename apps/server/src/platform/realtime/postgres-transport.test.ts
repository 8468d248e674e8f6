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
async function lineWithEarlyEcho(databaseUrl: string, sendEcho: (channel: string) => void) {
  const database = new URL(databaseUrl);
  const server = createServer((near) => {
    const far = connect(Number(database.port), database.hostname);
    let channel: string | undefined;
    let kept: Buffer | undefined;
    near.on('data', (asked) => {
      channel = /commons_echo_\w+/.exec(String(asked))?.[0];
      if (channel) kept = Buffer.alloc(0);
      far.write(asked);
    });
    far.on('data', (answer: Buffer) => {
      if (!kept || !channel) return void near.write(answer);
      const isFirst = kept.length === 0;
      kept = Buffer.concat([kept, answer]);
      if (isFirst) sendEcho(channel);
      if (!kept.includes(channel)) return undefined;
      near.write(kept);
      return (kept = undefined);
    });
    near.on('close', () => far.destroy()).on('error', () => near.destroy());
    far.on('close', () => near.destroy()).on('error', () => far.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url: url.href, close: () => server.close() };
}

test('an echo that arrives together with the answer to LISTEN counts, and later messages arrive', async () => {
  const databaseUrl = await cloneTemplate();
  const { $client: pool } = openDatabase(databaseUrl, 1, { warn() {} });
  const line = await lineWithEarlyEcho(
    databaseUrl,
    (channel) => void pool.query('SELECT pg_notify($1, $2)', [channel, '']),
  );
  const received: string[] = [];
  const outage = { failed: vi.fn<() => void>(), worked: vi.fn<() => void>(), isOn: () => false };
  const receive = (batch: string) => void received.push(batch);
  const transport = postgresTransport({ url: line.url, pool, receive, onReconnected() {}, outage });
  await transport.listening;
  expect(outage.worked).toHaveBeenCalledOnce();
  await transport.send('a batch');
  await expect.poll(() => received).toEqual(['a batch']);
  expect(outage.failed).not.toHaveBeenCalled();
  await transport.close();
  await pool.end();
  line.close();
});
