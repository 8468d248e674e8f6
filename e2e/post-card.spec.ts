import type { Page } from '@playwright/test';
import { likeButton, postWith, shareInBrowser } from './support/feed.ts';
import { expect, test } from './support/journey.ts';
import { controlLiveConnection } from './support/live-connection.ts';
import { unique } from './support/member.ts';

type Movement = { name: string; milliseconds: number };
type Recorder = { movements: Movement[] };

/** Records animations of hearts and cards from the start, because they are too short to poll for. */
const recordAnimations = (page: Page) =>
  page.addInitScript(() => {
    const movements: Movement[] = [];
    Object.assign(globalThis, { movements });
    const recordMovement = ({ target }: Event, name: string) => {
      if (!(target instanceof Element) || !target.matches('.lucide-heart, article')) return;
      const durations = target.getAnimations().map(({ effect }) => Number(effect?.getComputedTiming().duration));
      movements.push({ name: `${target.tagName} ${name}`, milliseconds: Math.max(0, ...durations) });
    };
    document.addEventListener('transitionrun', (event) => {
      // Ignore colors and visibility, because with reduced motion they still change within 0.01 ms.
      if (!['color', 'visibility'].includes(event.propertyName)) recordMovement(event, event.propertyName);
    });
    document.addEventListener('animationstart', (event) => recordMovement(event, event.animationName));
  });

const movementNames = (movements: readonly Movement[]) => movements.map(({ name }) => name).toSorted();

test('a like and a new post are animated briefly or not at all, and existing posts stay still', async ({
  join,
  openBrowser,
}) => {
  for (const [reducedMotion, maxMilliseconds] of [
    ['no-preference', 240],
    ['reduce', 0.02],
  ] as const) {
    const [writer, reader] = [await join('Wanda'), await join('Rea')];
    const [likedText, otherText] = [unique('An evening walk.'), unique('A morning walk.')];
    await reader.like((await writer.share(likedText)).id);
    await writer.share(otherText);
    const page = await openBrowser(reader, { reducedMotion });
    await recordAnimations(page);
    const movements = () => page.evaluate(() => (globalThis as unknown as Recorder).movements);
    const expectMovement = async (names: string[]) => {
      await expect.poll(async () => movementNames(await movements())).toEqual(names);
      for (const { milliseconds } of await movements()) expect(milliseconds).toBeLessThanOrEqual(maxMilliseconds);
      await page.evaluate(() => (globalThis as unknown as Recorder).movements.splice(0));
    };
    const connection = await controlLiveConnection(page);
    await page.goto('/');
    await expect(likeButton(postWith(page, likedText))).toHaveAttribute('aria-pressed', 'true');
    await connection.waitUntilCaughtUp();
    await expectMovement([]);

    await likeButton(postWith(page, otherText)).click();
    await expectMovement(['svg opacity', 'svg rotate', 'svg scale']);

    await shareInBrowser(page, unique('A walk at noon.'));
    await expectMovement(['ARTICLE breath-in']);

    const nightText = unique('A walk at night.');
    await writer.share(nightText);
    await page.getByRole('button', { name: '1 new post' }).click();
    await expect(postWith(page, nightText)).toBeVisible();
    await expectMovement(['ARTICLE breath-in']);
  }
});
