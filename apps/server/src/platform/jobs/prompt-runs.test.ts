import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPromptRuns } from './prompt-runs.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('requests within a moment are combined into one run, and a request during a run starts another one', async () => {
  const runs = createPromptRuns();
  const first = Promise.withResolvers<void>();
  const run = vi.fn<() => Promise<void>>(async () => {
    if (run.mock.calls.length === 1) await first.promise;
  });
  runs.start('index', run);
  runs.request('index');
  runs.request('index');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(run).toHaveBeenCalledTimes(1);
  runs.request('index');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(run).toHaveBeenCalledTimes(1);
  first.resolve();
  await vi.advanceTimersByTimeAsync(0);
  expect(run).toHaveBeenCalledTimes(2);
});

test('a request before the start of a job runs after the start', async () => {
  const runs = createPromptRuns();
  const run = vi.fn<() => Promise<void>>(async () => undefined);
  runs.request('index');
  await vi.advanceTimersByTimeAsync(1_000);
  runs.start('index', run);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(run).toHaveBeenCalledTimes(1);
});

test('a failed run does not prevent the next one', async () => {
  const runs = createPromptRuns();
  const run = vi.fn<() => Promise<void>>(async () => undefined).mockRejectedValueOnce(new Error('no database'));
  runs.start('index', run);
  for (let request = 0; request < 2; request += 1) {
    runs.request('index');
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(run).toHaveBeenCalledTimes(2);
});

test('a stop waits for the run in progress and begins no other one', async () => {
  const runs = createPromptRuns();
  const first = Promise.withResolvers<void>();
  const run = vi.fn<() => Promise<void>>(() => first.promise);
  runs.start('index', run);
  runs.request('index');
  await vi.advanceTimersByTimeAsync(1_000);
  runs.request('index');
  const stopped = vi.fn<() => void>();
  const stop = runs.stop().then(stopped);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(stopped).not.toHaveBeenCalled();
  first.resolve();
  await stop;
  expect(run).toHaveBeenCalledTimes(1);
});
