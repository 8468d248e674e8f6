/// <reference lib="dom" />

/** Runs in the page: notes the moment in which it shows what it is for. */
export function noteWhenShown(selector: string): void {
  const observer = new MutationObserver(() => {
    if (document.querySelector(selector) === null) return;
    performance.mark('shown');
    observer.disconnect();
  });
  observer.observe(document, { childList: true, subtree: true });
}

/** Runs in the page: notes the first frame after which something can be seen. */
export function noteWhenSeen(selector: string): void {
  const look = () => {
    const isSeen = [...document.querySelectorAll(selector)].some((element) => element.checkVisibility());
    if (isSeen && performance.getEntriesByType('paint').length > 0) performance.mark('seen');
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** Runs in the page: what it asked for by then, however busy the machine is that measures. */
export function askedBeforeShown(): string[] {
  const shownAt = performance.getEntriesByName('shown')[0]?.startTime ?? Number.POSITIVE_INFINITY;
  return performance
    .getEntriesByType('resource')
    .filter(({ name, startTime }) => name.endsWith('.js') && startTime <= shownAt)
    .map(({ name }) => name);
}

/**
 * Runs in the page: how fast the machine is in this minute, in joinings of 10,000 letters in a tenth of a second, as one half
 * of Lighthouse's `benchmarkIndex` counts (core/lib/page-functions.js). Where it is half of what it was, so is the product.
 */
export function readMachineSpeed(): number {
  const begunAt = performance.now();
  let joinings = 0;
  for (; performance.now() - begunAt < 500; joinings += 1) {
    let text = '';
    for (let letter = 0; letter < 10_000; letter += 1) text += 'a';
    if (text.length === 1) throw new Error('Nothing was joined.');
  }
  return Math.round((joinings / (performance.now() - begunAt)) * 100);
}

type LayoutShift = PerformanceEntry & { value: number; hadRecentInput: boolean };
type Interaction = PerformanceEntry & { interactionId: number };
type Figures = {
  largestPaintAt: number;
  shifts: { at: number; value: number }[];
  blocked: number;
  /** The milliseconds of each interaction, by its number: a press of a key is one, of several events. */
  interactions: Map<number, number>;
};
type Watched = typeof globalThis & { figures: Figures };

/** Runs in the page before its own code: keeps what the browser tells of paints, shifts, long tasks and interactions. */
export function watchFigures(): void {
  const figures: Figures = { largestPaintAt: 0, shifts: [], blocked: 0, interactions: new Map() };
  (globalThis as Watched).figures = figures;
  const notes: Record<string, (entry: PerformanceEntry) => void> = {
    'largest-contentful-paint': ({ startTime }) => {
      figures.largestPaintAt = startTime;
    },
    'layout-shift': (entry) => {
      const { startTime: at, value, hadRecentInput } = entry as LayoutShift;
      if (!hadRecentInput) figures.shifts.push({ at, value });
    },
    longtask: ({ duration }) => {
      figures.blocked += duration - 50;
    },
    event: (entry) => {
      const { interactionId, duration } = entry as Interaction;
      const known = figures.interactions.get(interactionId) ?? 0;
      if (interactionId > 0) figures.interactions.set(interactionId, Math.max(known, duration));
    },
  };
  for (const [type, note] of Object.entries(notes)) {
    const options = { type, buffered: true, durationThreshold: 16 };
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe(options);
  }
}

/** Runs in the page: what was kept so far, and forgets the interactions. */
export function takeFigures(): Omit<Figures, 'interactions'> & { layoutShift: number; interactions: number[] } {
  const { figures } = globalThis as Watched;
  // The worst burst: shifts less than a second apart, five seconds at most (web.dev/articles/cls).
  let [layoutShift, sum, begun, last] = [0, 0, 0, -Infinity];
  for (const { at, value } of figures.shifts) {
    if (at - last > 1_000 || at - begun > 5_000) [sum, begun] = [0, at];
    sum += value;
    last = at;
    layoutShift = Math.max(layoutShift, sum);
  }
  const interactions = [...figures.interactions.values()];
  figures.interactions.clear();
  return { ...figures, interactions, layoutShift };
}
