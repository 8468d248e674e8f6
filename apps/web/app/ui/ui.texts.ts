import { formatPercent, plural } from '../lib/locale.ts';

export const charactersLeft = (count: number): string =>
  plural(count, { one: '# character left', other: '# characters left' });
export const charactersTooMany = (count: number): string =>
  plural(count, { one: '# character too many', other: '# characters too many' });

export const uploadingText = (share: number): string => `Uploading, ${formatPercent(share)}`;
