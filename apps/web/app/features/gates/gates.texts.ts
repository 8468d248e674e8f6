import { plural } from '../../lib/locale.ts';

export const peopleFound = (count: number): string => plural(count, { one: '# person found', other: '# people found' });
