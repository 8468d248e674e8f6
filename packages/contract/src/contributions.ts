export type * from './contributions.schemas.ts';

export const contributionLimits = { commentCharacters: 2_000 } as const;
