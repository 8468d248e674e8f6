import pLimit from 'p-limit';

/**
 * Creates a runner that runs calls with the same name one at a time within this process. Calls with different names run
 * concurrently.
 */
export function createQueues(): <Result>(name: string, run: () => Promise<Result>) => Promise<Result> {
  const queues = new Map<string, { limit: ReturnType<typeof pLimit>; waiting: number }>();
  return async (name, run) => {
    const queue = queues.getOrInsertComputed(name, () => ({ limit: pLimit(1), waiting: 0 }));
    queue.waiting += 1;
    try {
      return await queue.limit(run);
    } finally {
      queue.waiting -= 1;
      if (queue.waiting === 0) queues.delete(name);
    }
  };
}
