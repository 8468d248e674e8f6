/** Does several things at once, and no more than so many: what waits for a disk or a service need not wait for its turn, too. */
export function several(maxAtOnce: number) {
  const running = new Set<Promise<void>>();
  return {
    /** Begins it when there is room. @throws what failed before it. */
    async begin(run: () => Promise<void>): Promise<void> {
      while (running.size >= maxAtOnce) await Promise.race(running);
      const one = run().then(() => {
        running.delete(one);
      });
      // It stays among them when it fails, and is thrown by whoever waits next.
      one.catch(() => {});
      running.add(one);
    },
    /** Waits for all that was begun. @throws what failed first. */
    async end(): Promise<void> {
      await Promise.allSettled(running);
      await Promise.all(running);
    },
  };
}
