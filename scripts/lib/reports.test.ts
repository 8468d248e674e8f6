import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { countPlaywright, countReport, countVitest, sum } from './reports.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'reports-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function vitestCount(report: unknown, programSucceeded: boolean) {
  const file = path.join(folder, 'vitest.json');
  await writeFile(file, JSON.stringify(report));
  return countReport(file, countVitest, programSucceeded);
}

const vitestReport = (numPassedTests: number, numFailedTests: number, testResults: unknown[] = []) => ({
  numPassedTests,
  numFailedTests,
  testResults,
});

test('counts passed and failed tests', async () => {
  expect(await vitestCount(vitestReport(7, 2), false)).toEqual({ passed: 7, failed: 2, failures: [] });
});

test('a test file that does not load counts as a failure', async () => {
  const broken = { name: 'posts.test.ts', status: 'failed', message: 'Cannot find it', assertionResults: [] };
  const failures = ['posts.test.ts\nCannot find it'];
  expect(await vitestCount(vitestReport(7, 0, [broken]), false)).toEqual({ passed: 7, failed: 1, failures });
});

test('a test file with failed tests counts once and lists their messages', async () => {
  const failedTest = { fullName: 'a like counts', status: 'failed', failureMessages: ['expected 2 to be 1'] };
  const passedTest = { fullName: 'a post is read', status: 'passed', failureMessages: [] };
  const file = { name: 'posts.test.ts', status: 'failed', message: '', assertionResults: [passedTest, failedTest] };
  const failures = ['posts.test.ts › a like counts\nexpected 2 to be 1'];
  expect(await vitestCount(vitestReport(7, 1, [file]), false)).toEqual({ passed: 7, failed: 1, failures });
});

test('a runner that fails although its tests passed counts as a failure', async () => {
  expect(await vitestCount(vitestReport(7, 0), false)).toMatchObject({ passed: 7, failed: 1 });
});

test('a runner that ran nothing counts as a failure', async () => {
  expect(await vitestCount(vitestReport(0, 0), true)).toEqual({
    passed: 0,
    failed: 1,
    failures: ['The runner ran no tests'],
  });
});

test('a missing or incomplete report counts as a failure', async () => {
  const file = path.join(folder, 'playwright.json');
  const unreadable = { passed: 0, failed: 1, failures: ['The runner left no readable report'] };
  expect(await countReport(file, countPlaywright, true)).toEqual(unreadable);
  await writeFile(file, '{"stats":{"expec');
  expect(await countReport(file, countPlaywright, true)).toEqual(unreadable);
});

const journey = (title: string, status: string, ...errors: { message: string }[]) => ({
  file: 'likes.spec.ts',
  line: 5,
  title,
  tests: [{ status, results: [{ errors }] }],
});

test('failed journeys, flaky journeys and errors outside journeys count as failures and are listed', () => {
  const inner = { specs: [journey('a like counts', 'unexpected', { message: 'expected 2 to be 1' })] };
  const outer = { specs: [journey('a like shows', 'expected'), journey('it goes', 'flaky')], suites: [inner] };
  const report = {
    stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 4 },
    errors: [{}, { message: 'No server' }],
    suites: [outer],
  };
  expect(countPlaywright(report)).toEqual({
    passed: 3,
    failed: 4,
    failures: [
      'likes.spec.ts:5 › it goes',
      'likes.spec.ts:5 › a like counts\nexpected 2 to be 1',
      'The runner failed',
      'No server',
    ],
  });
});

test('the counts of all runners add up', () => {
  expect(sum([])).toEqual({ passed: 0, failed: 0, failures: [] });
  const counts = [
    { passed: 1, failed: 0, failures: [] },
    { passed: 40, failed: 2, failures: ['one', 'another'] },
  ];
  expect(sum(counts)).toEqual({ passed: 41, failed: 2, failures: ['one', 'another'] });
});
