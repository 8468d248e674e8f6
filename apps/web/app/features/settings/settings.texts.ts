import { plural } from '../../lib/locale.ts';

export const recoveryCodesText = (count: number): string =>
  plural(count, { one: '# recovery code is left.', other: '# recovery codes are left.' });
