import type { Page } from '@playwright/test';
import { likeButton, postWith, shareInBrowser } from './support/feed.ts';
import { expect, test } from './support/journey.ts';
import { controlLiveConnection } from './support/live-connection.ts';
import { unique } from './support/member.ts';
import { request } from './support/members.ts';

test('a short post uses larger text than a long one', async ({ join, openBrowser }) => {
  const author = await join('Noor');
  const base = unique('Rain, finally.');
  const [shortText, longText] = [base.padEnd(140, '.'), base.padEnd(141, '!')];
  for (const text of [shortText, longText]) await author.share(text);
  const page = await openBrowser(author);
  await page.goto('/');
  const readFont = (text: string) =>
    postWith(page, text)
      .getByText(text)
      .evaluate((element) => {
        const { fontSize, fontFamily } = getComputedStyle(element);
        return `${fontSize} ${fontFamily.split(',')[0]}`;
      });
  expect(await readFont(shortText)).toBe('20px Fraunces');
  expect(await readFont(longText)).toBe('17px Figtree');
});

test('a long post is shortened after a sentence until expanded, and complete on its own screen', async ({
  join,
  openBrowser,
}) => {
  const author = await join('Noor');
  const tag = unique('Letters');
  const lastSentence = 'Then I slept.';
  const { id } = await author.share(
    `${tag}. ${'Dr. Lind wrote back that it takes time, and it does. '.repeat(30)}${lastSentence}`,
  );
  const page = await openBrowser(await join());
  await page.goto('/');
  const post = postWith(page, tag);
  await expect(post.getByText(tag)).toHaveText(/it takes time, and it does\.$/);
  await expect(post).not.toContainText(lastSentence);
  await post.getByRole('button', { name: /^Read more/ }).press('Enter');
  await expect(post.getByText(lastSentence)).toBeVisible();
  await expect(post.getByRole('button', { name: /^Show less/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(post).not.toContainText(lastSentence);

  await page.goto(`/posts/${id}`);
  await expect(post.getByText(lastSentence)).toBeVisible();
  await expect(post.getByRole('button', { name: /^(Read more|Show less)/ })).toHaveCount(0);
});

/** Makes the page apply web fonts even if they load late, so that the layout is measured with them. */
const waitForFonts = (page: Page) =>
  page.route('**/assets/*.css', async (route) => {
    const response = await route.fetch();
    const css = await response.text();
    await route.fulfill({ response, body: css.replaceAll('font-display:optional', 'font-display:swap') });
  });

test('author and time take two lines on a phone, even for the member’s own edited post', async ({
  join,
  openBrowser,
}) => {
  const author = await join('Amara', 'Lindqvist');
  await request(author, 'PUT', '/api/auth/user', { title: 'Early riser, slow crawler and careful listener' });
  const text = unique('Soup for six.');
  const { id } = await author.share(text);
  await request(author, 'PUT', `/api/posts/${id}`, { content: `${text} Seven came.` });
  const page = await openBrowser(author, { width: 375 });
  await waitForFonts(page);
  await page.goto('/');
  const header = postWith(page, text).locator('header');
  const readSpread = async () => {
    const tops = await Promise.all(
      [/^.?Early riser/, /ago$/, 'edited'].map(async (pattern) => (await header.getByText(pattern).boundingBox())!.y),
    );
    return Math.max(...tops) - Math.min(...tops);
  };
  // Posts of other journeys can move the card between two measurements.
  await expect.poll(readSpread).toBeLessThan(4);
  expect((await header.boundingBox())!.height).toBeLessThan(52);
});

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

for (const [reducedMotion, maxMilliseconds] of [
  ['no-preference', 240],
  ['reduce', 0.02],
] as const)
  test(`a like and a new post are animated for at most ${maxMilliseconds} ms, and existing posts stay still`, async ({
    join,
    openBrowser,
  }) => {
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
  });
