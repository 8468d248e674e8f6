import { searchLimits } from '@commons/contract/search';
import { splitWords, type Word } from '@commons/contract/words';
import { sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/database.ts';
import { named } from '../../platform/database/statements.ts';
import { stemOf, wholeTitle } from '../../platform/search/documents.ts';

/** Each word costs a look-up. A sentence without spaces has a word for each pair of characters. */
const maxWords = 24;

/** Words that hardly narrow a search. They are left out where other words are given, and rank results by their titles. */
const functionWords = new Set(
  `a about am an and any are as at be been but by can d did do does for from had has have he her his how i if in into is it
  its just ll m me my no not of on or our out re s she so t than that the their them then there these they this to up ve
  was we were what when where which who why will with you your`.split(/\s+/),
);

type Form = { word: string; uses: number };
/** A typed word: how many documents have it, how many have a longer word that begins so, and words spelled nearly so. */
type Known = Form & { usesBegun: number | null; similar: Form[] };

/** Longer words are a range of the dictionary. Where there are more than these, the beginning is common. */
const countedWords = sql.raw('2000');

const lookUpWords = named<Known>(
  'look_up_search_words',
  sql`SELECT given.word, known.uses, longer.uses AS "usesBegun", likely.forms AS similar
    FROM unnest(${sql.placeholder('words')}::text[], ${sql.placeholder('begun')}::boolean[], ${sql.placeholder('mendable')}::boolean[])
      WITH ORDINALITY AS given (word, is_begun, is_mendable, place)
    CROSS JOIN LATERAL (
      SELECT coalesce((SELECT uses FROM search_words WHERE search_words.word = given.word COLLATE "C"), 0) AS uses) AS known
    CROSS JOIN LATERAL (
      SELECT CASE WHEN count(*) < ${countedWords} THEN coalesce(sum(uses), 0)::float8 END AS uses FROM (
        SELECT uses FROM search_words WHERE given.is_begun AND search_words.word > given.word COLLATE "C"
          AND search_words.word < given.word || U&'\\+10FFFF' COLLATE "C" LIMIT ${countedWords}) AS begun) AS longer
    CROSS JOIN LATERAL (
      SELECT coalesce(json_agg(json_build_object('word', word, 'uses', uses)), '[]') AS forms FROM (
        SELECT word, uses FROM search_words
        WHERE given.is_mendable AND known.uses < 20 AND longer.uses = 0 AND search_words.word % given.word
          AND length(search_words.word) BETWEEN length(given.word) - 2 AND length(given.word) + 2
        ORDER BY similarity(search_words.word, given.word) DESC, uses DESC LIMIT 40) AS alike) AS likely
    ORDER BY given.place`,
);

/** Returns how many characters must be inserted, deleted, changed or swapped to make one word of the other. */
function distanceBetween(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? Infinity;
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    rows.push(current);
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      current[column] = Math.min(
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + (isSame ? 0 : 1),
        isSwapped ? at(row - 2, column - 2) + 1 : Infinity,
      );
    }
  }
  return at(one.length, other.length);
}

/** Returns up to two likely corrections: one slip in a short word, two in a longer one; the first letter is seldom wrong. */
const correctionsOf = ({ word, uses, similar }: Known): Form[] =>
  similar
    .filter((form) => !/\P{L}/u.test(form.word) && form.uses >= uses * 20)
    .map((form) => ({ form, distance: distanceBetween(word, form.word) + (form.word[0] === word[0] ? 0 : 0.5) }))
    .filter(({ distance }) => distance <= (word.length < 6 ? 1 : 2))
    .toSorted((one, other) => one.distance - other.distance || other.form.uses - one.form.uses)
    .slice(0, 2)
    .map(({ form }) => form);

/** A query in the text form of `tsquery`, from everything that may be meant to exactly what was typed. */
export type SearchedFor = {
  anything: string;
  typed: string;
  /** The words that `corrected` names. */
  meant: string;
  phrase: string;
  inTitle: string;
  beginsInTitle: string;
  wholeTitle: string;
  /** For each word the number of documents that have it, at most; infinite for beginnings of very many words. */
  uses: number[];
  corrected: string | null;
  isMarked: (word: string) => boolean;
};

const either = (lexemes: readonly string[]): string =>
  `(${[...new Set(lexemes)].map((each) => `'${each}'`).join(' | ')})`;
const formsOf = (word: string): string[] => [stemOf(word), `=${stemOf(word)}`];

/** Returns undefined where nothing typed is a word. */
export async function readQuery(db: Queryable, text: string): Promise<SearchedFor | undefined> {
  const typed = [...splitWords(text.slice(0, searchLimits.queryCharacters * 4))].filter(({ kind }) => kind !== 'tail');
  const words = [...new Map(typed.map((word) => [word.text, word])).values()].slice(0, maxWords);
  if (words.length === 0) return undefined;
  const isBegun = ({ kind }: Word, place: number) =>
    kind === 'single' || (kind === 'whole' && place === words.length - 1);
  const known = await lookUpWords(db, {
    words: words.map((word) => word.text),
    begun: words.map(isBegun),
    mendable: words.map((word) => /^\p{L}{4,30}$/u.test(word.text)),
  });
  const terms = known.map((each, place) => {
    const isOpen = words.some((word, index) => index === place && isBegun(word, index));
    return { ...each, isOpen, corrections: correctionsOf(each) };
  });
  const isTelling = ({ word }: Form) => !functionWords.has(word);
  const telling = terms.some(isTelling) ? terms.filter(isTelling) : terms;
  const anyOf = ({ word, isOpen, corrections }: (typeof terms)[number]) =>
    [
      either([...formsOf(word), ...corrections.flatMap((form) => [form.word, ...formsOf(form.word)])]),
      ...(isOpen ? [`'${word}':*`] : []),
    ].join(' | ');
  const correctionOf = ({ uses, corrections: [first] }: (typeof terms)[number]) =>
    uses === 0 ? first?.word : undefined;
  const isCorrected = terms.some((term) => correctionOf(term) !== undefined);
  const marked = terms.flatMap((term) =>
    telling.includes(term) ? [term.word, ...term.corrections.map(({ word }) => word)] : [],
  );
  const markedStems = new Set(marked.map(stemOf));
  const markedBeginnings = telling.flatMap(({ word, isOpen }) => (isOpen ? [word] : []));
  return {
    anything: telling.map((term) => `(${anyOf(term)})`).join(' & '),
    typed: telling.map(({ word }) => either(formsOf(word))).join(' & '),
    meant: isCorrected ? telling.map((term) => either([correctionOf(term) ?? term.word])).join(' & ') : '',
    phrase:
      typed.length > 1
        ? typed
            .slice(0, maxWords)
            .map((word) => either(formsOf(word.text)))
            .join(' <-> ')
        : '',
    inTitle: terms.map(({ word }) => `'${word}':A`).join(' & '),
    beginsInTitle: terms.map(({ word, isOpen }) => `'${word}':${isOpen ? '*' : ''}A`).join(' & '),
    wholeTitle: `'${wholeTitle(typed)}'`,
    uses: telling.map(({ uses, usesBegun, corrections }) =>
      corrections.reduce((sum, form) => sum + form.uses, uses + (usesBegun ?? Infinity)),
    ),
    corrected: isCorrected ? terms.map((term) => correctionOf(term) ?? term.word).join(' ') : null,
    isMarked: (word) =>
      markedStems.has(stemOf(word)) || markedBeginnings.some((beginning) => word.startsWith(beginning)),
  };
}
