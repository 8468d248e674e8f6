import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';
import { addStyle } from './add-style.ts';
import { resize } from './resize.ts';

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

type Check = readonly [width: number, mode: keyof typeof colorModes];

/** Colors at the middle width equal those of the other two, so only the light mode is checked there. */
const allChecks: readonly Check[] = [
  [375, 'light'],
  [375, 'dark'],
  [375, 'forced colors'],
  [768, 'light'],
  [1280, 'light'],
  [1280, 'dark'],
  [1280, 'forced colors'],
];

/** Rules that depend only on colors. They run again in each color mode. */
const colorRules = ['color-contrast', 'link-in-text-block'];

const findViolations = (page: Page, onlyRules: string[] | null) =>
  page.evaluate(async (values) => {
    const { axe: pageAxe } = globalThis as unknown as { axe: typeof axe };
    const { violations } = await pageAxe.run({
      resultTypes: ['violations'],
      ...(values
        ? { runOnly: { type: 'rule', values } }
        : {
            rules: {
              // An open menu is rendered outside the page's landmarks.
              region: { enabled: document.querySelector('[role=menu]') === null },
              'target-size': { enabled: true },
            },
          }),
    });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 140)).join(' | ')}`);
  }, onlyRules);

/**
 * Expects no axe violation and no horizontal overflow. By default at phone, tablet and desktop width, in light mode,
 * dark mode and forced colors.
 */
export async function expectAccessible(page: Page, name: string, checks = allChecks): Promise<void> {
  // Wait for the stylesheets: a page without its scripts can be ready before them.
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every(({ sheet }) => sheet !== null),
  );
  // axe is half a megabyte: inject it once per loaded page.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const removeStyle = await addStyle(
    page,
    // An element that is not rendered keeps the colors of the previous mode.
    '* { content-visibility: visible !important }' +
      // A change of color mode would fade for half a second.
      '*, ::before, ::after { transition: none !important }' +
      // A fixed bar covers part of a button at its edge, and axe would report the button as too small.
      'header.sticky, nav.fixed, aside.sticky { position: static !important }',
  );
  const checkedWidths = new Set<number>();
  for (const [width, mode] of checks) {
    if (!checkedWidths.has(width)) await resize(page, width);
    await page.emulateMedia(colorModes[mode]);
    await waitForAnimations(page);
    const context = `${name}, ${width} px wide, ${mode}`;
    expect(await findViolations(page, checkedWidths.has(width) ? colorRules : null), context).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth), context).toBe(0);
    checkedWidths.add(width);
  }
  await removeStyle();
  await page.emulateMedia(colorModes.light);
}
