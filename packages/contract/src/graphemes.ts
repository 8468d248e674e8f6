// Undefined in older browsers.
const segmenter =
  typeof Intl.Segmenter === 'function'
    ? /* @__PURE__ */ new Intl.Segmenter('en', { granularity: 'grapheme' })
    : undefined;

/**
 * Splits a text into grapheme clusters, the characters that a person sees: a letter with its accent is one. Splits into
 * code points where `Intl.Segmenter` is missing.
 */
export const graphemesOf = (text: string): string[] =>
  segmenter === undefined ? [...text] : Array.from(segmenter.segment(text), ({ segment }) => segment);
