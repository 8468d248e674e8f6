import type { RedisClientType } from 'redis';
import type { Transport } from './bus.ts';

const channel = 'commons:live';

/** Redis carries what it is given; this keeps one message small enough not to delay the others. */
export const maxRedisBatchBytes = 64 * 1024;

/** Carries batches by Redis publish/subscribe; the client reconnects and subscribes again by itself. */
export async function redisTransport(
  redis: RedisClientType,
  receive: (batch: string) => void,
  onError: (error: unknown) => void,
): Promise<Transport> {
  const subscriber = redis.duplicate();
  subscriber.on('error', onError);
  await subscriber.connect();
  await subscriber.subscribe(channel, receive);
  return {
    async send(batch) {
      await redis.publish(channel, batch);
    },
    async close() {
      subscriber.destroy();
    },
  };
}
