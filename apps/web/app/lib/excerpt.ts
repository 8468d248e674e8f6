import { graphemesOf } from './locale.ts';

/** The beginning of a text in one line, cut after a whole word, with one ellipsis in place of the rest. */
export function excerptOf(text: string, maxGraphemes: number): string {
  const line = text.replaceAll(/\s+/gu, ' ').trim();
  const graphemes = graphemesOf(line);
  if (graphemes.length <= maxGraphemes) return line;
  const cut = graphemes.slice(0, maxGraphemes).join('');
  // A script without spaces, or one endless word, is cut where it stands.
  const words = graphemes[maxGraphemes] === ' ' ? cut : cut.replace(/(?<=\S) \S{0,24}$/u, '');
  return `${words.replace(/[\p{P}\s]+$/u, '')}…`;
}
