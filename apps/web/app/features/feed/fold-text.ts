import { graphemesOf, sentencesOf } from '../../lib/locale.ts';

/** Characters per line of an average card. Constant, so that a text is cut at the same place on phones and desktops. */
const charactersPerLine = 54;

/** Texts with more lines than this are cut to `foldedLines`. The difference makes "Read more" worthwhile. */
const maxUnfoldedLines = 15;
const foldedLines = 12;

const wideCharacters =
  /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE4F\uFF00-\uFF60\uFFE0-\uFFE6]/gu;

/** Estimates how many lines a text takes on a card. Measuring each card would make scrolling stutter. */
export const estimateLines = (text: string, perLine = charactersPerLine): number =>
  text.split('\n').reduce((lines, line) => {
    const width = line.length + (line.match(wideCharacters)?.length ?? 0);
    return lines + Math.max(1, Math.ceil(width / perLine));
  }, 0);

/** Whether a text is short enough for the larger font. */
export const isShort = (text: string): boolean => text.length <= 140;

/** Unicode's rules wrongly end a sentence after these abbreviations, and inside URLs ("?page=2"). */
const endsInAbbreviation =
  /(?:^|[\s("“])(?:\p{Lu}|Mr|Mrs|Ms|Mx|Dr|Prof|Rev|St|Sr|Jr|No|vs|etc|[ap]\.m|e\.g|i\.e)\.\s*$/u;
const endsAtSpace = /\s$|[。！？．｡][」』）”’"]*$/u;

const isSentenceEnd = (text: string): boolean => endsAtSpace.test(text) && !endsInAbbreviation.test(text);

/**
 * Returns the start of a long text, cut after a sentence or, if there is none, after a word. Null if the text is short.
 */
export const foldText = (text: string): string | null => {
  if (estimateLines(text) <= maxUnfoldedLines) return null;
  const beginning = text.slice(0, (foldedLines + 1) * charactersPerLine);
  let [end, sentenceEnd] = [0, 0];
  for (const sentence of sentencesOf(beginning)) {
    end += sentence.length;
    const folded = beginning.slice(0, end).trimEnd();
    if (estimateLines(folded) > foldedLines) break;
    if (isSentenceEnd(beginning.slice(0, end))) sentenceEnd = end;
  }
  const folded = beginning.slice(0, sentenceEnd).trimEnd();
  return estimateLines(folded) * 2 >= foldedLines ? folded : `${foldAtWord(text, beginning)} …`;
};

/** Keeps URLs whole, because a part of one would lead elsewhere. A space separates it from the ellipsis. */
const foldAtWord = (text: string, beginning: string): string => {
  let cut = beginning;
  while (estimateLines(cut) > foldedLines)
    cut = cut.slice(0, -Math.min(charactersPerLine / 2, Math.ceil(cut.length / 2)));
  const space = cut.search(/\s+\S*$/u);
  if (space > cut.length / 2) return cut.slice(0, space);
  const address = cut.search(/\S*https?:\/\/\S*$/iu);
  if (address >= 0) return cut.slice(0, address).trimEnd() || (/^\s*\S+/u.exec(text)?.[0] ?? '');
  // The cut may have split the last character.
  const whole = graphemesOf(cut.trimEnd());
  return whole.length > 1 && cut.trimEnd() === cut ? whole.slice(0, -1).join('') : whole.join('');
};
