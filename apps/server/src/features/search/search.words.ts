import { searchLimits } from '@commons/contract/search';
import { splitWords, type Word } from '@commons/contract/words';
import { sql } from 'drizzle-orm';
import { stemOf, wholeTitle } from '../../community/search-documents/documents.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { columnsOf, namedStatement } from '../../platform/database/named-statements.ts';

/** Limits the lookups of a query. A sentence without spaces has a word for each pair of characters. */
const maxWords = 24;

/** Words that are not selective. They are ignored together with other words, except for the ranking of titles. */
const functionWords = new Set(
  `a about am an and any are as at be been but by can d did do does for from had has have he her his how i if in into is it
  its just ll m me my no not of on or our out re s she so t than that the their them then there these they this to up ve
  was we were what when where which who why will with you your`.split(/\s+/),
);

/** A typed word with the number of documents that contain it or longer words with this prefix, and similar words. */
type WordUsage = { word: string; uses: number; prefixUses: number | null; similar: { word: string; uses: number }[] };

/** Maximum number of longer words to count. If there are more, `prefixUses` is null: the prefix is common. */
const maxCountedWords = sql.raw('2000');

const lookUpWords = namedStatement(
  'look_up_search_words',
  sql`SELECT given.word, known.uses, longer.uses AS "prefixUses", likely.words AS similar
    FROM unnest(${sql.placeholder('words')}::text[], ${sql.placeholder('begun')}::boolean[], ${sql.placeholder('mendable')}::boolean[])
      WITH ORDINALITY AS given (word, is_begun, is_mendable, place)
    CROSS JOIN LATERAL (
      SELECT coalesce((SELECT uses FROM search_words WHERE search_words.word = given.word COLLATE "C"), 0) AS uses) AS known
    CROSS JOIN LATERAL (
      SELECT CASE WHEN count(*) < ${maxCountedWords} THEN coalesce(sum(uses), 0)::float8 END AS uses FROM (
        SELECT uses FROM search_words WHERE given.is_begun AND search_words.word > given.word COLLATE "C"
          AND search_words.word < given.word || U&'\\+10FFFF' COLLATE "C" LIMIT ${maxCountedWords}) AS begun) AS longer
    CROSS JOIN LATERAL (
      SELECT coalesce(json_agg(alike), '[]') AS words FROM (
        SELECT word, uses FROM search_words
        WHERE given.is_mendable AND known.uses < 20 AND longer.uses = 0 AND search_words.word % given.word
          AND length(search_words.word) BETWEEN length(given.word) - 2 AND length(given.word) + 2
          AND search_words.uses >= known.uses * 20
        ORDER BY similarity(search_words.word, given.word) DESC, uses DESC LIMIT 40) AS alike) AS likely
    ORDER BY given.place`,
  {
    values: { words: 'text[]', begun: 'boolean[]', mendable: 'boolean[]' },
    columns: columnsOf<WordUsage>({ word: 'text', uses: 'integer', prefixUses: 'double precision', similar: 'json' }),
  },
);

/** Returns the edit distance (Damerau-Levenshtein): insertions, deletions, changes and swaps of neighbors. */
function distanceBetween(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, column) => column)];
  const cell = (row: number, column: number) => rows[row]?.[column] ?? Infinity;
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    rows.push(current);
    for (let column = 1; column <= other.length; column += 1) {
      const changeCost = cell(row - 1, column - 1) + (one[row - 1] === other[column - 1] ? 0 : 1);
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      const swapCost = isSwapped ? cell(row - 2, column - 2) + 1 : Infinity;
      current[column] = Math.min(cell(row - 1, column) + 1, cell(row, column - 1) + 1, changeCost, swapCost);
    }
  }
  return cell(one.length, other.length);
}

/** Returns the likely correction: distance 1 in a short word, 2 in a longer one. The first letter is rarely wrong. */
const correctionOf = ({ word, similar }: WordUsage) =>
  similar
    .filter((form) => form.word !== word && !/\P{L}/u.test(form.word))
    .map((form) => ({ ...form, distance: distanceBetween(word, form.word) + (form.word[0] === word[0] ? 0 : 0.5) }))
    .filter(({ distance }) => distance <= (word.length < 6 ? 1 : 2))
    .toSorted((one, other) => one.distance - other.distance || other.uses - one.uses)[0];

type Text = 'anything' | 'typed' | 'correction' | 'phrase' | 'inTitle' | 'beginsInTitle' | 'wholeTitle';

export type SearchQuery = {
  /** The queries in the text form of `tsquery`, from the widest to the exact one. */
  texts: Record<Text, string>;
  /** Maximum number of documents for each word; infinite for prefixes of very many words. */
  uses: number[];
  corrected: string | null;
  isMarked: (word: string) => boolean;
};

const anyLexeme = (...lexemes: string[]): string =>
  `(${[...new Set(lexemes)].map((lexeme) => `'${lexeme}'`).join(' | ')})`;
const formsOf = (word: string): string => anyLexeme(stemOf(word), `=${stemOf(word)}`);
const allOf = (parts: readonly string[]): string => parts.join(' & ');

const isSelective = ({ word }: WordUsage): boolean => !functionWords.has(word);

/** Parses a search text and looks up corrections. Returns undefined for a text without words. */
export async function readQuery(db: Queryable, text: string): Promise<SearchQuery | undefined> {
  const typed = [...splitWords(text.slice(0, searchLimits.queryCharacters * 4))]
    .filter(({ kind }) => kind !== 'tail')
    .slice(0, maxWords);
  if (typed.length === 0) return undefined;
  const isPrefix = ({ kind }: Word, index: number) =>
    kind === 'single' || (kind === 'whole' && index === typed.length - 1);
  const prefixFlags = typed.map(isPrefix);
  const usages = await lookUpWords(db, {
    words: typed.map((word) => word.text),
    begun: prefixFlags,
    mendable: typed.map((word) => /^\p{L}{4,30}$/u.test(word.text)),
  });
  const terms = usages.map((usage, index) => ({
    ...usage,
    isPrefix: prefixFlags[index] === true,
    correction: correctionOf(usage),
  }));
  type Term = (typeof terms)[number];
  const selective = terms.some(isSelective) ? terms.filter(isSelective) : terms;
  const anyOf = ({ word, isPrefix: acceptsPrefix, correction }: Term) =>
    `(${[formsOf(word), ...(acceptsPrefix ? [`'${word}':*`] : []), ...(correction ? [formsOf(correction.word)] : [])].join(' | ')})`;
  const correctedWord = ({ word, uses, correction }: Term) => (uses === 0 && correction ? correction.word : word);
  const isCorrected = terms.some((term) => correctedWord(term) !== term.word);
  const stems = new Set(selective.flatMap(({ word, correction }) => [stemOf(word), stemOf(correction?.word ?? word)]));
  const prefixes = selective.flatMap((term) => (term.isPrefix ? [term.word] : []));
  return {
    texts: {
      anything: allOf(selective.map(anyOf)),
      typed: allOf(selective.map(({ word }) => formsOf(word))),
      correction: isCorrected ? allOf(selective.map((term) => anyLexeme(correctedWord(term)))) : '',
      phrase: terms.length > 1 ? terms.map(({ word }) => formsOf(word)).join(' <-> ') : '',
      inTitle: allOf(terms.map(({ word }) => `'${word}':A`)),
      beginsInTitle: allOf(terms.map((term) => `'${term.word}':${term.isPrefix ? '*' : ''}A`)),
      wholeTitle: `'${wholeTitle(typed)}'`,
    },
    uses: selective.map(
      ({ uses, prefixUses, correction }) => uses + (prefixUses ?? Infinity) + (correction?.uses ?? 0),
    ),
    corrected: isCorrected ? terms.map(correctedWord).join(' ') : null,
    isMarked: (word) => stems.has(stemOf(word)) || prefixes.some((prefix) => word.startsWith(prefix)),
  };
}
