/** Returns the delay before a retry in milliseconds. It doubles with each failure. */
export const backoff = (failures: number, first = 1_000, max = 30_000): number => Math.min(max, first * 2 ** failures);

/** Varies a delay by a quarter, so that clients do not all retry at once. */
export const withJitter = (milliseconds: number): number => milliseconds * (0.75 + Math.random() / 2);
