import type { messageLimits as contractLimits } from '@commons/contract/messages';

/** The contract's limits, compared by the compiler; importing the values would bring the schemas along. */
export const messageLimits: typeof contractLimits = {
  characters: 5_000,
  removableMinutes: 15,
  newAccountHours: 24,
  newAccountConversationsPerDay: 10,
};
