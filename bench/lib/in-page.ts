/// <reference lib="dom" />

/** Runs in the page: sets the mark `shown` when the selector first matches an element. */
export function markWhenShown(selector: string): void {
  const observer = new MutationObserver(() => {
    if (document.querySelector(selector) === null) return;
    performance.mark('shown');
    observer.disconnect();
  });
  observer.observe(document, { childList: true, subtree: true, attributeFilter: ['data-ready'] });
}

/** Runs in the page: returns the scripts requested before the mark `shown`. Independent of the machine's speed. */
export function scriptsRequestedBeforeShown(): string[] {
  const shownAt = performance.getEntriesByName('shown')[0]?.startTime ?? Number.POSITIVE_INFINITY;
  return performance
    .getEntriesByType('resource')
    .filter(({ name, startTime }) => name.endsWith('.js') && startTime <= shownAt)
    .map(({ name }) => name);
}

type LayoutShift = PerformanceEntry & { value: number; hadRecentInput: boolean };
type LargestPaint = PerformanceEntry & { element: Element | null };
type Interaction = PerformanceEntry & { interactionId: number };
type PageMetrics = {
  firstPaintAt: number;
  largestPaintAt: number;
  /** Tag and first words of the largest element. */
  largestElement: string;
  shifts: { at: number; value: number }[];
  /** Milliseconds of each interaction, by interaction id. One key press is one interaction with several events. */
  interactions: Map<number, number>;
};
type ObservedWindow = typeof globalThis & { metrics: PageMetrics };

/** Runs in the page before its own code: records paints, layout shifts and interactions. */
export function observeMetrics(): void {
  const metrics: PageMetrics = {
    firstPaintAt: 0,
    largestPaintAt: 0,
    largestElement: '',
    shifts: [],
    interactions: new Map(),
  };
  (globalThis as ObservedWindow).metrics = metrics;
  const recorders: Record<string, (entry: PerformanceEntry) => void> = {
    paint: ({ name, startTime }) => {
      if (name === 'first-contentful-paint') metrics.firstPaintAt = startTime;
    },
    'largest-contentful-paint': (entry) => {
      const { startTime, element } = entry as LargestPaint;
      metrics.largestPaintAt = startTime;
      metrics.largestElement = `${element?.localName ?? 'a removed element'} "${element?.textContent.slice(0, 30) ?? ''}"`;
    },
    'layout-shift': (entry) => {
      const { startTime: at, value, hadRecentInput } = entry as LayoutShift;
      if (!hadRecentInput) metrics.shifts.push({ at, value });
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
