import type { Pool } from 'pg';
import type { RedisClientType } from 'redis';
import { type Bus, createBus } from './bus.ts';
import { maxNotificationBytes, postgresTransport } from './postgres-transport.ts';
import { maxRedisBatchBytes, redisTransport } from './redis-transport.ts';

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
    bus.attach(await redisTransport(redis, bus.receive, onError));
    return bus;
  }
  const bus = createBus({ processId, maxBatchBytes: maxNotificationBytes, onError });
  const transport = postgresTransport({ url: databaseUrl, pool, receive: bus.receive, onReconnected, onError });
  bus.attach(transport);
  await transport.listening;
  return bus;
}
