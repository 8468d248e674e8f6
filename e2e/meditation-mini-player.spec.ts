import { expectAccessible } from './support/accessible.ts';
import { expect, failedResponse } from './support/journey.ts';
import {
  createToneMeditation,
  readAudioState,
  listenTo,
  miniPlayer,
  pauseButton,
  playButton,
  player,
  readPosition,
  test,
} from './support/meditations.ts';
import { request } from './support/members.ts';

test('a meditation keeps playing on other screens in a mini player, in one tab, even when it is deleted', async ({
  listenToTone,
  admin,
  tolerate,
}) => {
  // Long enough to play during the whole journey.
  const { page, meditation } = await listenToTone({ seconds: 400 });
  await expect(miniPlayer(page)).toBeHidden();
  await page.getByRole('link', { name: 'Back to Meditations' }).click();
  await expect(miniPlayer(page)).toBeVisible();
  // The last screen has no live updates, so that no new content covers the player.
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.getByRole('link', { name: width === 375 ? 'Gratitude' : 'Leaderboard', exact: true }).click();
    await expect(miniPlayer(page).getByRole('link', { name: meditation.title })).toBeVisible();
    await expect(miniPlayer(page).getByRole('button', { name: 'Close player' })).toBeInViewport();
  }
  const positionBefore = await readPosition(page);
  await expect.poll(() => readPosition(page)).toBeGreaterThan(positionBefore);
  await expectAccessible(page, 'the mini player');
  await miniPlayer(page).getByRole('button', { name: 'Pause' }).click();
  await expect(miniPlayer(page).getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  await miniPlayer(page).getByRole('link', { name: meditation.title }).click();
  await expect(playButton(page)).toBeVisible();
  await expect(miniPlayer(page)).toBeHidden();
  await page.goBack();
  await miniPlayer(page).getByRole('button', { name: 'Close player' }).click();
  await expect(miniPlayer(page)).toBeHidden();
  expect((await readAudioState(page)).isPaused).toBe(true);

  // Only one tab plays at a time.
  const otherTab = await page.context().newPage();
  await listenTo(otherTab, meditation);
  await listenTo(page, meditation);
  await expect(playButton(otherTab)).toBeVisible();
  expect((await readAudioState(otherTab)).isPaused).toBe(true);
  expect((await readAudioState(page)).isPaused).toBe(false);

  // Opening the live connection may refetch the deleted meditation.
  tolerate(failedResponse(404));
  await request(admin, 'POST', `/api/meditations/${meditation.id}/comments`, { content: 'Goodbye.' });
  await expect(page.getByText('Goodbye.')).toBeVisible();
  await request(admin, 'DELETE', `/api/meditations/${meditation.id}`);
  await expect(page.getByRole('heading', { name: 'This meditation is no longer available' })).toBeVisible();
  expect((await readAudioState(page)).isPaused).toBe(false);
  await miniPlayer(page).getByRole('button', { name: 'Pause' }).click();
  expect((await readAudioState(page)).isPaused).toBe(true);
});

test('on a phone the mini player has large touch targets, stays above the navigation and fits double text size', async ({
  join,
  openBrowser,
  admin,
}) => {
  const meditation = await createToneMeditation(admin);
  const page = await openBrowser(await join(), { width: 375, height: 667, hasTouch: true, isMobile: true });
  await listenTo(page, meditation);
  await pauseButton(page).click();
  await page.getByRole('link', { name: 'Back to Meditations' }).click();
  const link = miniPlayer(page).getByRole('link', { name: meditation.title });
  const countHitRows = () =>
    link.evaluate((element) => {
      const { left, top, height } = element.parentElement!.getBoundingClientRect();
      const centerY = top + height / 2;
      const rows = Array.from({ length: 80 }, (_, row) => centerY - 40 + row);
      return rows.filter((row) => element.contains(document.elementFromPoint(left + 10, row))).length;
    });
  // Polled, because the mini player appears after the screen.
  await expect.poll(countHitRows).toBeGreaterThanOrEqual(44);
  await page.getByRole('link', { name: 'Messages', exact: true }).click();
  // Otherwise going back below could leave the list of meditations.
  await expect(page).toHaveURL('/messages');
  await expect(miniPlayer(page)).toBeInViewport({ ratio: 1 });
  await expect
    .poll(async () => {
      const bar = await miniPlayer(page).boundingBox();
      const links = await page.getByRole('navigation', { name: 'Quick links' }).boundingBox();
      return bar!.y + bar!.height - links!.y;
    })
    .toBeLessThanOrEqual(1);
  await page.goBack();

  const settings = await page.context().newCDPSession(page);
  await settings.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
  await expect(miniPlayer(page).getByRole('button', { name: 'Close player' })).toBeInViewport({ ratio: 1 });
  expect((await link.boundingBox())!.width).toBeGreaterThan(60);
  await link.click();
  await playButton(page).scrollIntoViewIfNeeded();
  await expect(playButton(page)).toBeInViewport({ ratio: 1 });
  for (const button of await player(page).getByRole('button').all()) {
    const { x, width } = (await button.boundingBox())!;
    expect(x, await button.innerText()).toBeGreaterThanOrEqual(0);
    expect(x + width, await button.innerText()).toBeLessThanOrEqual(375);
  }
});
