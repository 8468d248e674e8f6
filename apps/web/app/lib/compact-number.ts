const plain = new Intl.NumberFormat('en');
const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

/** "2,847", and from ten thousand on "15.2k", with the lower-case k of the specification. */
export const compactNumber = (count: number): string =>
  Math.abs(count) < 10_000 ? plain.format(count) : compact.format(count).replace('K', 'k');
