import type { Browser, Locator, Page } from '@playwright/test';
import { readVitals } from './in-page.ts';
import { requireDefined } from './measurement.ts';
import { openPhone, slowDown } from './slow-phone.ts';

export const renderedPosts = 500;
/** Number of posts that are liked, opened and commented on. */
const usedPosts = 5;
const typedText = 'calm words';

/** Scrolls through a feed with 500 posts and uses it on a four times slower processor. Returns the page's vitals. */
export async function measureInteractions(browser: Browser, url: string, cookie: string) {
  const page = await openPhone(browser, url, cookie);
  await page.goto(url);
  const posts = page.locator('article');
  await posts.first().waitFor();
  while ((await posts.count()) < renderedPosts) {
    const count = await posts.count();
    await page.mouse.wheel(0, 100_000);
    await page.waitForFunction(({ before }) => document.querySelectorAll('article').length > before, { before: count });
  }
  await slowDown(page);

  const actOn = async (target: Locator, act: (target: Locator) => Promise<void>) => {
    // Scrolling past hundreds of posts must not delay the measured press.
    await target.scrollIntoViewIfNeeded();
    await waitForIdle(page);
    await act(target);
    await waitForIdle(page);
  };
  // `force` skips Playwright's check for covering elements, which takes a third of the time of a tap.
  const tap = (target: Locator) => actOn(target, () => target.tap({ force: true }));
  // As fast as the fastest people type on a phone.
  const type = (target: Locator) => actOn(target, () => target.pressSequentially(typedText, { delay: 100 }));
  for (let position = renderedPosts - 10; position > renderedPosts - 10 - usedPosts; position -= 1) {
    const post = posts.nth(position);
    const like = post.getByRole('button', { name: /^Like/ });
    await tap(like);
    await like.and(page.locator('[aria-pressed=true]')).waitFor();
    await tap(like);
    await like.and(page.locator('[aria-pressed=false]')).waitFor();
    await tap(post.getByRole('button', { name: /comment/i }).first());
    const comment = post.getByPlaceholder('Write a comment...');
    await tap(comment);
    await type(comment);
  }
  const composer = page.getByPlaceholder('Share your thoughts with the community...');
  await tap(composer);
  await type(composer);
  const { INP, CLS = 0 } = await page.evaluate(readVitals);
  return { nextPaint: requireDefined(INP), layoutShift: CLS };
}

/** Waits until the browser has reported the last interaction, which it does after the next paint. */
async function waitForIdle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 200))));
}
