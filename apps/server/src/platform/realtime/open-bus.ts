import type { Pool } from 'pg';
import type { RedisClientType } from 'redis';
import { type Bus, createBus } from './bus.ts';
import { maxNotificationBytes, postgresCarrier } from './postgres-carrier.ts';
import { maxRedisBatchBytes, redisCarrier } from './redis-carrier.ts';

/** Opens the bus between server processes: over Redis when there is one, else over the database. */
export async function openBus(options: {
  processId: string;
  databaseUrl: string;
  pool: Pool;
  redis: RedisClientType | undefined;
  onError: (error: unknown) => void;
  /** This process may have missed frames of the others. */
  onReconnected: () => void;
}): Promise<Bus> {
  const { processId, databaseUrl, pool, redis, onError, onReconnected } = options;
  if (redis) {
    const bus = createBus({ processId, maxBatchBytes: maxRedisBatchBytes, onError });
    bus.attach(await redisCarrier(redis, bus.receive, onError));
    return bus;
  }
  const bus = createBus({ processId, maxBatchBytes: maxNotificationBytes, onError });
  const carrier = postgresCarrier({ url: databaseUrl, pool, receive: bus.receive, onReconnected, onError });
  bus.attach(carrier);
  await carrier.listening;
  return bus;
}
