import { randomUUID } from 'node:crypto';
import type { Outage } from '../outage.ts';
import { type Redis, withTimeout } from '../redis.ts';
import type { Transport } from './bus.ts';
import { monitorEchoes } from './echo.ts';

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
}): Transport & { isReceiving: () => boolean } {
  const { redis, communities, receive, onReconnected, outage } = options;
  const channels = communities.map((community) => `commons:live:${community}`);
  const [channel = ''] = channels;
  const echoChannel = `commons:echo:${randomUUID()}`;
  /** Messages sent before this process subscribed are lost. */
  let mayHaveMissed = !redis.isReady;
  let isReceiving = false;

  /**
   * The Redis client logs when Redis is unavailable. This module logs only when Redis is available but delivers
   * nothing.
   */
  const markDisconnected = () => {
    isReceiving = false;
    mayHaveMissed = true;
  };
  const subscribe = async (subscriber: Redis) => {
    await subscriber.connect();
    await subscriber.subscribe(channels, receive);
    await subscriber.subscribe(echoChannel, () => {
      echoes.received();
      if (isReceiving) return;
      isReceiving = true;
      outage.reportSuccess();
      if (mayHaveMissed) onReconnected();
      mayHaveMissed = false;
    });
    echoes.probe();
  };
  const openSubscriber = () => {
    const newSubscriber = redis.duplicate();
    newSubscriber.on('error', markDisconnected);
    newSubscriber.on('ready', () => echoes.probe());
    subscribe(newSubscriber).catch(markDisconnected);
    return newSubscriber;
  };

  let subscriber = openSubscriber();
  const publish = (name: string, text: string) => withTimeout(redis, () => redis.publish(name, text));
  const echoes = monitorEchoes({
    send: () => publish(echoChannel, ''),
    onEchoLost() {
      markDisconnected();
      outage.reportFailure(new Error('Redis delivers no messages.'));
      echoes.received();
      subscriber.destroy();
      subscriber = openSubscriber();
    },
  });

  return {
    isReceiving: () => isReceiving,
    async send(batch) {
      if (!isReceiving) throw new Error('Redis is unavailable.');
      await publish(channel, batch);
    },
    async close() {
      echoes.stop();
      subscriber.destroy();
    },
  };
}
