const retryMilliseconds = [1_000, 3_000];

/** Resolves after the time, or as soon as the browser says that its connection is back. */
const untilWorthTrying = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    const proceed = () => {
      window.removeEventListener('online', proceed);
      clearTimeout(timer);
      resolve();
    };
    window.addEventListener('online', proceed);
    // Offline only the connection's return helps, however long it takes.
    const timer = navigator.onLine ? setTimeout(proceed, milliseconds) : undefined;
  });

/**
 * Fetches code that is needed later than its screen. The part keeps its loading state while its code is asked for again;
 * when it is gone for good, after an update, this rejects, and the part says so in its own corner (`lazyComponent`).
 */
export async function importWithRetry<Part>(load: () => Promise<Part>, { isUnseen = false } = {}): Promise<Part> {
  // Nobody sees that what works behind the screen is missing, hence nobody could ask for it again.
  const pauses = isUnseen ? [...retryMilliseconds, 10_000, 30_000, 60_000] : retryMilliseconds;
  for (const milliseconds of pauses) {
    try {
      return await load();
    } catch {
      await untilWorthTrying(milliseconds);
    }
  }
  return load();
}

/** A slow answer holds back what can do without it no longer than this. */
const longestWaitMilliseconds = 3_000;

let resolveShown = (): void => undefined;
const shown = new Promise<void>((resolve) => {
  resolveShown = resolve;
});
let timer: ReturnType<typeof setTimeout> | undefined;

/** Says that the screen the member came for has what it asked for. Only the first time counts. */
export const noteFirstScreen = (): void => {
  // Safari has no idle callbacks.
  (globalThis.requestIdleCallback ?? setTimeout)(resolveShown);
};

/** Resolves in a task of its own: a slow device answers a press before it. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

let lastTurn = shown;
// In a page that nobody looks at nobody presses, and its timers wait for a second each.
const inTurn = (): Promise<void> => (lastTurn = lastTurn.then(() => (document.hidden ? undefined : nextTask())));

/**
 * Resolves when the first screen is shown and the browser has nothing else to do, or has waited long enough; for one caller
 * after the other, each in a task of its own.
 */
export const afterFirstScreen = (): Promise<void> => {
  timer ??= setTimeout(resolveShown, longestWaitMilliseconds);
  return inTurn();
};

/** Fetches code of what stands beside the screen or works behind it: after what the member came for, one part after the other. */
export const importAfterFirstScreen = async <Part>(load: () => Promise<Part>): Promise<Part> => {
  await afterFirstScreen();
  const part = await importWithRetry(load, { isUnseen: true });
  await inTurn();
  return part;
};
