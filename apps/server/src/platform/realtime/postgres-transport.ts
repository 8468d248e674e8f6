import { setTimeout as wait } from 'node:timers/promises';
import { Client, type Pool } from 'pg';
import type { Transport } from './bus.ts';

const channel = 'commons_live';

/** PostgreSQL refuses notifications of 8,000 bytes and more. */
export const maxNotificationBytes = 7_900;

/**
 * Carries batches by LISTEN/NOTIFY. Listening takes a connection of its own, which is opened again, ever more slowly up
 * to 2 s, when it breaks; what is missed in between members catch up on when they next fetch.
 */
export function postgresTransport(options: {
  url: string;
  pool: Pool;
  receive: (batch: string) => void;
  onReconnected: () => void;
  onError: (error: unknown) => void;
}): Transport & { listening: Promise<void> } {
  const { url, pool, receive, onReconnected, onError } = options;
  const closing = new AbortController();
  const closed = Promise.withResolvers<never>();
  closed.promise.catch(() => {});
  const firstListen = Promise.withResolvers<void>();
  let client: Client | undefined;
  let hasListened = false;

  const listen = async () => {
    const listener = new Client({ connectionString: url, application_name: 'mindful-commons-bus', keepAlive: true });
    client = listener;
    const ended = new Promise<void>((resolve) => listener.once('end', () => resolve()));
    listener.on('error', onError);
    listener.on('notification', ({ payload = '' }) => receive(payload));
    // A client that is ended while it connects says nothing more.
    await Promise.race([listener.connect(), closed.promise]);
    await listener.query(`LISTEN ${channel}`);
    return { ended };
  };

  const keepListening = async () => {
    for (let attempt = 0; !closing.signal.aborted; attempt += 1) {
      try {
        const { ended } = await listen();
        if (hasListened) onReconnected();
        hasListened = true;
        firstListen.resolve();
        attempt = 0;
        await ended;
      } catch (error) {
        if (!closing.signal.aborted) onError(error);
      }
      await wait(Math.min(2_000, 50 * 2 ** attempt), undefined, { signal: closing.signal }).catch(() => {});
    }
  };
  const running = keepListening();

  return {
    listening: firstListen.promise,
    async send(batch) {
      // A notification outlives no crash, so its commit waits for no disk.
      await pool.query({
        name: 'bus_notify',
        text: "SELECT set_config('synchronous_commit', 'off', true), pg_notify($1, $2)",
        values: [channel, batch],
      });
    },
    async close() {
      closing.abort();
      closed.reject(new Error('The transport is closed.'));
      await client?.end().catch(() => {});
      await running;
    },
  };
}
