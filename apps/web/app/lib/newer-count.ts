type Count = { count: number; revision: number };

/** Returns the count with the higher revision, because responses and frames can arrive in any order. */
export const newerCount = (current: Count | undefined, received: Count): Count =>
  current && current.revision >= received.revision ? current : received;
