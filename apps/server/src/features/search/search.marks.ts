import { graphemesOf } from '@commons/contract/graphemes';
import type { MarkedText, SearchMarks } from '@commons/contract/search/schemas';
import { splitWords } from '@commons/contract/words';

type IsMarked = (word: string) => boolean;

/** Returns a text with the positions of matching words. Adjacent character pairs form one mark. */
export function markedText(text: string, isMarked: IsMarked): MarkedText {
  const marks: SearchMarks = [];
  for (const { text: word, from, to, kind } of splitWords(text)) {
    // A search for one character marks only that character.
    const isFirstCharacterOnly = kind === 'pair' && isMarked(String.fromCodePoint(word.codePointAt(0) ?? 0));
    if (!isFirstCharacterOnly && !isMarked(word)) continue;
    const end = isFirstCharacterOnly ? from + (graphemesOf(text.slice(from, to))[0] ?? '').length : to;
    const last = marks.at(-1);
    if (last && from < last[1]) last[1] = Math.max(last[1], end);
    else marks.push([from, end]);
  }
  return { text, marks };
}

const excerptCharacters = 180;
const charactersBeforeMark = 50;

/** Returns the part of a text around its first mark. It is cut between words, or between graphemes of a long word. */
export function excerptOf(text: string, isMarked: IsMarked): MarkedText {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const { marks } = markedText(line, isMarked);
  let offset = 0;
  const ends = graphemesOf(line).map((grapheme) => (offset += grapheme.length));
  const firstMark = line.length <= excerptCharacters ? 0 : (marks[0]?.[0] ?? 0);
  const possibleStarts = ends.filter((end) => end >= firstMark - charactersBeforeMark && end <= firstMark);
  const from =
    firstMark <= charactersBeforeMark
      ? 0
      : (possibleStarts.find((end) => line[end - 1] === ' ') ?? possibleStarts[0] ?? 0);
  const possibleEnds = ends.filter((end) => end > from && end <= from + excerptCharacters);
  const lastSpace = possibleEnds.findLast((end) => line[end] === ' ' && end > from + excerptCharacters / 2);
  const to = line.length - from <= excerptCharacters ? line.length : (lastSpace ?? possibleEnds.at(-1) ?? line.length);
  const prefix = from > 0 ? '… ' : '';
  return {
    text: `${prefix}${line.slice(from, to)}${to < line.length ? ' …' : ''}`,
    marks: marks
      .filter(([start]) => start >= from && start < to)
      // The excerpt may end within a very long word.
      .map(([start, end]) => [start - from + prefix.length, Math.min(end, to) - from + prefix.length]),
  };
}
