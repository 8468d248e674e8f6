export type * from './members.schemas.ts';

export const roles = ['user', 'manager', 'admin'] as const;

/** How the pages look: as the device says, or as the member does. */
export const themes = ['system', 'light', 'dark'] as const;
export const motions = ['system', 'reduced'] as const;
/** In percent of the size that the reader's browser is set to. */
export const textSizes = [90, 100, 110, 125, 150] as const;
