export const contributionLimits = { commentCharacters: 2_000 } as const;
