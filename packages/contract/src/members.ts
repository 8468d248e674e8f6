export const roles = ['user', 'manager', 'admin'] as const;

/** Color themes. `system` follows the device. */
export const themes = ['system', 'light', 'dark'] as const;
export const motions = ['system', 'reduced'] as const;
/** In percent of the browser's text size. */
export const textSizes = [90, 100, 110, 125, 150] as const;

/** Display settings that override the system's. */
export type Appearance = {
  theme: (typeof themes)[number];
  motion: (typeof motions)[number];
  textSize: (typeof textSizes)[number];
};

/** Returns the root attributes that the style sheet uses. Settings that follow the system have no attribute. */
export const appearanceAttributes = ({ theme, motion, textSize }: Partial<Appearance>) => ({
  theme: theme === 'light' || theme === 'dark' ? theme : undefined,
  motion: motion === 'reduced' ? motion : undefined,
  textSize: textSize === undefined || textSize === 100 ? undefined : String(textSize),
});
