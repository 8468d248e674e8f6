/**
 * Makes `common.txt`, the words that no password may consist of, of the collection beside it: `node content/passwords/make.ts`.
 * Endings, capitals, digits for letters, repetition and words in a row are rules of the check itself
 * (`features/auth/common-passwords.ts`): written out they would be millions of lines.
 */
import { readFileSync, writeFileSync } from 'node:fs';

const own = (file: string) => new URL(file, import.meta.url);
const lines = readFileSync(own('words.txt'), 'utf8')
  .split('\n')
  .filter((line) => !line.startsWith('#'));
const words = new Set(lines.flatMap((line) => line.split(/\s+/)).filter((word) => word.length > 2));
writeFileSync(own('common.txt'), `${[...words].toSorted().join('\n')}\n`);
