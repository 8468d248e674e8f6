import { randomUUID } from 'node:crypto';
import type { Outage } from '../outage.ts';
import { type Redis, within } from '../redis.ts';
import type { Transport } from './bus.ts';
import { listenForEchoes } from './echo.ts';

/**
 * Carries batches with Redis publish/subscribe. Clients reconnect and resubscribe by themselves. A client whose echo
 * does not return in time is replaced. `send` fails at once while Redis is unavailable.
 */
export function redisTransport(options: {
  redis: Redis;
  /**
   * Identify the community among several that share a Redis. Messages are sent under the first name and received under
   * any of them. During a rotation of the session secret, some processes know only one name.
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
  /** Messages sent before this process subscribed are lost. */
  let mayHaveMissed = !redis.isReady;
  let isHearing = false;

  /**
   * The Redis client logs when Redis is unavailable. This module logs only when Redis is available and delivers
   * nothing.
   */
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
      outage.failed(new Error('Redis delivers no messages.'));
      echoes.heard();
      subscriber.destroy();
      subscriber = openSubscriber();
    },
  });

  return {
    isHearing: () => isHearing,
    async send(batch) {
      if (!isHearing) throw new Error('Redis is unavailable.');
      await publish(channel, batch);
    },
    async close() {
      echoes.stop();
      subscriber.destroy();
    },
  };
}
