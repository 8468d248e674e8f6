import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

const widths = [375, 768, 1280] as const;

/**
 * Waits for movement to end: a colour in mid-fade has a contrast that nobody is meant to read. What is out of sight and
 * therefore not rendered stands still, and never ends.
 */
const settle = (page: Page) =>
  page.waitForFunction(() =>
    document.getAnimations().every(({ effect, playState }) => {
      const isOver = playState === 'finished' || effect?.getComputedTiming().iterations === Infinity;
      const target = effect instanceof KeyframeEffect ? effect.target : null;
      return isOver || !target?.checkVisibility({ contentVisibilityAuto: true });
    }),
  );

const findViolations = (page: Page) =>
  page.evaluate(async () => {
    const { axe: inPage } = globalThis as unknown as { axe: typeof axe };
    const { violations } = await inPage.run({
      resultTypes: ['violations'],
      // A menu is laid over the page, outside of its landmarks.
      rules: { region: { enabled: false }, 'target-size': { enabled: true } },
    });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 140)).join(' | ')}`);
  });

/** Nothing on the page stands in anyone's way, on phone, tablet and desk, and nothing sticks out to the side. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  // Its half a megabyte is read once for each page that was loaded.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    await settle(page);
    const where = `${what}, ${width} px wide`;
    expect(await findViolations(page), where).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth), where).toBe(0);
  }
}
