import { RateLimiterRedis, type RateLimiterRes } from 'rate-limiter-flexible';
import { type Redis, withTimeout } from '../redis.ts';
import { type Counter, counterName, type Limit } from './counter.ts';

/** The library's own script also counts rejected calls. This script counts or refunds a call only within the limit. */
const countWithinLimit = `
  redis.call('set', KEYS[1], 0, 'EX', ARGV[2], 'NX')
  local points = redis.call('get', KEYS[1]) + ARGV[1]
  if points >= 0 and points <= tonumber(ARGV[3]) then redis.call('incrby', KEYS[1], ARGV[1]) end
  return {points, redis.call('pttl', KEYS[1])}
`;

/** Counts calls in Redis. @throws when Redis is unavailable, rejects the command or takes too long. */
export function createRedisCounter(redis: Redis): Counter {
  const limiters = new Map<string, RateLimiterRedis>();
  const getLimiter = ({ name, calls, perSeconds }: Limit) =>
    limiters.getOrInsertComputed(
      name,
      () =>
        new RateLimiterRedis({
          keyPrefix: '',
          points: calls,
          duration: perSeconds,
          storeClient: redis,
          useRedisPackage: true,
          customIncrTtlLuaScript: countWithinLimit,
        }),
    );
  return async (limit, key) => {
    const name = counterName(limit, key);
    const limiter = getLimiter(limit);
    try {
      await withTimeout(redis, () => limiter.consume(name));
    } catch (reason) {
      if (reason instanceof Error) throw reason;
      return { waitMilliseconds: (reason as RateLimiterRes).msBeforeNext };
    }
    return { refund: async () => void (await withTimeout(redis, () => limiter.reward(name))) };
  };
}
