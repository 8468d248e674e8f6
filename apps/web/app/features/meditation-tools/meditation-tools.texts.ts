import { plural } from '../../lib/locale.ts';

export const pageCount = (count: number): string => plural(count, { one: '# page', other: '# pages' });
