/** Shorter notes are narrower with larger text, so that notes have about the same height. */
const sizes = [
  {
    maxCharacters: 48,
    maxLines: 3,
    text: 'text-lg leading-snug',
    cell: 'flex-[1_1_8rem] [--note-width:min(100%-0.5rem,11rem)] sm:flex-[1_1_10rem] lg:flex-[1_1_11rem]',
  },
  {
    maxCharacters: 110,
    maxLines: 5,
    text: 'text-base leading-snug',
    cell: 'flex-[1_1_8rem] [--note-width:min(100%-0.5rem,13rem)] sm:flex-[1_1_11rem] lg:flex-[1_1_12rem]',
  },
] as const;

const largeSize = {
  text: 'text-sm',
  cell: 'flex-[1_1_14rem] [--note-width:min(100%-0.5rem,18rem)] sm:flex-[1_1_16rem]',
} as const;

/** Returns the classes of a note's text and of its part of a row on the board. */
export const noteSizeOf = (content: string): { text: string; cell: string } =>
  sizes.find(
    ({ maxCharacters, maxLines }) => content.length <= maxCharacters && content.split('\n').length <= maxLines,
  ) ?? largeSize;
