import { readFile } from 'node:fs/promises';

/**
 * How many tests of a runner passed and failed, and what the failed ones said. A part that could not run at all is one
 * that failed.
 */
export interface Count {
  readonly passed: number;
  readonly failed: number;
  readonly failures: readonly string[];
}

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

interface PlaywrightReport {
  readonly stats: { readonly expected: number; readonly unexpected: number; readonly flaky: number };
  readonly errors: readonly unknown[];
}

const isFailed = ({ status }: { readonly status: string }): boolean => status === 'failed';

/** Counts `reports/vitest.json`; a test file that failed outside its tests counts as one failure. */
export function countVitest(report: unknown): Count {
  const { numPassedTests, numFailedTests, testResults } = report as VitestReport;
  const failedFiles = testResults.filter(isFailed);
  const brokenFiles = failedFiles.filter(({ assertionResults }) => !assertionResults.some(isFailed));
  const failures = failedFiles.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(isFailed)
      .map(({ fullName, failureMessages }) => [`${name} › ${fullName}`, ...failureMessages].join('\n')),
  );
  return {
    passed: numPassedTests,
    failed: numFailedTests + brokenFiles.length,
    failures: [...failures, ...brokenFiles.map(({ name, message }) => `${name}\n${message}`)],
  };
}

/**
 * Counts `reports/playwright.json`; a test that passed only when repeated has failed. Its runner ends with what failed,
 * and nothing comes after it: that need not be said again.
 */
export function countPlaywright(report: unknown): Count {
  const { stats, errors } = report as PlaywrightReport;
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length, failures: [] };
}

/**
 * The count of one runner. It fails at least once when its program failed, when its report is missing or unreadable,
 * and when it ran nothing: silence is no success.
 */
export async function countReport(
  file: string,
  count: (report: unknown) => Count,
  programSucceeded: boolean,
): Promise<Count> {
  let counted: Count;
  try {
    counted = count(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return failedOnce(0, 'The runner left no readable report');
  }
  if (counted.failed > 0) return counted;
  if (counted.passed === 0) return failedOnce(0, 'The runner ran no tests');
  if (!programSucceeded) return failedOnce(counted.passed, 'The runner failed outside its tests');
  return counted;
}

const failedOnce = (passed: number, failure: string): Count => ({ passed, failed: 1, failures: [failure] });

export const sum = (counts: readonly Count[]): Count => ({
  passed: counts.reduce((total, { passed }) => total + passed, 0),
  failed: counts.reduce((total, { failed }) => total + failed, 0),
  failures: counts.flatMap(({ failures }) => failures),
});
