export type * from './members.schemas.ts';

export const roles = ['user', 'manager', 'admin'] as const;

/** Color themes. `system` follows the device. */
export const themes = ['system', 'light', 'dark'] as const;
export const motions = ['system', 'reduced'] as const;
/** In percent of the browser's text size. */
export const textSizes = [90, 100, 110, 125, 150] as const;
