import { searchLimits } from '@commons/contract/search';
import { sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/database.ts';
import { named } from '../../platform/database/statements.ts';

/** More words than anybody types; each costs a look-up. */
const maxWords = 8;

/** What is looked up of a word: so it is written, and so it is found in other forms. */
type Form = { word: string; stems: string[]; uses: number };
/** A word as it was typed, and what else it may mean: a longer word that begins so, or one that is written nearly so. */
type Known = {
  word: string;
  stems: string[];
  uses: number;
  /** How often the longer words are used, all of them together; null when there are too many to count. */
  usesBegun: number | null;
  completions: Form[];
  similar: Form[];
};

const exactlyAs = sql.raw(`(SELECT uses FROM search_words WHERE search_words.word = given.word)`);

/** The words that begin so are a range of the bytes. Which of very many come first says nothing of how common the others are. */
const countedWords = 2_000;
const beginningSo = sql.raw(`
  FROM search_words WHERE given.is_begun AND search_words.word > given.word AND search_words.word < given.word || U&'\\+10FFFF'
  LIMIT ${countedWords}`);

const lookUpWords = named<Known>(
  'look_up_searched_words',
  sql`WITH given AS MATERIALIZED (
      SELECT place, unaccent(word) COLLATE "C" AS word, place = ${sql.placeholder('last')} AS is_begun
      FROM unnest(${sql.placeholder('words')}::text[]) WITH ORDINALITY AS typed (word, place))
    SELECT given.word, coalesce(ts_lexize('english_stem', given.word), '{}') AS stems, coalesce(known.uses, 0) AS uses,
      completions.uses AS "usesBegun", completions.forms AS completions, similar_words.forms AS similar
    FROM given
    CROSS JOIN LATERAL (SELECT ${exactlyAs} AS uses) AS known
    CROSS JOIN LATERAL (
      SELECT coalesce(json_agg(json_build_object('word', word, 'stems', ts_lexize('english_stem', word), 'uses', uses)), '[]') AS forms,
        CASE WHEN max(words) = ${sql.raw(String(countedWords))} THEN NULL ELSE coalesce(max(all_uses), 0)::float8 END AS uses
      FROM (
        SELECT word, uses, sum(uses) OVER () AS all_uses, count(*) OVER () AS words FROM (SELECT word, uses ${beginningSo}) AS begun
        ORDER BY uses DESC LIMIT 6
      ) AS most_used
    ) AS completions
    CROSS JOIN LATERAL (
      SELECT coalesce(json_agg(json_build_object('word', word, 'stems', ts_lexize('english_stem', word), 'uses', uses)), '[]') AS forms
      FROM (
        SELECT word, uses FROM search_words
        WHERE json_array_length(completions.forms) = 0 AND coalesce(known.uses, 0) < 20 AND length(given.word) BETWEEN 4 AND 30
          AND search_words.word % given.word AND length(search_words.word) BETWEEN length(given.word) - 2 AND length(given.word) + 2
        ORDER BY similarity(search_words.word, given.word) DESC, uses DESC LIMIT 40
      ) AS alike
    ) AS similar_words
    ORDER BY given.place`,
);

/** How many signs must be put in, left out, changed or swapped with the next to make one word of the other. */
function distanceBetween(one: string, other: string): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      current[column] = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (before[column - 2] ?? 0) + 1 : Infinity,
      );
    }
    [before, last] = [last, current];
  }
  return last[other.length] ?? 0;
}

/** One slip in a short word, two in a longer one; the first letter is seldom wrong. */
function mendedBy({ word, uses }: Known, similar: Form[]): Form[] {
  const slips = word.length < 6 ? 1 : 2;
  return similar
    .map((form) => ({ form, distance: distanceBetween(word, form.word) + (form.word[0] === word[0] ? 0 : 0.5) }))
    .filter(({ form, distance }) => distance <= slips && form.uses >= uses * 20)
    .toSorted((one, other) => one.distance - other.distance || other.form.uses - one.form.uses)
    .slice(0, 2)
    .map(({ form }) => form);
}

/** What a search looks for, as PostgreSQL's `tsquery`, from everything that may be meant to what was typed. */
export type SearchedFor = {
  /** What may be meant: each word as it is, longer ones that it begins, and what it was mended to. */
  anything: string;
  /** What was typed, and nothing else. */
  typed: string;
  /** What was looked for in place of it, as `corrected` says. */
  meant: string;
  phrase: string;
  /** In a name or a title, to the letter or to the end of the word that is being typed. */
  inTitle: string;
  beginsInTitle: string;
  plain: string;
  /** For each word how many rows have it, at most; of words that are nobody's, 0, and of very many, infinitely many. */
  uses: number[];
  corrected: string | null;
  /** The beginnings of words to be marked. */
  marked: string[];
};

const quote = (lexeme: string): string => `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
const either = (parts: string[]): string => [...new Set(parts)].join(' | ');
const all = (parts: string[]): string =>
  parts
    .filter((part) => part !== '')
    .map((part) => `(${part})`)
    .join(' & ');

/** Side by side, with as many words between as were too common to be looked for. */
function phraseOf(stems: string[][]): string {
  let phrase = '';
  let apart = 0;
  for (const [stem] of stems) {
    apart += 1;
    if (stem === undefined) continue;
    phrase += phrase === '' ? quote(stem) : ` <${apart}> ${quote(stem)}`;
    apart = 0;
  }
  return phrase.includes('<') ? phrase : '';
}

/** The database's words end at 2 KB. */
const maxWordLength = 100;

/** Letters and digits are all that a word can have: whatever means something to the database stays behind. */
const wordsOf = (text: string): string[] =>
  [
    ...new Set(
      text
        .normalize('NFKC')
        .toLowerCase()
        .normalize('NFC')
        .match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu)
        ?.map((word) => word.slice(0, maxWordLength)),
    ),
  ].slice(0, maxWords);

const isCommon = ({ stems }: Known): boolean => stems.length === 0;

export async function readQuery(db: Queryable, text: string): Promise<SearchedFor | undefined> {
  const words = wordsOf(text.slice(0, searchLimits.queryCharacters * 4));
  if (words.length === 0) return undefined;
  // Some signs are nothing without their accents.
  const known = (await lookUpWords(db, { words, last: words.length })).filter(({ word }) => /[\p{L}\p{N}]/u.test(word));
  if (known.length === 0) return undefined;
  const terms = known.map((term, place) => ({
    ...term,
    isLast: place === known.length - 1,
    mended: mendedBy(term, term.similar),
  }));
  // "the" stands in every text and in no index; looked for alone it is looked for in titles.
  const telling = terms.some((term) => !isCommon(term)) ? terms.filter((term) => !isCommon(term)) : terms;
  const anyOf = ({ word, stems, isLast, completions, mended }: (typeof terms)[number]) =>
    either([
      ...stems.map(quote),
      isLast ? `${quote(word)}:*` : `${quote(word)}:A`,
      ...[...completions, ...mended].flatMap((form) => form.stems.map(quote)),
      ...mended.map((form) => `${quote(form.word)}:A`),
    ]);
  const isMended = terms.some(({ uses, mended }) => uses === 0 && mended.length > 0);
  return {
    anything: all(telling.map(anyOf)),
    meant: isMended
      ? all(
          telling.map((term) => {
            const [form] = term.uses === 0 ? term.mended : [];
            return form ? either([...form.stems.map(quote), `${quote(form.word)}:A`]) : anyOf(term);
          }),
        )
      : '',
    typed: all(telling.map(({ stems }) => either(stems.map(quote)))),
    phrase: phraseOf(terms.map(({ stems }) => stems)),
    inTitle: all(terms.map(({ word }) => `${quote(word)}:A`)),
    beginsInTitle: all(terms.map(({ word, isLast }) => `${quote(word)}:${isLast ? '*' : ''}A`)),
    plain: known.map(({ word }) => word).join(' '),
    uses: telling.map(({ uses, usesBegun, mended }) =>
      mended.reduce((sum, form) => sum + form.uses, uses + (usesBegun ?? Infinity)),
    ),
    corrected: isMended
      ? terms.map(({ word, uses, mended }) => (uses === 0 && mended[0] ? mended[0].word : word)).join(' ')
      : null,
    marked: terms.flatMap((term) => [
      ...(isCommon(term) && telling !== terms ? [] : [term.word, ...term.stems]),
      ...[...term.completions, ...term.mended].flatMap(({ stems }) => stems),
    ]),
  };
}
