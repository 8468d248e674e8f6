const retryMilliseconds = [1_000, 3_000, 9_000];

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
 * Fetches code that is needed later than its screen. A failed attempt would otherwise replace the whole screen, with
 * what the member is writing, by an error: so the part keeps its loading state, and its code is asked for again. When
 * it is gone for good, after an update, it rejects, and the error screen offers to load the page again.
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  for (const milliseconds of retryMilliseconds) {
    try {
      return await load();
    } catch {
      await untilWorthTrying(milliseconds);
    }
  }
  return load();
}
