import { expect, test } from 'vitest';
import { accentTonesOf, contrastOf, lowestContrastOf, minContrast } from './accent.ts';

/** Every 51st step of each channel: 216 colors, with white, black and the pure hues. */
const steps = ['00', '33', '66', '99', 'cc', 'ff'];
const colors = steps.flatMap((red) => steps.flatMap((green) => steps.map((blue) => `#${red}${green}${blue}`)));

/** Text that stands on the soft tone. */
const textColors = { light: ['#1f2b26', '#53625a'], dark: ['#e9efea', '#a9b7af'] } as const;

test('every accent color has readable tones in both color schemes', () => {
  for (const color of colors)
    for (const [scheme, tones] of Object.entries(accentTonesOf(color)) as ['light' | 'dark', never][]) {
      const { primary, primaryStrong, primarySoft, onPrimary } = accentTonesOf(color)[scheme];
      expect(lowestContrastOf(scheme, tones), `${color}, ${scheme}`).toBeGreaterThanOrEqual(minContrast);
      expect(contrastOf(primaryStrong, onPrimary), `${color}, ${scheme}, strong`).toBeGreaterThanOrEqual(minContrast);
      for (const text of textColors[scheme])
        expect(contrastOf(text, primarySoft), `${color}, ${scheme}, soft`).toBeGreaterThanOrEqual(minContrast);
      for (const tone of [primary, primaryStrong, primarySoft]) expect(tone).toMatch(/^#[\da-f]{6}$/);
    }
});

test('a color that passes is not changed, and a paler one becomes darker', () => {
  expect(accentTonesOf('#2b6b5a').light.primary).toBe('#2b6b5a');
  expect(accentTonesOf('#f2c230').light.primary).not.toBe('#f2c230');
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21);
});
