import { randomUUID } from 'node:crypto';
import type { Outage } from '../outage.ts';
import { type Redis, within } from '../redis.ts';
import type { Transport } from './bus.ts';
import { listenForEchoes } from './echo.ts';

/**
 * Carries batches by Redis publish/subscribe. Clients connect and subscribe again by themselves; one that hears its own
 * echo no more, or says nothing in time, is replaced. `send` fails at once while there is no Redis.
 */
export function redisTransport(options: {
  redis: Redis;
  /**
   * Tell communities that share a Redis apart. Batches go out by the first, and are heard by any: while the secret is
   * exchanged that they come from, some processes have only one of them.
   */
  communities: readonly string[];
  receive: (batch: string) => void;
  onReconnected: () => void;
  outage: Outage;
}): Transport & { isHearing: () => boolean } {
  const { redis, communities, receive, onReconnected, outage } = options;
  const channels = communities.map((community) => `commons:live:${community}`);
  const [channel = ''] = channels;
  const echoChannel = `commons:echo:${randomUUID()}`;
  /** What others sent before this process heard them was sent to nobody here. */
  let mayHaveMissed = !redis.isReady;
  let isHearing = false;

  /** Who connected to Redis says so when it is away; here is said only when it is there and brings nothing. */
  const stopHearing = () => {
    isHearing = false;
    mayHaveMissed = true;
  };
  const subscribe = async (subscriber: Redis) => {
    await subscriber.connect();
    await subscriber.subscribe(channels, receive);
    await subscriber.subscribe(echoChannel, () => {
      echoes.heard();
      if (isHearing) return;
      isHearing = true;
      outage.worked();
      if (mayHaveMissed) onReconnected();
      mayHaveMissed = false;
    });
    echoes.ask();
  };
  const openSubscriber = () => {
    const opened = redis.duplicate();
    opened.on('error', stopHearing);
    opened.on('ready', () => echoes.ask());
    subscribe(opened).catch(stopHearing);
    return opened;
  };

  let subscriber = openSubscriber();
  const publish = (name: string, text: string) => within(redis, () => redis.publish(name, text));
  const echoes = listenForEchoes({
    send: () => publish(echoChannel, ''),
    onDeaf() {
      stopHearing();
      outage.failed(new Error('Messages of Redis do not arrive.'));
      echoes.heard();
      subscriber.destroy();
      subscriber = openSubscriber();
    },
  });

  return {
    isHearing: () => isHearing,
    async send(batch) {
      if (!isHearing) throw new Error('Redis is away.');
      await publish(channel, batch);
    },
    async close() {
      echoes.stop();
      subscriber.destroy();
    },
  };
}
