// Older browsers have none.
const segmenter =
  typeof Intl.Segmenter === 'function'
    ? /* @__PURE__ */ new Intl.Segmenter('en', { granularity: 'grapheme' })
    : undefined;

/** Characters as a person sees them: an emoji with a skin tone, or a letter with its accent, is one. */
export const graphemesOf = (text: string): string[] =>
  segmenter === undefined ? [...text] : Array.from(segmenter.segment(text), ({ segment }) => segment);
