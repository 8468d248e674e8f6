/** Returns a random number between these two. */
export const between = (low: number, high: number): number => low + Math.random() * (high - low);

export const oneOf = <Item>(items: readonly Item[]): Item | undefined =>
  items[Math.floor(Math.random() * items.length)];
