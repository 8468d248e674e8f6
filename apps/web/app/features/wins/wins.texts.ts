import { plural } from '../../lib/locale.ts';

export const newWins = (count: number): string => plural(count, { one: '# new win', other: '# new wins' });

export const cheerLabel = (count: number, name: string): string =>
  `${plural(count, { none: 'Cheer', one: 'Cheer # cheer', other: 'Cheer # cheers' })}, ${name}`;
