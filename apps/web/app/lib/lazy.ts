const retryMilliseconds = [1_000, 3_000];

/** Resolves after the delay, or as soon as the browser is online again. */
const waitBeforeRetry = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    const proceed = () => {
      window.removeEventListener('online', proceed);
      clearTimeout(timer);
      resolve();
    };
    window.addEventListener('online', proceed);
    // While offline, only the `online` event helps.
    const timer = navigator.onLine ? setTimeout(proceed, milliseconds) : undefined;
  });

/**
 * Imports a module with retries, while its component shows its loading state. Rejects if the module is gone for good,
 * for example after an update. `lazyPart` then shows the failure.
 */
export async function importWithRetry<Part>(load: () => Promise<Part>, { isBackground = false } = {}): Promise<Part> {
  // Nobody can retry code without a user interface, so it gets more attempts.
  const delays = isBackground ? [...retryMilliseconds, 10_000, 30_000, 60_000] : retryMilliseconds;
  for (const milliseconds of delays) {
    try {
      return await load();
    } catch {
      await waitBeforeRetry(milliseconds);
    }
  }
  return load();
}

/** Code that can wait for the first screen waits at most this long. */
const longestWaitMilliseconds = 3_000;

let resolveFirstScreenShown = (): void => undefined;
const firstScreenShown = new Promise<void>((resolve) => {
  resolveFirstScreenShown = resolve;
});
let timer: ReturnType<typeof setTimeout> | undefined;

/** Marks the first screen as loaded. Only the first call counts. */
export const markFirstScreenShown = (): void => {
  // Safari has no idle callbacks.
  (globalThis.requestIdleCallback ?? setTimeout)(resolveFirstScreenShown);
};

/** Resolves when the first screen is shown and the browser is idle, or after the maximum wait. */
export const afterFirstScreen = (): Promise<void> => {
  timer ??= setTimeout(resolveFirstScreenShown, longestWaitMilliseconds);
  return firstScreenShown;
};
