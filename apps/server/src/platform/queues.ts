import pLimit from 'p-limit';

/** Does what has the same name one after the other, within this process; what has another name does not wait for it. */
export function createQueues(): <Result>(name: string, run: () => Promise<Result>) => Promise<Result> {
  const queues = new Map<string, { inTurn: ReturnType<typeof pLimit>; waiting: number }>();
  return async (name, run) => {
    const queue = queues.getOrInsertComputed(name, () => ({ inTurn: pLimit(1), waiting: 0 }));
    queue.waiting += 1;
    try {
      return await queue.inTurn(run);
    } finally {
      queue.waiting -= 1;
      if (queue.waiting === 0) queues.delete(name);
    }
  };
}
