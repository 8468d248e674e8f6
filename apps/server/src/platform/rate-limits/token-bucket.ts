/** So many at once, and then so many each second. */
export type Rate = { burst: number; perSecond: number };

/**
 * A limit within this process, for what is too frequent to ask a store each time. `take` answers false when it is one
 * too many; a key whose bucket is full again takes no memory after the next `sweep`.
 */
export function createTokenBuckets({ burst, perSecond }: Rate) {
  const buckets = new Map<string | object, { tokens: number; filledAt: number }>();
  const filled = (bucket: { tokens: number; filledAt: number }, now: number) =>
    Math.min(burst, bucket.tokens + ((now - bucket.filledAt) / 1_000) * perSecond);
  return {
    take(key: string | object): boolean {
      const now = performance.now();
      const bucket = buckets.get(key) ?? { tokens: burst, filledAt: now };
      const tokens = filled(bucket, now);
      const isAllowed = tokens >= 1;
      buckets.set(key, { tokens: isAllowed ? tokens - 1 : tokens, filledAt: now });
      return isAllowed;
    },
    sweep(): void {
      const now = performance.now();
      for (const [key, bucket] of buckets) if (filled(bucket, now) === burst) buckets.delete(key);
    },
  };
}
