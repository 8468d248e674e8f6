import { type Redis, withTimeout } from '../redis.ts';
import { type Counter, counterName } from './counter.ts';

/** Counts or refunds a call only within the limit. Returns whether it did, and the milliseconds left in the window. */
const countWithinLimit = `
  redis.call('set', KEYS[1], 0, 'EX', ARGV[2], 'NX')
  local points = redis.call('get', KEYS[1]) + ARGV[1]
  local isCounted = points >= 0 and points <= tonumber(ARGV[3])
  if isCounted then redis.call('incrby', KEYS[1], ARGV[1]) end
  return {isCounted and 1 or 0, redis.call('pttl', KEYS[1])}
`;

/** Counts calls in Redis. @throws when Redis is unavailable, rejects the command or takes too long. */
export const createRedisCounter =
  (redis: Redis): Counter =>
  async (limit, key) => {
    const keys = [counterName(limit, key)];
    const count = async (points: number) => {
      const parameters = [points, limit.perSeconds, limit.calls].map(String);
      const reply = await withTimeout(redis, () => redis.eval(countWithinLimit, { keys, arguments: parameters }));
      return reply as [isCounted: number, waitMilliseconds: number];
    };
    const [isCounted, waitMilliseconds] = await count(1);
    return isCounted ? { refund: async () => void (await count(-1)) } : { waitMilliseconds };
  };
