import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';
import { resize } from './resize.ts';

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

const looks = {
  light: { colorScheme: 'light', forcedColors: 'none' },
  dark: { colorScheme: 'dark', forcedColors: 'none' },
  'the reader’s own colours': { colorScheme: 'light', forcedColors: 'active' },
} as const;

/** What depends on colours alone, and is asked again in each look. */
const colorRules = ['color-contrast', 'link-in-text-block'];

const findViolations = (page: Page, onlyRules: string[] | null) =>
  page.evaluate(async (values) => {
    const { axe: inPage } = globalThis as unknown as { axe: typeof axe };
    const { violations } = await inPage.run({
      resultTypes: ['violations'],
      // A menu is laid over the page, outside of its landmarks.
      ...(values
        ? { runOnly: { type: 'rule', values } }
        : { rules: { region: { enabled: false }, 'target-size': { enabled: true } } }),
    });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 140)).join(' | ')}`);
  }, onlyRules);

/**
 * Nothing on the page stands in anyone's way, on phone, tablet and desk, in light, dark and the reader's own colours, and
 * nothing sticks out to the side.
 */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  // A page without its code may be looked at before it has its looks.
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every(({ sheet }) => sheet !== null),
  );
  // Its half a megabyte is read once for each page that was loaded.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const everything = await page.addStyleTag({
    content:
      // What is out of sight is not rendered, and keeps the colours of the look before.
      '* { content-visibility: visible !important }' +
      // A change of look fades for half a second, seven times a screen.
      '*, ::before, ::after { transition: none !important }' +
      // The bars cut in half what happens to lie below their edge, and a half button looks too small to be hit.
      'header.sticky, nav.fixed, aside.sticky { position: static !important }',
  });
  for (const width of widths) {
    await resize(page, width);
    for (const [look, media] of Object.entries(looks)) {
      // Between the two others nothing has a colour that it has in neither.
      if (width === 768 && look !== 'light') continue;
      // Without movement, so that a change of look is no fade.
      await page.emulateMedia({ ...media, reducedMotion: 'reduce' });
      await settle(page);
      const where = `${what}, ${width} px wide, ${look}`;
      expect(await findViolations(page, look === 'light' ? null : colorRules), where).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth), where).toBe(0);
    }
  }
  await everything.evaluate((style) => style.parentElement?.removeChild(style));
  await page.emulateMedia({ ...looks.light, reducedMotion: null });
}
