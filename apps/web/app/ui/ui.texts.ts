import { ago, formatPercent, plural } from '../lib/locale.ts';

/** Accessible name of a button for one of several items: "Edit event, Evening walk". */
export const namedLabel = (label: string, name: string): string => `${label}, ${name}`;

export const addLabel = (noun: string): string => `Add ${noun}`;
export const optionsTitle = (noun: string): string => `${noun} options`;
export const optionsLabel = (noun: string, name: string): string => namedLabel(optionsTitle(noun), name);
export const deletionTitle = (noun: string): string => `Delete ${noun}`;

/** `effect` is a sentence about the consequences. */
export const deletionQuestion = (noun: string, effect: string): string =>
  `Are you sure you want to delete this ${noun}? ${effect}`.trim();

export const charactersLeft = (count: number): string =>
  plural(count, { one: '# character left', other: '# characters left' });
export const charactersTooMany = (count: number): string =>
  plural(count, { one: '# character too many', other: '# characters too many' });

export const uploadingText = (share: number): string => `Uploading, ${formatPercent(share)}`;

export const aboutAgo = (count: number, unit: Intl.RelativeTimeFormatUnit): string => `about ${ago(count, unit)}`;
export const overYearsAgo = (years: number): string => `over ${ago(years, 'year')}`;
export const almostYearsAgo = (years: number): string => `almost ${ago(years, 'year')}`;
