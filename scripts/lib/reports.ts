import { readFile } from 'node:fs/promises';

/**
 * Numbers of passed and failed tests of a runner, and the messages of the failures. A part that could not run failed.
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

interface PlaywrightSuite {
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs: readonly {
    readonly file: string;
    readonly line: number;
    readonly title: string;
    readonly tests: readonly {
      readonly status: string;
      readonly results: readonly { readonly errors: readonly { readonly message?: string }[] }[];
    }[];
  }[];
}

interface PlaywrightReport {
  readonly stats: { readonly expected: number; readonly unexpected: number; readonly flaky: number };
  readonly errors: readonly { readonly message?: string }[];
  readonly suites: readonly PlaywrightSuite[];
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

/** Counts `reports/playwright.json`; a flaky test counts as failed. */
export function countPlaywright(report: unknown): Count {
  const { stats, errors, suites } = report as PlaywrightReport;
  const messages = errors.map(({ message = 'The runner failed' }) => message);
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    failures: [...suites.flatMap(failuresIn), ...messages],
  };
}

function failuresIn({ suites = [], specs }: PlaywrightSuite): string[] {
  const ownFailures = specs.flatMap(({ file, line, title, tests }) => {
    const failed = tests.filter(({ status }) => status === 'unexpected' || status === 'flaky');
    const messages = failed.flatMap(({ results }) =>
      results.flatMap(({ errors }) => errors.map((error) => error.message)),
    );
    return failed.length === 0 ? [] : [[`${file}:${line} › ${title}`, ...messages].join('\n')];
  });
  return [...ownFailures, ...suites.flatMap(failuresIn)];
}

/**
 * Returns the count of one runner. It has at least one failure when the program failed, when the report is missing or
 * unreadable, or when no test ran.
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
    return withFailure(0, 'The runner left no readable report');
  }
  if (counted.failed > 0) return counted;
  if (counted.passed === 0) return withFailure(0, 'The runner ran no tests');
  if (!programSucceeded) return withFailure(counted.passed, 'The runner failed outside its tests');
  return counted;
}

const withFailure = (passed: number, failure: string): Count => ({ passed, failed: 1, failures: [failure] });

export const sum = (counts: readonly Count[]): Count => ({
  passed: counts.reduce((total, { passed }) => total + passed, 0),
  failed: counts.reduce((total, { failed }) => total + failed, 0),
  failures: counts.flatMap(({ failures }) => failures),
});
