export type Outcome = 'completed' | 'failed';

/** Does something, and tells how it ended and how many seconds it took. What it throws is thrown on. */
export async function timed<Result>(
  run: () => Promise<Result>,
  tell: (outcome: Outcome, seconds: number) => void,
): Promise<Result> {
  const startedAt = performance.now();
  let outcome: Outcome = 'failed';
  try {
    const result = await run();
    outcome = 'completed';
    return result;
  } finally {
    tell(outcome, (performance.now() - startedAt) / 1000);
  }
}
