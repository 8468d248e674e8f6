/// <reference lib="dom" />

/** Runs in the page: sets the mark `shown` when the selector first matches an element. */
export function markWhenShown(selector: string): void {
  const observer = new MutationObserver(() => {
    if (document.querySelector(selector) === null) return;
    performance.mark('shown');
    observer.disconnect();
  });
  observer.observe(document, { childList: true, subtree: true, attributes: true });
}

/** Runs in the page: sets the mark `seen` at the first frame in which a matching element is visible. */
export function markWhenSeen(selector: string): void {
  const markIfVisible = () => {
    const isSeen = [...document.querySelectorAll(selector)].some((element) => element.checkVisibility());
    if (isSeen && performance.getEntriesByType('paint').length > 0) performance.mark('seen');
    else requestAnimationFrame(markIfVisible);
  };
  requestAnimationFrame(markIfVisible);
}

/** Runs in the page: returns the scripts requested before the mark `shown`. Independent of the machine's speed. */
export function scriptsRequestedBeforeShown(): string[] {
  const shownAt = performance.getEntriesByName('shown')[0]?.startTime ?? Number.POSITIVE_INFINITY;
  return performance
    .getEntriesByType('resource')
    .filter(({ name, startTime }) => name.endsWith('.js') && startTime <= shownAt)
    .map(({ name }) => name);
}

/**
 * Runs in the page: returns the machine's current speed, in strings of 10,000 letters built per 100 ms. This is one
 * half of Lighthouse's `benchmarkIndex` (core/lib/page-functions.js). At half the index, the product runs at half its
 * speed.
 */
export function readMachineSpeed(): number {
  const startedAt = performance.now();
  let strings = 0;
  for (; performance.now() - startedAt < 500; strings += 1) {
    let text = '';
    for (let letter = 0; letter < 10_000; letter += 1) text += 'a';
    if (text.length === 1) throw new Error('The string was not built.');
  }
  return Math.round((strings / (performance.now() - startedAt)) * 100);
}

type LayoutShift = PerformanceEntry & { value: number; hadRecentInput: boolean };
type Interaction = PerformanceEntry & { interactionId: number };
type PageMetrics = {
  largestPaintAt: number;
  shifts: { at: number; value: number }[];
  blockingTime: number;
  /** Milliseconds of each interaction, by interaction id. One key press is one interaction with several events. */
  interactions: Map<number, number>;
};
type ObservedWindow = typeof globalThis & { metrics: PageMetrics };

/** Runs in the page before its own code: records paints, layout shifts, long tasks and interactions. */
export function observeMetrics(): void {
  const metrics: PageMetrics = { largestPaintAt: 0, shifts: [], blockingTime: 0, interactions: new Map() };
  (globalThis as ObservedWindow).metrics = metrics;
  const recorders: Record<string, (entry: PerformanceEntry) => void> = {
    'largest-contentful-paint': ({ startTime }) => {
      metrics.largestPaintAt = startTime;
    },
    'layout-shift': (entry) => {
      const { startTime: at, value, hadRecentInput } = entry as LayoutShift;
      if (!hadRecentInput) metrics.shifts.push({ at, value });
    },
    longtask: ({ duration }) => {
      metrics.blockingTime += duration - 50;
    },
    event: (entry) => {
      const { interactionId, duration } = entry as Interaction;
      const previousDuration = metrics.interactions.get(interactionId) ?? 0;
      if (interactionId > 0) metrics.interactions.set(interactionId, Math.max(previousDuration, duration));
    },
  };
  for (const [type, record] of Object.entries(recorders)) {
    const options = { type, buffered: true, durationThreshold: 16 };
    new PerformanceObserver((list) => list.getEntries().forEach(record)).observe(options);
  }
}

/** Runs in the page: returns the metrics recorded so far and clears the interactions. */
export function collectMetrics(): Omit<PageMetrics, 'interactions'> & { layoutShift: number; interactions: number[] } {
  const { metrics } = globalThis as ObservedWindow;
  // CLS is the worst burst: shifts less than a second apart, within five seconds (web.dev/articles/cls).
  let [layoutShift, sum, burstStart, last] = [0, 0, 0, -Infinity];
  for (const { at, value } of metrics.shifts) {
    if (at - last > 1_000 || at - burstStart > 5_000) [sum, burstStart] = [0, at];
    sum += value;
    last = at;
    layoutShift = Math.max(layoutShift, sum);
  }
  const interactions = [...metrics.interactions.values()];
  metrics.interactions.clear();
  return { ...metrics, interactions, layoutShift };
}
