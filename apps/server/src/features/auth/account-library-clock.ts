import { databaseNow } from '../../platform/database/clock.ts';

/** Smaller clock differences are not corrected, so that the account library reads exactly the times it wrote. */
const toleratedMilliseconds = 1_000;

/** Returns the milliseconds by which the database's clock is ahead of this process's clock. */
function clockOffset(): number {
  const milliseconds = databaseNow().getTime() - Date.now();
  return Math.abs(milliseconds) < toleratedMilliseconds ? 0 : milliseconds;
}

function shiftDates(value: unknown, milliseconds: number): unknown {
  if (milliseconds === 0) return value;
  if (value instanceof Date) return new Date(value.getTime() + milliseconds);
  if (Array.isArray(value)) return value.map((item) => shiftDates(item, milliseconds));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shiftDates(item, milliseconds)]));
}

/**
 * Wraps the adapter of the account library, which uses this process's clock. Times are shifted to the database's clock
 * when written and back when read, so that a sign-in can continue on a server whose clock is hours off.
 */
export const withDatabaseClock = <Adapter extends object>(adapter: Adapter): Adapter =>
  new Proxy(adapter, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      if (name === 'transaction')
        return (run: (inner: Adapter) => unknown) =>
          value.call(target, (inner: Adapter) => run(withDatabaseClock(inner))) as unknown;
      return async (...parameters: unknown[]) => {
        const offset = clockOffset();
        return shiftDates(await value.apply(target, shiftDates(parameters, offset)), -offset);
      };
    },
  });
