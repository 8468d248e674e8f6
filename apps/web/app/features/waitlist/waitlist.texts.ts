import { plural } from '../../lib/locale.ts';

export const membersHere = (count: number): string =>
  plural(count, {
    one: '# person is here already. Talk, or only read: both are welcome.',
    other: '# people are here already. Some talk, some only read.',
  });
