import { graphemesOf, sentencesOf } from '../../lib/locale.ts';

/** Characters per line of an average card. Constant, so that phones and desktops cut a text at the same position. */
const charactersPerLine = 54;

/** Texts with more lines are cut to `foldedLines`. The difference is large enough that "Read more" is worth a press. */
const maxUnfoldedLines = 15;
const foldedLines = 12;

const wideCharacters =
  /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE4F\uFF00-\uFF60\uFFE0-\uFFE6]/gu;

/** Estimates how many lines a text takes on a card. Measuring each card would make scrolling stutter. */
export const estimateLines = (text: string): number =>
  text.split('\n').reduce((lines, line) => {
    const width = line.length + (line.match(wideCharacters)?.length ?? 0);
    return lines + Math.max(1, Math.ceil(width / charactersPerLine));
  }, 0);

/** Whether a text is short enough for the larger font. */
export const isShort = (text: string): boolean => text.length <= 140;

/** Abbreviations after which the Unicode rules wrongly end a sentence. */
const endsInAbbreviation =
  /(?:^|[\s("“])(?:\p{Lu}|Mr|Mrs|Ms|Mx|Dr|Prof|Rev|St|Sr|Jr|No|vs|etc|[ap]\.m|e\.g|i\.e)\.\s*$/u;
/** The Unicode rules also end a sentence inside URLs ("?page=2"), without a space. */
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

/** Cuts a text after a word. Keeps URLs whole, because a shortened URL would lead elsewhere. */
const foldAtWord = (text: string, beginning: string): string => {
  let shortened = beginning;
  while (estimateLines(shortened) > foldedLines)
    shortened = shortened.slice(0, -Math.min(charactersPerLine / 2, Math.ceil(shortened.length / 2)));
  const spaceStart = shortened.search(/\s+\S*$/u);
  if (spaceStart > shortened.length / 2) return shortened.slice(0, spaceStart);
  const urlStart = shortened.search(/\S*https?:\/\/\S*$/iu);
  if (urlStart >= 0) return shortened.slice(0, urlStart).trimEnd() || (/^\s*\S+/u.exec(text)?.[0] ?? '');
  // The cut may have split the last character.
  const graphemes = graphemesOf(shortened.trimEnd());
  return graphemes.length > 1 && shortened.trimEnd() === shortened
    ? graphemes.slice(0, -1).join('')
    : graphemes.join('');
};
