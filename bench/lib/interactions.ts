import type { Browser, Locator, Page } from '@playwright/test';
import { collectMetrics } from './in-page.ts';
import { requireDefined, rounded } from './measurement.ts';
import { openPhone, slowDown } from './slow-phone.ts';

/** Waits until the browser has reported the last interaction, which it does after the next paint. */
async function waitForIdle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 200))));
}

/** An action on an element, and the number of interactions in it. */
type Action = { count: number; perform: (target: Locator) => Promise<void> };

const typedText = 'calm words';
// `force` skips Playwright's check for covering elements, which takes a third of the time of a tap.
const tap: Action = { count: 1, perform: (target) => target.tap({ force: true }) };
// As fast as the fastest people type on a phone.
const type: Action = {
  count: typedText.length,
  perform: (target) => target.pressSequentially(typedText, { delay: 100 }),
};

export const renderedPosts = 500;
/** Number of posts that are liked, opened and commented on. */
const usedPosts = 5;

/** Results in milliseconds and as a cumulative layout shift. The note has the longest delay of each action. */
type Interactions = { nextPaint: number; layoutShift: number; note: string };

/**
 * Measures the time from a press to the next paint, with 500 posts on the page and a four times slower processor. With
 * several servers, their pages are open at the same time and used in turn.
 */
export async function measureInteractions(
  browser: Browser,
  urls: readonly string[],
  cookie: string,
): Promise<Interactions[]> {
  const feeds = await Array.fromAsync(urls, (url) => openFeed(browser, url, cookie));
  for (let position = renderedPosts - 10; position > renderedPosts - 10 - usedPosts; position -= 1)
    for (const feed of feeds) await feed.usePost(position);
  for (const feed of feeds) await feed.writePost();
  return Array.fromAsync(feeds, (feed) => feed.close());
}

/** Opens a feed with 500 posts. */
async function openFeed(browser: Browser, url: string, cookie: string) {
  const page = await openPhone(browser, url, cookie);
  await page.goto(url);
  const posts = page.locator('article');
  await posts.first().waitFor();
  while ((await posts.count()) < renderedPosts) {
    const count = await posts.count();
    await page.mouse.wheel(0, 100_000);
    await page.waitForFunction(({ before }) => document.querySelectorAll('article').length > before, { before: count });
  }
  const scrolled = await page.evaluate(collectMetrics);
  await slowDown(page);

  const delays = new Map<string, number[]>();
  let count = 0;
  const measure = async (name: string, target: Locator, { count: times, perform }: Action) => {
    // Scrolling past hundreds of posts must not count as part of the measured press.
    await target.scrollIntoViewIfNeeded();
    await waitForIdle(page);
    await page.evaluate(collectMetrics);
    await perform(target);
    await waitForIdle(page);
    const { interactions } = await page.evaluate(collectMetrics);
    delays.set(name, [...(delays.get(name) ?? []), ...interactions]);
    count += times;
  };
  return {
    async usePost(position: number): Promise<void> {
      const post = posts.nth(position);
      const like = post.getByRole('button', { name: /^Like/ });
      await measure('a like', like, tap);
      await like.and(page.locator('[aria-pressed=true]')).waitFor();
      await measure('an unlike', like, tap);
      await like.and(page.locator('[aria-pressed=false]')).waitFor();
      await measure('comments opened', post.getByRole('button', { name: /comment/i }).first(), tap);
      const comment = post.getByPlaceholder('Write a comment...');
      await measure('a comment field focused', comment, tap);
      await measure('a comment typed', comment, type);
    },
    async writePost(): Promise<void> {
      const composer = page.getByPlaceholder('Share your thoughts with the community...');
      // The composer expands and moves the posts below. Layout shifts right after an interaction do not count.
      await measure('the composer opened', composer, tap);
      await measure('a post typed', composer, type);
    },
    /** Closes the page and returns the results. */
    async close(): Promise<Interactions> {
      const { layoutShift } = await page.evaluate(collectMetrics);
      await page.context().close();
      const longestFirst = [...delays.values()].flat().toSorted((one, other) => other - one);
      return {
        // INP ignores one of every 50 interactions (web.dev/articles/inp). Browsers do not report those below 16 ms.
        nextPaint: requireDefined(longestFirst[Math.floor(count / 50)]),
        layoutShift: rounded(Math.max(layoutShift, scrolled.layoutShift), 3),
        note: `of ${count}; the longest of ${[...delays].map(([action, each]) => `${action} ${Math.max(0, ...each)}`).join(', ')}`,
      };
    },
  };
}
