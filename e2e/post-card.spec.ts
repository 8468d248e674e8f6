import type { Page } from '@playwright/test';
import { likeButton, postWith, shareInBrowser } from './support/feed.ts';
import { expect, test } from './support/journey.ts';
import { controlLiveConnection } from './support/live-connection.ts';
import { unique } from './support/member.ts';
import { request } from './support/members.ts';

test('a short post uses larger text than a long one', async ({ join, openBrowser }) => {
  const author = await join('Noor');
  const base = unique('Rain, finally.');
  const [few, many] = [base.padEnd(140, '.'), base.padEnd(141, '!')];
  for (const text of [few, many]) await author.share(text);
  const page = await openBrowser(author);
  await page.goto('/');
  const fontOf = (text: string) =>
    postWith(page, text)
      .getByText(text)
      .evaluate((element) => {
        const { fontSize, fontFamily } = getComputedStyle(element);
        return `${fontSize} ${fontFamily.split(',')[0]}`;
      });
  expect(await fontOf(few)).toBe('20px Fraunces');
  expect(await fontOf(many)).toBe('17px Figtree');
});

test('a long post is shortened after a sentence until expanded, and complete on its own screen', async ({
  join,
  openBrowser,
}) => {
  const author = await join('Noor');
  const tag = unique('Letters');
  const last = 'Then I slept.';
  const { id } = await author.share(
    `${tag}. ${'Dr. Lind wrote back that it takes time, and it does. '.repeat(30)}${last}`,
  );
  const page = await openBrowser(await join());
  await page.goto('/');
  const post = postWith(page, tag);
  await expect(post.getByText(tag)).toHaveText(/it takes time, and it does\.$/);
  await expect(post).not.toContainText(last);
  await post.getByRole('button', { name: /^Read more/ }).press('Enter');
  await expect(post.getByText(last)).toBeVisible();
  await expect(post.getByRole('button', { name: /^Show less/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(post).not.toContainText(last);

  await page.goto(`/posts/${id}`);
  await expect(post.getByText(last)).toBeVisible();
  await expect(post.getByRole('button', { name: /^(Read more|Show less)/ })).toHaveCount(0);
});

/** Applies web fonts even if they load late, so that the layout is measured with them. */
const waitForFonts = (page: Page) =>
  page.route('**/assets/*.css', async (route) => {
    const response = await route.fetch();
    const css = await response.text();
    await route.fulfill({ response, body: css.replaceAll('font-display:optional', 'font-display:swap') });
  });

test('author and time take two lines on a phone, also for the member’s own edited post', async ({
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
      [/^.?Early riser/, /ago$/, 'edited'].map(async (part) => (await header.getByText(part).boundingBox())!.y),
    );
    return Math.max(...tops) - Math.min(...tops);
  };
  // Posts of other journeys can move the card between two measurements.
  await expect.poll(readSpread).toBeLessThan(4);
  expect((await header.boundingBox())!.height).toBeLessThan(52);
});

type Movement = { what: string; milliseconds: number };
type Watched = { movements: Movement[] };

/** Records animations of hearts and cards from the start, because they are too short to poll for. */
const recordAnimations = (page: Page) =>
  page.addInitScript(() => {
    const movements: Movement[] = [];
    Object.assign(globalThis, { movements });
    const note = ({ target }: Event, what: string) => {
      if (!(target instanceof Element) || !target.matches('.lucide-heart, article')) return;
      const durations = target.getAnimations().map(({ effect }) => Number(effect?.getComputedTiming().duration));
      movements.push({ what: `${target.tagName} ${what}`, milliseconds: Math.max(0, ...durations) });
    };
    document.addEventListener('transitionrun', (event) => {
      // With reduced motion, colors and visibility still change within 0.01 ms: ignore them.
      if (!['color', 'visibility'].includes(event.propertyName)) note(event, event.propertyName);
    });
    document.addEventListener('animationstart', (event) => note(event, event.animationName));
  });

const namesOf = (movements: readonly Movement[]) => movements.map(({ what }) => what).toSorted();

for (const [reducedMotion, atMost] of [
  ['no-preference', 240],
  ['reduce', 0.02],
] as const)
  test(`a like and a new post are animated for at most ${atMost} ms, and existing posts stay still`, async ({
    join,
    openBrowser,
  }) => {
    const [writer, reader] = [await join('Wanda'), await join('Rea')];
    const [liked, other] = [unique('An evening walk.'), unique('A morning walk.')];
    await reader.like((await writer.share(liked)).id);
    await writer.share(other);
    const page = await openBrowser(reader, { reducedMotion });
    await recordAnimations(page);
    const movements = () => page.evaluate(() => (globalThis as unknown as Watched).movements);
    const expectMovement = async (names: string[]) => {
      await expect.poll(async () => namesOf(await movements())).toEqual(names);
      for (const { milliseconds } of await movements()) expect(milliseconds).toBeLessThanOrEqual(atMost);
      await page.evaluate(() => (globalThis as unknown as Watched).movements.splice(0));
    };
    const connection = await controlLiveConnection(page);
    await page.goto('/');
    await expect(likeButton(postWith(page, liked))).toHaveAttribute('aria-pressed', 'true');
    await connection.caughtUp();
    await expectMovement([]);

    await likeButton(postWith(page, other)).click();
    await expectMovement(['svg opacity', 'svg rotate', 'svg scale']);

    await shareInBrowser(page, unique('A walk at noon.'));
    await expectMovement(['ARTICLE breath-in']);

    const night = unique('A walk at night.');
    await writer.share(night);
    await page.getByRole('button', { name: '1 new post' }).click();
    await expect(postWith(page, night)).toBeVisible();
    await expectMovement(['ARTICLE breath-in']);
  });
