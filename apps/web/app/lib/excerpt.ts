import { graphemesOf } from './locale.ts';

/** Returns the beginning of a text as one line, cut after a whole word and ended by an ellipsis. */
export function excerptOf(text: string, maxGraphemes: number): string {
  const line = text.replaceAll(/\s+/gu, ' ').trim();
  const graphemes = graphemesOf(line);
  if (graphemes.length <= maxGraphemes) return line;
  const cut = graphemes.slice(0, maxGraphemes).join('');
  // A script without spaces, or a very long word, is cut anywhere.
  const words = graphemes[maxGraphemes] === ' ' ? cut : cut.replace(/(?<=\S) \S{0,24}$/u, '');
  return `${words.replace(/[\p{P}\s]+$/u, '')}…`;
}
