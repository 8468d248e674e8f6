import type { feedLimits as contractLimits } from '@commons/contract/feed';

/** The contract's limits, compared by the compiler; importing the values would bring the schemas into the first load. */
export const feedLimits: typeof contractLimits = {
  postCharacters: 5_000,
  commentCharacters: 2_000,
  removalReasonCharacters: 500,
};
