import { randomUUID } from 'node:crypto';
import { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Client, type Pool } from 'pg';
import type { Outage } from '../outage.ts';
import type { Transport } from './bus.ts';
import { monitorEchoes } from './echo.ts';

const channel = 'commons_live';

/** Used before the echo monitor runs, because an echo can already arrive together with the answer to LISTEN. */
const ignoreEcho = (): void => undefined;

/** PostgreSQL rejects notifications of 8,000 bytes and more. */
export const maxNotificationBytes = 7_900;

const connectMilliseconds = 5_000;

/**
 * Carries batches with LISTEN/NOTIFY. The listener has its own connection. If it breaks or its echo does not return, it
 * reconnects with a backoff of up to 2 s. `onReconnected` then lets members catch up.
 */
export function postgresTransport(options: {
  url: string;
  pool: Pool;
  receive: (batch: string) => void;
  onReconnected: () => void;
  outage: Outage;
}): Transport & { listening: Promise<void> } {
  const { url, pool, receive, onReconnected, outage } = options;
  const closing = new AbortController();
  const firstListen = Promise.withResolvers<void>();
  const echoChannel = `commons_echo_${randomUUID().replaceAll('-', '')}`;
  let stream: Socket | undefined;
  /** Messages may have arrived while no listener was connected. */
  let mayHaveMissed = false;

  /** Resolves when this connection has ended. Only an echo proves that messages arrive. */
  const listen = async (onListening: () => void) => {
    const socket = new Socket();
    stream = socket;
    const listener = new Client({
      connectionString: url,
      application_name: 'mindful-commons-bus',
      keepAlive: true,
      connectionTimeoutMillis: connectMilliseconds,
      stream: () => socket,
    });
    const ended = new Promise<void>((resolve) => listener.once('end', () => resolve()));
    listener.on('error', (error) => {
      if (!closing.signal.aborted) outage.reportFailure(error);
    });
    await listener.connect();
    let isVerified = false;
    let onEcho = ignoreEcho;
    listener.on('notification', (notification) => {
      if (notification.channel !== echoChannel) return receive(notification.payload ?? '');
      onEcho();
      if (isVerified) return;
      isVerified = true;
      outage.reportSuccess();
      if (mayHaveMissed) onReconnected();
      mayHaveMissed = false;
    });
    await listener.query(`LISTEN ${channel}; LISTEN ${echoChannel}`);
    onListening();
    const echoes = monitorEchoes({
      send: () => notify(echoChannel, ''),
      onEchoLost() {
        outage.reportFailure(
          new Error('The database delivers no notifications. A connection pooler in between must use session pooling.'),
        );
        socket.destroy();
      },
    });
    onEcho = () => echoes.received();
    await ended;
    echoes.stop();
    mayHaveMissed = true;
  };

  const notify = (name: string, payload: string) =>
    // A notification does not survive a crash, so its commit need not wait for the disk.
    pool.query({
      name: 'bus_notify',
      text: "SELECT set_config('synchronous_commit', 'off', true), pg_notify($1, $2)",
      values: [name, payload],
    });

  const keepListening = async () => {
    for (let attempt = 0; !closing.signal.aborted; attempt += 1) {
      try {
        await listen(() => {
          firstListen.resolve();
          attempt = 0;
        });
      } catch (error) {
        // A connection that rejected LISTEN is useless. Without closing it, each retry would add one.
        stream?.destroy();
        if (!closing.signal.aborted) outage.reportFailure(error);
      }
      // A stop ends the pause by rejecting it.
      await wait(Math.min(2_000, 50 * 2 ** attempt), undefined, closing).catch(() => {});
    }
  };
  const listenLoop = keepListening();

  return {
    listening: firstListen.promise,
    async send(batch) {
      await notify(channel, batch);
    },
    async close() {
      closing.abort();
      stream?.destroy();
      await listenLoop;
    },
  };
}
