import type { Locator, Page } from '@playwright/test';
import { commentButton, composer, postWith, shareButton } from './support/feed.ts';
import { expect, test } from './support/journey.ts';
import { unique } from './support/member.ts';
import { connect } from './support/members.ts';
import { messageWith, openChat, readConversation, messageField } from './support/messages.ts';

const invisibleTexts = ['\u200b\u2060', '\u0301\u0323', '\u2800', '\u3164', '\u0007', '\u202e', '\u{e0041}\u{e007f}'];

const expectDisabled = async (field: Locator, button: Locator) => {
  for (const blank of invisibleTexts) {
    await field.fill(blank);
    await expect(button, JSON.stringify(blank)).toBeDisabled();
  }
  await field.fill(`${invisibleTexts[0]}👩‍👩‍👧`);
  await expect(button).toBeEnabled();
  await field.fill('');
};

test('invisible text leaves the buttons of every composer disabled', async ({ join, openBrowser }) => {
  const [ana, ben] = [await join('Ana'), await join('Ben')];
  await connect(ana, ben);
  const text = unique('What a day');
  await ben.share(text);
  const page = await openBrowser(ana);
  await page.goto('/');
  await expectDisabled(composer(page), shareButton(page));
  const post = postWith(page, text);
  await commentButton(post).click();
  await expectDisabled(page.getByPlaceholder('Write a comment...'), page.getByRole('button', { name: 'Send comment' }));
  await openChat(page, ben);
  await expectDisabled(messageField(page), page.getByRole('button', { name: 'Send message' }));
});

test('composer and server accept a message of 2,600 emoji', async ({ join, openBrowser }) => {
  const [ana, ben] = [await join('Ana'), await join('Ben')];
  await connect(ana, ben);
  const page = await openBrowser(ana);
  await openChat(page, ben);
  const sendButton = page.getByRole('button', { name: 'Send message' });
  await messageField(page).fill('😀'.repeat(5_001));
  await expect(page.getByText('1 character too many')).toBeAttached();
  await expect(sendButton).toBeDisabled();
  await messageField(page).fill('😀'.repeat(2_600));
  await expect(page.getByText(/too many/)).toHaveCount(0);
  await sendButton.click();
  await expect(messageWith(page, '😀😀')).toContainText('Sent');
  expect(await readConversation(ben, ana)).toEqual(['😀'.repeat(2_600)]);
});

/** Takes a screenshot of an element's area, including everything drawn over it. */
const takeScreenshotOf = async (page: Page, locator: Locator) => {
  const clip = (await locator.boundingBox())!;
  return page.screenshot({ clip, animations: 'disabled' });
};

test('stacked marks and direction overrides do not affect content outside the text', async ({
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
});

test('links in a post exclude trailing punctuation and show their real target', async ({ join, openBrowser }) => {
  const ana = await join('Ana');
  const word = unique('Links');
  await ana.share(
    [
      word,
      '„https://example.org/z“',
      'https://example.org/a…',
      '(https://example.org/(a(b)c))',
      'https://user:pw@example.org',
      'https://example.org/b\u202ec',
      'https://аpple.example/d',
    ].join('\n'),
  );
  const page = await openBrowser(await join('Ben'));
  await page.goto('/');
  const links = postWith(page, word).getByText(word).getByRole('link');
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
