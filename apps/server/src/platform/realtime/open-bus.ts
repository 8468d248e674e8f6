import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import { createOutage } from '../outage.ts';
import type { Redis } from '../redis.ts';
import { type Outcome, timed } from '../timed.ts';
import { type Bus, createBus, type Transport } from './bus.ts';
import { maxNotificationBytes, postgresTransport } from './postgres-transport.ts';
import { redisTransport } from './redis-transport.ts';

/** A bus between processes, and whether it is in the state that it should be in: no trouble, and over Redis if there is one. */
export type OpenBus = Bus & { isDegraded: () => boolean };

/** Hears of each batch of frames between processes, and never of what is in it. */
export type BusObserver = {
  sent: (transport: 'redis' | 'database', outcome: Outcome, seconds: number) => void;
  received: () => void;
};

/**
 * Opens the bus between server processes: over Redis when there is one, else over the database. Every process listens to
 * the database in any case, so that it can stand in while Redis is away.
 */
export async function openBus(options: {
  processId: string;
  databaseUrl: string;
  pool: Pool;
  redis?: Redis | undefined;
  /** By what processes of this community know one another among those that share a Redis: they speak by the first. */
  communities: readonly string[];
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>;
  /** This process may have missed frames of the others. */
  onReconnected: () => void;
  observer?: BusObserver;
}): Promise<OpenBus> {
  const { processId, databaseUrl, pool, redis, communities, log, onReconnected, observer } = options;
  const outageOf = (begins: string, ends: string) => createOutage(log, { begins, ends });
  const sending = outageOf(
    'live updates do not reach the other server processes and are sent again',
    'live updates reach the other server processes again',
  );
  const listening = outageOf(
    'live updates of the other server processes do not arrive',
    'live updates of the other server processes arrive again',
  );
  const bus = createBus({ processId, maxBatchBytes: maxNotificationBytes, outage: sending });
  const receive = (batch: string) => {
    observer?.received();
    bus.receive(batch);
  };
  const database = postgresTransport({
    url: databaseUrl,
    pool,
    receive,
    onReconnected,
    outage: listening,
  });
  const subscribing = outageOf('redis takes live updates but brings none', 'redis brings live updates again');
  const fast = redis && redisTransport({ redis, communities, receive, onReconnected, outage: subscribing });
  const sendOver = (name: 'redis' | 'database', transport: Pick<Transport, 'send'>, batch: string) =>
    timed(
      () => transport.send(batch),
      (outcome, seconds) => observer?.sent(name, outcome, seconds),
    );
  bus.attach({
    async send(batch) {
      const overDatabase = () => sendOver('database', database, batch);
      await (fast ? sendOver('redis', fast, batch).catch(overDatabase) : overDatabase());
    },
    async close() {
      await fast?.close();
      await database.close();
    },
  });
  await database.listening;
  return { ...bus, isDegraded: () => sending.isOn() || listening.isOn() || fast?.isHearing() === false };
}
