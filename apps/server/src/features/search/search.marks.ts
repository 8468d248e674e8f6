import { graphemesOf } from '@commons/contract/graphemes';
import type { MarkedText, SearchMarks } from '@commons/contract/search';
import { splitWords } from '@commons/contract/words';

type IsMarked = (word: string) => boolean;

/** Returns a text with the places of the words that were searched for. Neighbouring pairs of characters make one mark. */
export function markedText(text: string, isMarked: IsMarked): MarkedText {
  const marks: SearchMarks = [];
  for (const { text: word, from, to, kind } of splitWords(text)) {
    // A search for one character marks no more than that.
    const isFirst = kind === 'pair' && isMarked(String.fromCodePoint(word.codePointAt(0) ?? 0));
    if (!isFirst && !isMarked(word)) continue;
    const end = isFirst ? from + (graphemesOf(text.slice(from, to))[0]?.length ?? 0) : to;
    const last = marks.at(-1);
    if (last && from < last[1]) last[1] = Math.max(last[1], end);
    else marks.push([from, end]);
  }
  return { text, marks };
}

const excerptCharacters = 180;
const charactersBefore = 50;

/** Returns the part of a text around its first mark, cut between words or else between graphemes. */
export function excerptOf(text: string, isMarked: IsMarked): MarkedText {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const { marks } = markedText(line, isMarked);
  const [from, to] = line.length <= excerptCharacters ? [0, line.length] : partOf(line, marks[0]?.[0] ?? 0);
  const lead = from > 0 ? '… ' : '';
  return {
    text: `${lead}${line.slice(from, to)}${to < line.length ? ' …' : ''}`,
    marks: marks
      .filter(([begin, end]) => begin >= from && end <= to)
      .map(([begin, end]) => [begin - from + lead.length, end - from + lead.length]),
  };
}

function partOf(line: string, firstMark: number): [from: number, to: number] {
  const cuts: number[] = [];
  let at = 0;
  for (const grapheme of graphemesOf(line)) {
    cuts.push(at);
    at += grapheme.length;
  }
  const nearest = (isIn: (cut: number) => boolean) => {
    const within = cuts.filter(isIn);
    return within.find((cut) => cut === 0 || line[cut - 1] === ' ') ?? within[0];
  };
  const from =
    firstMark <= charactersBefore
      ? 0
      : (nearest((cut) => cut >= firstMark - charactersBefore && cut <= firstMark) ?? 0);
  const end = from + excerptCharacters;
  if (end >= line.length) return [from, line.length];
  const space = line.lastIndexOf(' ', end);
  return [
    from,
    space > from + excerptCharacters / 2 ? space : (cuts.findLast((cut) => cut <= end && cut > from) ?? end),
  ];
}
