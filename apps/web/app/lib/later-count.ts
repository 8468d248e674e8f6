type Count = { count: number; revision: number };

/** Returns the count with the higher revision, because responses and frames can arrive in any order. */
export const laterCount = (held: Count | undefined, heard: Count): Count =>
  held && held.revision >= heard.revision ? held : heard;
