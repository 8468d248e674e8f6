import { readFileSync } from 'node:fs';
import { securityErrors } from '@commons/contract/security';
import { errorsOf } from '../../platform/errors.ts';

const securityError = errorsOf(securityErrors);

/** Made by the script beside it; some hundred words, read once. */
const commonWords = readFileSync(new URL('../../../../../content/passwords/common.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n');

const lettersOfDigits: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
};
const lettersOfSigns: Record<string, string> = { '@': 'a', $: 's', '!': 'i', '€': 'e' };

/** "P@ssw0rd" as it is meant. */
const meant = (text: string) =>
  text.replaceAll(/[0134578@$!€]/g, (sign) => lettersOfDigits[sign] ?? lettersOfSigns[sign] ?? sign);

/** Rows of keys and of the alphabet, there and back. */
const rows = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'zxcvbnm',
].flatMap((row) => [row, [...row].toReversed().join('')]);
const shortestRun = 3;

/** What is left of a text when runs of neighbouring keys and of one and the same sign are taken out. */
function withoutRuns(text: string): string {
  let rest = '';
  for (let at = 0; at < text.length;) {
    let length = 1;
    while (text[at + length] === text[at]) length += 1;
    for (const row of rows) {
      let run = 1;
      while (at + run < text.length && row.includes(text.slice(at, at + run + 1))) run += 1;
      length = Math.max(length, run);
    }
    if (length < shortestRun) rest += text.slice(at, at + 1);
    at += length < shortestRun ? 1 : length;
  }
  return rest;
}

/** The shortest words first would leave pieces of longer ones behind. */
const longestFirst = (words: readonly string[]) => words.toSorted((one, other) => other.length - one.length);
const commonLongestFirst = longestFirst(commonWords);

/** So few letters or digits beside what anybody would try first are guessed with it. */
const leastOfOnesOwn = 4;

/** At most so many of the well-known words in a row: more of them are a passphrase, and a good one. */
const maxWords = 2;

function isMadeOf(text: string, words: readonly string[]): boolean {
  let rest = text;
  let count = 0;
  for (const word of words) {
    if (!rest.includes(word)) continue;
    count += 1;
    if (count > maxWords) return false;
    rest = rest.replaceAll(word, ' ');
  }
  // Years, endings and punctuation are the first that is tried with a word.
  return withoutRuns(rest.replaceAll(/\p{P}|\p{S}|\s/gu, '')).replaceAll(/\d/g, '').length < leastOfOnesOwn;
}

/** Who chooses the password, and where: what they and their community are called is tried before anything else. */
export type PasswordOf = { email?: string; names?: readonly string[]; productName: string };

/** Whether a password is of the kind that is guessed first: well-known words, one's own name or email, runs of keys. */
export function isCommonPassword(password: string, { email = '', names = [], productName }: PasswordOf): boolean {
  const own = [...email.split(/[@.+_-]/), ...names, ...productName.split(/\s+/), productName.replaceAll(/\s/g, '')];
  const ownWords = own.map((word) => word.toLowerCase()).filter((word) => word.length > 2);
  const words = ownWords.length === 0 ? commonLongestFirst : longestFirst([...ownWords, ...commonWords]);
  const typed = password.normalize('NFKC').toLowerCase();
  const distinct = new Set(typed.replaceAll(/\s/g, '')).size;
  return distinct < leastOfOnesOwn || [typed, meant(typed)].some((text) => isMadeOf(text, words));
}

/** @throws AppError 400 that names the field, with a kind sentence. */
export function assertNotCommon(password: string, path: 'password' | 'newPassword', of: PasswordOf): void {
  if (isCommonPassword(password, of))
    throw securityError('security.password_too_common', {
      errors: [
        {
          path,
          message:
            'Many people choose a password like this one, so it would be tried first. A few words that only you would put together are safer.',
        },
      ],
    });
}
