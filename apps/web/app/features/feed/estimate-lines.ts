/** Characters on one line of a card on a wide screen; on narrow ones a text takes more lines, never fewer. */
const wideCardCharacters = 72;

/** More lines than this fold to `foldedLines`. The difference is what makes unfolding worth a press. */
const maxUnfoldedLines = 15;
export const foldedLines = 12;

const wideCharacters =
  /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE4F\uFF00-\uFF60\uFFE0-\uFFE6]/gu;

/** About how many lines a text takes on a card. */
export const estimateLines = (text: string, charactersPerLine = wideCardCharacters): number =>
  text.split('\n').reduce((lines, line) => {
    const width = line.length + (line.match(wideCharacters)?.length ?? 0);
    return lines + Math.max(1, Math.ceil(width / charactersPerLine));
  }, 0);

/** Whether a text is folded. Estimated, because measuring each card would make scrolling stutter. */
export const isFoldable = (text: string): boolean => estimateLines(text) > maxUnfoldedLines;
