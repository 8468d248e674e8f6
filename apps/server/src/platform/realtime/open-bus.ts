import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import { createOutage } from '../outage.ts';
import type { Redis } from '../redis.ts';
import { type Outcome, withTiming } from '../timing.ts';
import { type Bus, createBus, type Transport } from './bus.ts';
import { maxNotificationBytes, postgresTransport } from './postgres-transport.ts';
import { redisTransport } from './redis-transport.ts';

/** A bus between processes. `isDegraded` is true during an outage, or while Redis is configured but not used. */
export type OpenBus = Bus & { isDegraded: () => boolean };

/** Counts batches between processes without reading their content. */
export type BusObserver = {
  onBatchSent: (transport: 'redis' | 'database', outcome: Outcome, seconds: number) => void;
  onBatchReceived: () => void;
};

/**
 * Opens the bus between server processes: over Redis if it is configured, otherwise over the database. Every process
 * also listens to the database, because it replaces Redis during an outage.
 */
export async function openBus(options: {
  processId: string;
  databaseUrl: string;
  pool: Pool;
  redis?: Redis | undefined;
  /** Names of this community among communities that share a Redis. Messages are sent under the first. */
  communities: readonly string[];
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>;
  /** Called when this process may have missed frames of the others. */
  onReconnected: () => void;
  observer?: BusObserver;
}): Promise<OpenBus> {
  const { processId, databaseUrl, pool, redis, communities, log, onReconnected, observer } = options;
  const trackOutage = (begins: string, ends: string) => createOutage(log, { begins, ends });
  const sendOutage = trackOutage(
    'live updates do not reach the other server processes and will be retried',
    'live updates reach the other server processes again',
  );
  const listenOutage = trackOutage(
    'live updates from other server processes do not arrive',
    'live updates from other server processes arrive again',
  );
  const bus = createBus({ processId, maxBatchBytes: maxNotificationBytes, outage: sendOutage });
  const receive = (batch: string) => {
    observer?.onBatchReceived();
    bus.receive(batch);
  };
  const database = postgresTransport({
    url: databaseUrl,
    pool,
    receive,
    onReconnected,
    outage: listenOutage,
  });
  const redisOutage = trackOutage('Redis accepts live updates but delivers none', 'Redis delivers live updates again');
  const redisSender = redis && redisTransport({ redis, communities, receive, onReconnected, outage: redisOutage });
  const sendOver = (name: 'redis' | 'database', transport: Pick<Transport, 'send'>, batch: string) =>
    withTiming(
      () => transport.send(batch),
      (outcome, seconds) => observer?.onBatchSent(name, outcome, seconds),
    );
  bus.attach({
    async send(batch) {
      const sendOverDatabase = () => sendOver('database', database, batch);
      await (redisSender ? sendOver('redis', redisSender, batch).catch(sendOverDatabase) : sendOverDatabase());
    },
    async close() {
      await redisSender?.close();
      await database.close();
    },
  });
  await database.listening;
  return {
    ...bus,
    isDegraded: () => sendOutage.isActive() || listenOutage.isActive() || redisSender?.isReceiving() === false,
  };
}
