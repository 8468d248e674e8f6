import type { MarkedText, SearchMarks } from '@commons/contract/search';

const excerptCharacters = 180;

/** Without accents and capitals, as the index has it. What a letter was made of may be several, so each is done alone. */
const plainly = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Where words begin as one of those that were found. */
function findMarks(text: string, beginnings: readonly string[]): SearchMarks {
  const marks: SearchMarks = [];
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    const plain = plainly(word);
    if (beginnings.some((beginning) => plain.startsWith(beginning))) marks.push([index, index + word.length]);
  }
  return marks;
}

export const marked = (text: string, beginnings: readonly string[]): MarkedText => ({
  text,
  marks: findMarks(text, beginnings),
});

/** The part of a text around the first mark, with whole words, and with its marks moved along. */
export function excerptOf(text: string, beginnings: readonly string[]): MarkedText {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const marks = findMarks(line, beginnings);
  const from = startOf(line, marks[0]?.[0] ?? 0);
  const to = line.length - from <= excerptCharacters ? line.length : endOf(line, from);
  const lead = from > 0 ? '… ' : '';
  return {
    text: `${lead}${line.slice(from, to)}${to < line.length ? ' …' : ''}`,
    marks: marks
      .filter(([begin, end]) => begin >= from && end <= to)
      .map(([begin, end]) => [begin - from + lead.length, end - from + lead.length]),
  };
}

function startOf(line: string, firstMark: number): number {
  if (firstMark < 60 || line.length <= excerptCharacters) return 0;
  const space = line.indexOf(' ', firstMark - 50);
  return space === -1 || space >= firstMark ? firstMark : space + 1;
}

function endOf(line: string, from: number): number {
  const end = from + excerptCharacters;
  const space = line.lastIndexOf(' ', end);
  // A text without spaces is not cut within a character.
  if (space > from + excerptCharacters / 2) return space;
  return /[\uDC00-\uDFFF]/.test(line[end] ?? '') ? end - 1 : end;
}
