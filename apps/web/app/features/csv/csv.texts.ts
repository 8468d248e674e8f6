import { plural } from '../../lib/locale.ts';

export const problemsText = (count: number): string => plural(count, { one: 'One problem', other: '# problems' });
