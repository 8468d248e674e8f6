export type Outcome = 'completed' | 'failed';

/** Runs a function and reports its outcome and its duration in seconds. Errors are rethrown. */
export async function withTiming<Result>(
  run: () => Promise<Result>,
  report: (outcome: Outcome, seconds: number) => void,
): Promise<Result> {
  const startedAt = performance.now();
  let outcome: Outcome = 'failed';
  try {
    const result = await run();
    outcome = 'completed';
    return result;
  } finally {
    report(outcome, (performance.now() - startedAt) / 1000);
  }
}
