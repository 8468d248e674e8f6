import type { Locator, Page } from '@playwright/test';
import { commentButton, postWith } from './support/feed.ts';
import { expect, test } from './support/journey.ts';
import { unique } from './support/member.ts';

/** Takes a screenshot of an element's area, including everything drawn over it. */
const takeScreenshotOf = async (page: Page, locator: Locator) => {
  const clip = (await locator.boundingBox())!;
  return page.screenshot({ clip, animations: 'disabled' });
};

test('stacked marks and direction overrides stay in their text, and links show their real target', async ({
  join,
  openBrowser,
  server,
}) => {
  const [ana, ben] = [await join('Ana'), await join('Ben')];
  const word = unique('Stacked');
  const post = await ana.share(`${word} marks`);
  // An older version stored such characters without removing them.
  const stackedText = `\u202e${[...'overdraw'].map((letter) => `${letter}${'\u0301'.repeat(20)}${'\u0329'.repeat(20)}`).join('')}`;
  const database = await server.database();
  await database.query('UPDATE posts SET content = $1 WHERE id = $2', [`${word} ${stackedText}`, post.id]);
  await ben.comment(post.id, 'A comment beside it');
  const page = await openBrowser(ben);
  await page.goto(`/posts/${post.id}`);
  const card = postWith(page, word);
  const text = card.getByText(word);
  await expect(text).toBeVisible();
  const neighbors = [card.getByRole('link', { name: 'Ana' }).last(), commentButton(card)];
  for (const neighbor of neighbors) {
    await neighbor.scrollIntoViewIfNeeded();
    const screenshotBefore = await takeScreenshotOf(page, neighbor);
    await text.evaluate((element) => (element.style.visibility = 'hidden'));
    expect(screenshotBefore.equals(await takeScreenshotOf(page, neighbor))).toBe(true);
    await text.evaluate((element) => (element.style.visibility = ''));
  }
  // The test is valid only if the marks change the card without clipping.
  const clippedScreenshot = await takeScreenshotOf(page, card);
  await text.evaluate((element) => (element.style.overflow = 'visible'));
  expect(clippedScreenshot.equals(await takeScreenshotOf(page, card))).toBe(false);
  expect(await text.evaluate((element) => getComputedStyle(element).unicodeBidi)).toMatch(/isolate|plaintext/);

  await test.step('links exclude trailing punctuation', async () => {
    const linksWord = unique('Links');
    await ana.share(
      [
        linksWord,
        '„https://example.org/z“',
        'https://example.org/a…',
        '(https://example.org/(a(b)c))',
        'https://user:pw@example.org',
        'https://example.org/b\u202ec',
        'https://аpple.example/d',
      ].join('\n'),
    );
    await page.goto('/');
    const links = postWith(page, linksWord).getByText(linksWord).getByRole('link');
    await expect(links).toHaveText([
      'https://example.org/z',
      'https://example.org/a',
      'https://example.org/(a(b)c)',
      'https://example.org/bc',
      'https://xn--pple-43d.example/d',
    ]);
    for (const link of await links.all()) {
      await expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow ugc');
      await expect(link).toHaveCSS('unicode-bidi', 'isolate');
    }
  });
});
