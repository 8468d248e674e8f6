type Count = { count: number; revision: number };

/** Of two counts the one with the higher revision was made later, in whatever order they come. */
export const laterCount = (held: Count | undefined, heard: Count): Count =>
  held && held.revision >= heard.revision ? held : heard;
