// Undefined in older browsers.
const segmenter =
  typeof Intl.Segmenter === 'function'
    ? /* @__PURE__ */ new Intl.Segmenter('en', { granularity: 'grapheme' })
    : undefined;

/** Latin letters, digits and punctuation. Each of these characters is a grapheme cluster of its own. */
const simpleText = /^[ -~\u00A0-\u02FF\u2010-\u2027]*$/;

/**
 * Splits a text into grapheme clusters, the characters that a person sees: a letter with its accent is one. Splits into
 * code points where `Intl.Segmenter` is missing, and in simple texts, where they are the same and found much faster.
 */
export const graphemesOf = (text: string): string[] =>
  segmenter === undefined || simpleText.test(text)
    ? [...text]
    : Array.from(segmenter.segment(text), ({ segment }) => segment);
