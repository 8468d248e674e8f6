/**
 * Creates `common.txt` from `words.txt`: `node content/passwords/make.ts`. No password may consist of these words. The
 * list has no variants such as endings, capitals, digits for letters, and repeated or combined words, because these
 * would be millions of lines. The check derives them itself (`features/auth/common-passwords.ts`).
 */
import { readFileSync, writeFileSync } from 'node:fs';

const urlOf = (file: string) => new URL(file, import.meta.url);
const lines = readFileSync(urlOf('words.txt'), 'utf8')
  .split('\n')
  .filter((line) => !line.startsWith('#'));
const words = new Set(lines.flatMap((line) => line.split(/\s+/)).filter((word) => word.length > 2));
writeFileSync(urlOf('common.txt'), `${[...words].toSorted().join('\n')}\n`);
