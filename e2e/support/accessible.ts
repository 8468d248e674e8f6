import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';
import { resize } from './resize.ts';

const widths = [375, 768, 1280] as const;

/**
 * Waits until animations end, because axe would measure colors in mid-fade.
 * Skips elements that are not rendered: their animations never end.
 */
const waitForAnimations = (page: Page) =>
  page.waitForFunction(() =>
    document.getAnimations().every(({ effect, playState }) => {
      const isFinished = playState === 'finished' || effect?.getComputedTiming().iterations === Infinity;
      const target = effect instanceof KeyframeEffect ? effect.target : null;
      return isFinished || !target?.checkVisibility({ contentVisibilityAuto: true });
    }),
  );

const colorModes = {
  light: { colorScheme: 'light', forcedColors: 'none' },
  dark: { colorScheme: 'dark', forcedColors: 'none' },
  'forced colors': { colorScheme: 'light', forcedColors: 'active' },
} as const;

/** Rules that depend only on colors. They run again in each color mode. */
const colorRules = ['color-contrast', 'link-in-text-block'];

const findViolations = (page: Page, onlyRules: string[] | null) =>
  page.evaluate(async (values) => {
    const { axe: pageAxe } = globalThis as unknown as { axe: typeof axe };
    const { violations } = await pageAxe.run({
      resultTypes: ['violations'],
      // An open menu is rendered outside the page's landmarks.
      ...(values
        ? { runOnly: { type: 'rule', values } }
        : { rules: { region: { enabled: false }, 'target-size': { enabled: true } } }),
    });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 140)).join(' | ')}`);
  }, onlyRules);

/**
 * Expects no axe violation and no horizontal overflow at phone, tablet and desktop width,
 * in light mode, dark mode and forced colors.
 */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  // Wait for the stylesheets: a page without its scripts can be ready before them.
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every(({ sheet }) => sheet !== null),
  );
  // axe is half a megabyte: inject it once per loaded page.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const styleOverride = await page.addStyleTag({
    content:
      // An element that is not rendered keeps the colors of the previous mode.
      '* { content-visibility: visible !important }' +
      // A change of color mode would fade for half a second.
      '*, ::before, ::after { transition: none !important }' +
      // A fixed bar covers part of a button at its edge, and axe would report the button as too small.
      'header.sticky, nav.fixed, aside.sticky { position: static !important }',
  });
  for (const width of widths) {
    await resize(page, width);
    for (const [mode, media] of Object.entries(colorModes)) {
      // Colors at the middle width equal those of the other two, so only the light mode is checked there.
      if (width === 768 && mode !== 'light') continue;
      // Reduced motion: a change of mode does not fade.
      await page.emulateMedia({ ...media, reducedMotion: 'reduce' });
      await waitForAnimations(page);
      const context = `${name}, ${width} px wide, ${mode}`;
      expect(await findViolations(page, mode === 'light' ? null : colorRules), context).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth), context).toBe(0);
    }
  }
  await styleOverride.evaluate((style) => style.parentElement?.removeChild(style));
  await page.emulateMedia({ ...colorModes.light, reducedMotion: null });
}
