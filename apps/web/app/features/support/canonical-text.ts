/** Replaces spelling variants with the form that the phrases use. */
const spellings: readonly (readonly [RegExp, string])[] = [
  [/[’‘`´]/g, "'"],
  [/[“”„«»]/g, '"'],
  // Characters that replace letters to evade filters.
  [/su[i1!|]c[i1!|]d/g, 'suicid'],
  [/s[*_.]+[a-z]*cid/g, 'suicid'],
  [/k[1!|*]l+/g, 'kill'],
  [/d[1!|*]e\b/g, 'die'],
  [/unal[1!|]ve/g, 'unalive'],
  [/sewer ?slid(?:e|al|ing)/g, 'suicide'],
  // Prolonged letters: "dieeee", "sooo".
  [/([a-z])\1{2,}/g, '$1'],
  [/\b(?:wnat|watn|wan't)\b/g, 'want'],
  [/\bkil\b/g, 'kill'],
  [/\b(?:lfie|lief)\b/g, 'life'],
  [/\bmy self\b|\bmyslef\b|\bmysel\b/g, 'myself'],
  [/\b(?:suicid)e?a?l?e?(?=l\b)/g, 'suicida'],
  // Contractions with and without an apostrophe.
  [/\b(?:wanna|want 2)\b/g, 'want to'],
  [/\b(?:gonna|gona|going 2)\b/g, 'going to'],
  [/\bcan(?:'?t|not)\b/g, 'can not'],
  [/\bwon'?t\b/g, 'will not'],
  [/\b(do|does|did|is|are|was|were|have|has|had|would|could|should|need)n'?t\b/g, '$1 not'],
  [/\b(?:ain'?t)\b/g, 'am not'],
  [/\bi'?m\b/g, 'i am'],
  [/\bi'?ve\b/g, 'i have'],
  [/\b(?:i'd|id)\b/g, 'i would'],
  [/\b(?:i'll)\b/g, 'i will'],
  [/\b(he|she|it|that|there|what|who|here)'?s\b/g, '$1 is'],
  [/\b(they|we|you)'re\b/g, '$1 are'],
  [/\b(they|we|you)'d\b/g, '$1 would'],
  // Internet abbreviations.
  [/\babt\b/g, 'about'],
  [/\bu\b/g, 'you'],
  [/\bur\b/g, 'your'],
  [/\bmyslf\b/g, 'myself'],
  [/\b(?:any more|no more|any longer)\b/g, 'anymore'],
  [/\bnot (?:really |even |actually |just )+/g, 'not '],
  [/\bself[- ]?harm/g, 'self harm'],
  [/\bno[- ]?one\b|\bnot a soul\b/g, 'nobody'],
];

/** Returns lower-case text with expanded contractions and normalized spelling. */
export const toCanonical = (text: string): string => {
  let canonical = text.normalize('NFKC').toLowerCase();
  for (const [pattern, replacement] of spellings) canonical = canonical.replaceAll(pattern, replacement);
  return canonical;
};

const quotations = /"[^"\n]{1,300}"|(?<![\p{L}\p{N}])'[^'\n]{2,120}(?:'[^'\n]{1,60})?'(?![\p{L}\p{N}])/gu;

/** Removes quotations, which are usually not the author's words, if there is text around them. */
export const withoutQuotations = (text: string): string => {
  const ownText = text.replaceAll(quotations, ' … ');
  return ownText
    .replaceAll(/[^\p{L}\p{N}\s]/gu, ' ')
    .trim()
    .split(/\s+/u).length >= 3
    ? ownText
    : text;
};

/** Splits a text into sentences and independent clauses, because a negation applies only to its own clause. */
export const toStatements = (text: string): string[] =>
  text
    .split(/[.!?;\n…]+|,? \bbut (?=(?:i|it|the|my|we|he|she|they|you|then|now|today|that|this|there)\b)|\bthough\b/u)
    .map((statement) =>
      statement
        .replaceAll(/[^\p{L}\p{N}',\s-]/gu, ' ')
        .replaceAll(/\s+/gu, ' ')
        .trim(),
    )
    .filter((statement) => statement !== '');
