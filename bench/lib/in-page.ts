/// <reference lib="dom" />
import type * as WebVitals from 'web-vitals/attribution';

type Vitals = Partial<Record<WebVitals.MetricType['name'], number>> & { largestElement?: string };
type ObservedWindow = typeof globalThis & { vitals: Vitals };

/** Runs in the page before its own code: records paints, layout shifts and interactions. */
export function recordVitals(webVitals: typeof WebVitals): void {
  const vitals: Vitals = {};
  (globalThis as ObservedWindow).vitals = vitals;
  const options = { reportAllChanges: true, durationThreshold: 16 };
  const record = ({ name, value }: WebVitals.MetricType) => void (vitals[name] = value);
  webVitals.onFCP(record, options);
  webVitals.onCLS(record, options);
  webVitals.onINP(record, options);
  webVitals.onLCP((metric) => {
    record(metric);
    vitals.largestElement = metric.attribution.target ?? 'a removed element';
  }, options);
}

export const readVitals = (): Vitals => (globalThis as ObservedWindow).vitals;

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
