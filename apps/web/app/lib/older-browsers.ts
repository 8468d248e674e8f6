/**
 * Polyfills for the oldest supported browsers: Safari 16.4, Chrome and Edge 111, Firefox 114, Samsung Internet 22.
 * Every entry imports this file first. `browser-support.test.ts` finds missing functions.
 */

/** Adds functions that the browser lacks. */
const provide = <Owner extends object>(owner: Owner, functions: Partial<Record<keyof Owner, unknown>>): void => {
  for (const [name, value] of Object.entries(functions))
    if (!(name in owner)) Object.defineProperty(owner, name, { value, writable: true, configurable: true });
};

// Firefox 115.
provide(Array.prototype as unknown[], {
  toSorted(this: unknown[], compare?: (one: unknown, other: unknown) => number) {
    const copy = [...this];
    // oxlint-disable-next-line unicorn/no-array-sort -- `toSorted` is what this provides
    return copy.sort(compare);
  },
  toReversed(this: unknown[]) {
    const copy = [...this];
    // oxlint-disable-next-line unicorn/no-array-reverse -- `toReversed` is what this provides
    return copy.reverse();
  },
  toSpliced(this: unknown[], ...changes: [start: number, deleteCount: number, ...items: unknown[]]) {
    const copy = [...this];
    copy.splice(...changes);
    return copy;
  },
  with(this: unknown[], index: number, value: unknown) {
    const copy = [...this];
    copy[index < 0 ? copy.length + index : index] = value;
    return copy;
  },
});

// Chrome 117, Firefox 119, Safari 17.4.
provide(Map, {
  groupBy<Key, Item>(items: Iterable<Item>, keyOf: (item: Item, index: number) => Key) {
    const groups = new Map<Key, Item[]>();
    let index = 0;
    for (const item of items) {
      const key = keyOf(item, index++);
      const group = groups.get(key);
      if (group) group.push(item);
      else groups.set(key, [item]);
    }
    return groups;
  },
});

// Firefox 119.
provide(String.prototype, {
  isWellFormed(this: string) {
    return !/\p{Surrogate}/u.test(this);
  },
});

// Not in the build, which renders outside a browser.
if (typeof window !== 'undefined') {
  // Chrome 116, Firefox 124, Safari 17.4.
  provide(AbortSignal, {
    any(signals: Iterable<AbortSignal>) {
      const controller = new AbortController();
      for (const signal of signals) {
        const abort = () => controller.abort(signal.reason);
        if (signal.aborted) abort();
        else signal.addEventListener('abort', abort, { once: true, signal: controller.signal });
      }
      return controller.signal;
    },
  });

  // Safari 17.4.
  provide(Element.prototype, {
    checkVisibility(this: Element) {
      return this.getClientRects().length > 0;
    },
  });
}
