import type { reportLimits as contractLimits } from '@commons/contract/reports';

/** The contract's limits, compared by the compiler; importing the values would bring the schemas along. */
export const reportLimits: typeof contractLimits = { noteCharacters: 1_000, sharedMessages: 5 };
