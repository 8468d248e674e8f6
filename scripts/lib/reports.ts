import { readFile } from 'node:fs/promises';

/** How many tests of a runner passed and failed. A part that could not run at all is one that failed. */
export interface Count {
  readonly passed: number;
  readonly failed: number;
}

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly status: string;
    readonly assertionResults: readonly { status: string }[];
  }[];
}

interface PlaywrightReport {
  readonly stats: { readonly expected: number; readonly unexpected: number; readonly flaky: number };
  readonly errors: readonly unknown[];
}

/** Counts `reports/vitest.json`; a test file that failed outside its tests counts as one failure. */
export function countVitest(report: unknown): Count {
  const { numPassedTests, numFailedTests, testResults } = report as VitestReport;
  const brokenFiles = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  );
  return { passed: numPassedTests, failed: numFailedTests + brokenFiles.length };
}

/** Counts `reports/playwright.json`; a test that passed only when repeated has failed. */
export function countPlaywright(report: unknown): Count {
  const { stats, errors } = report as PlaywrightReport;
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length };
}

/**
 * The count of one runner. It fails at least once when its program failed, when its report is missing or unreadable,
 * and when it ran nothing: silence is no success.
 */
export async function countReport(
  file: string,
  count: (report: unknown) => Count,
  programSucceeded: boolean,
): Promise<Count & { readonly problem: string | null }> {
  let counted: Count;
  try {
    counted = count(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return { passed: 0, failed: 1, problem: 'left no readable report' };
  }
  if (counted.failed > 0) return { ...counted, problem: null };
  if (counted.passed === 0) return { passed: 0, failed: 1, problem: 'ran no tests' };
  if (!programSucceeded) return { passed: counted.passed, failed: 1, problem: 'failed outside its tests' };
  return { ...counted, problem: null };
}

export function sum(counts: readonly Count[]): Count {
  return counts.reduce<Count>(
    (total, { passed, failed }) => ({ passed: total.passed + passed, failed: total.failed + failed }),
    { passed: 0, failed: 0 },
  );
}
