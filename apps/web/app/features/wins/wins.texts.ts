import { plural } from '../../lib/locale.ts';
import { namedLabel } from '../../ui/ui.texts.ts';

export const newWins = (count: number): string => plural(count, { one: '# new win', other: '# new wins' });

export const cheerLabel = (count: number, name: string): string =>
  namedLabel(plural(count, { none: 'Cheer', one: 'Cheer # cheer', other: 'Cheer # cheers' }), name);

export const noWinsUnder = (category: string): string => `No wins under ${category} yet`;
