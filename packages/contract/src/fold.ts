/** Invisible characters: soft hyphens, joiners, variation selectors, bidi controls. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;
/** Accents and vowel points that people omit in searches. Vowel signs of Indic scripts and kana voicing marks stay. */
const accent =
  /(?![\u3099\u309A])(?=[\p{sc=Zinh}\p{sc=Arab}\p{sc=Cyrl}\p{sc=Grek}\p{sc=Hebr}\p{sc=Latn}\p{sc=Syrc}])\p{M}/gu;
/** Letters that Unicode does not decompose; the Arabic tatweel only lengthens a word. */
const plainLetters: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ł: 'l', ħ: 'h', ŧ: 't', ı: 'i', ς: 'σ' },
  '\u0640': '',
  // Persian and Arabic keyboards write these letters differently.
  ...{ ی: 'ي', ى: 'ي', ک: 'ك' },
};

const normalizePunctuation = (text: string): string =>
  text
    .replaceAll(/[‘’‚‛ʹʻʼʽʾʿˈꞌ′`´]/g, "'")
    .replaceAll(/[“”„‟«»″]/g, '"')
    .replaceAll(/[‐‑‒–—―−]/g, '-')
    .replaceAll(/\s+/g, ' ');

const normalizeCharacters = (text: string): string => text.normalize('NFKC').replaceAll(invisible, '').toLowerCase();

/**
 * Normalizes a text for search. Removes differences of case, accents, compatibility forms, invisible characters, and
 * kinds of quotes, dashes and spaces. The result does not depend on the locale.
 */
export const foldText = (text: string): string =>
  normalizePunctuation(
    // Fast path for ASCII.
    /^[\0-\x7F]*$/.test(text)
      ? text.toLowerCase()
      : normalizeCharacters(text)
          .normalize('NFD')
          // In Cyrillic, й is a separate letter.
          .replaceAll('\u0438\u0306', '\u0439')
          .replaceAll(accent, '')
          .replaceAll(/[ßæœøđðþłħŧıςیىک\u0640]/g, (letter) => plainLetters[letter] ?? letter)
          .normalize('NFC'),
  );

/** Normalizes a title or name for duplicate checks. Works like `foldText`, but keeps accents. */
export const normalizeForDuplicates = (text: string): string =>
  normalizePunctuation(normalizeCharacters(text).normalize('NFKC')).trim();
