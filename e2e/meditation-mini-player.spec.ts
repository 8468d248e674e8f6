import { expectAccessible } from './support/accessible.ts';
import { expect, failedResponse } from './support/journey.ts';
import {
  createToneMeditation,
  readAudioState,
  playFast,
  listenTo,
  miniPlayer,
  recordListeningReports,
  openMeditation,
  pauseButton,
  playButton,
  player,
  readPosition,
  seekBar,
  test,
} from './support/meditations.ts';
import { request } from './support/members.ts';

test('a meditation keeps playing on other screens, in a mini player that links back', async ({ listenToTone }) => {
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
});

test('a meditation that is deleted while it plays can still be paused and closed', async ({
  listenToTone,
  admin,
  tolerate,
}) => {
  // Opening the live connection may refetch the deleted meditation.
  tolerate(failedResponse(404));
  const { page, meditation } = await listenToTone({ seconds: 200 });
  await request(admin, 'POST', `/api/meditations/${meditation.id}/comments`, { content: 'Goodbye.' });
  await expect(page.getByText('Goodbye.')).toBeVisible();
  await request(admin, 'DELETE', `/api/meditations/${meditation.id}`);
  await expect(page.getByRole('heading', { name: 'This meditation is no longer available' })).toBeVisible();
  expect((await readAudioState(page)).isPaused).toBe(false);
  await miniPlayer(page).getByRole('button', { name: 'Pause' }).click();
  expect((await readAudioState(page)).isPaused).toBe(true);
});

test('the mini player shows and announces loading and errors', async ({ join, openBrowser, admin, tolerate }) => {
  tolerate(failedResponse(503));
  const meditation = await createToneMeditation(admin);
  const page = await openBrowser(await join());
  const { promise: failureReleased, resolve: fail } = Promise.withResolvers<void>();
  await page.route(`**${meditation.audioUrl}`, async (route) => {
    await failureReleased;
    await route.fulfill({ status: 503 });
  });
  await openMeditation(page, meditation);
  await playButton(page).click();
  await page.getByRole('link', { name: 'Back to Meditations' }).click();
  const status = miniPlayer(page).getByRole('status');
  await expect(status).toHaveText('Waiting for the audio...');
  fail();
  await expect(status).toHaveText('The audio could not be loaded');
  await expect(miniPlayer(page).getByText('The audio could not be loaded').first()).toBeVisible();
});

test('the mini player has large touch targets and fits text at double size', async ({ join, openBrowser, admin }) => {
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
  // Polled, because the mini player appears with an animation.
  await expect.poll(countHitRows).toBeGreaterThanOrEqual(44);
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

test('the mini player stays above the navigation in an open chat', async ({ join, openBrowser, admin }) => {
  const page = await openBrowser(await join(), { width: 375, height: 700 });
  await listenTo(page, await createToneMeditation(admin));
  await page.getByRole('link', { name: 'Messages', exact: true }).click();
  await expect(miniPlayer(page)).toBeInViewport({ ratio: 1 });
  // Polled, because the mini player appears with an animation.
  await expect
    .poll(async () => {
      const bar = await miniPlayer(page).boundingBox();
      const links = await page.getByRole('navigation', { name: 'Quick links' }).boundingBox();
      return bar!.y + bar!.height - links!.y;
    })
    .toBeLessThanOrEqual(1);
});

test('two meditations play different audio', async ({ join, openBrowser, admin }) => {
  const [lowTone, highTone] = [
    await createToneMeditation(admin, { hertz: 110 }),
    await createToneMeditation(admin, { hertz: 440 }),
  ];
  const page = await openBrowser(await join());
  const sources: string[] = [];
  for (const meditation of [lowTone, highTone]) {
    await listenTo(page, meditation);
    sources.push((await readAudioState(page)).source);
  }
  const [lowBytes, highBytes] = await page.evaluate(
    (addresses) => Promise.all(addresses.map(async (address) => (await (await fetch(address)).bytes()).toHex())),
    sources,
  );
  expect(lowBytes).not.toBe(highBytes);
});

test('a meditation resumes where the listener left off, even after a reload', async ({ listenToTone }) => {
  const { page } = await listenToTone({ seconds: 200 });
  await pauseButton(page).click();
  await seekBar(page).press('PageUp');
  await seekBar(page).press('PageUp');
  await playButton(page).click();
  await expect.poll(() => readPosition(page)).toBeGreaterThan(60);
  await page.reload();
  await expect(player(page)).toContainText('You stopped at');
  await playButton(page).click();
  await expect.poll(() => readPosition(page)).toBeGreaterThan(59);
});

test('the sleep timer fades the audio out and stops it', async ({ listenToTone }) => {
  const { page } = await listenToTone({ seconds: 400 });
  const timer = page.getByLabel('Sleep timer');
  await expect(timer.getByRole('option')).toHaveText([
    'Off',
    '5 minutes',
    '10 minutes',
    '15 minutes',
    '30 minutes',
    'End of the meditation',
  ]);
  const readVolume = () => page.locator('audio').evaluate((element) => (element as HTMLAudioElement).volume);
  // Freeze the page's clock.
  await page.evaluate(() => {
    const frozenTime = performance.now();
    performance.now = () => frozenTime;
  });
  await timer.selectOption('5 minutes');
  await expect(page.getByText(/^Fades out in [45]:\d\d$/)).toBeVisible();
  expect(await readVolume()).toBe(1);
  // Move the clock to six seconds before the end and let it run.
  await page.evaluate(() => {
    const audio = document.querySelector('audio')!;
    const recorder = globalThis as unknown as { lowest: number };
    recorder.lowest = audio.volume;
    audio.addEventListener('volumechange', () => (recorder.lowest = Math.min(recorder.lowest, audio.volume)));
    const clock = Performance.prototype.now.bind(performance);
    const offset = performance.now() + 294_000 - clock();
    performance.now = () => offset + clock();
  });
  await expect.poll(() => page.evaluate(() => (globalThis as unknown as { lowest: number }).lowest)).toBeLessThan(0.9);
  await expect(playButton(page)).toBeVisible();
  await expect(timer).toHaveValue('off');
  // Playing again restores the volume.
  await playButton(page).click();
  await expect.poll(readVolume).toBe(1);
});

test('a sleep timer that is set in advance starts when playback starts', async ({ openTone }) => {
  const { page } = await openTone({ seconds: 400 });
  const timer = page.getByLabel('Sleep timer');
  await timer.selectOption('End of the meditation');
  await expect(page.getByText(/^Fades out/)).toHaveCount(0);
  await timer.selectOption('5 minutes');
  // Time passes before the listener presses Play.
  await page.evaluate(() => {
    const clock = Performance.prototype.now.bind(performance);
    performance.now = () => clock() + 360_000;
  });
  await playButton(page).click();
  await expect(pauseButton(page)).toHaveAttribute('aria-busy', 'false');
  await expect(page.getByText(/^Fades out in [45]:\d\d$/)).toBeVisible();
  await expect(timer).toHaveValue('5');
});

test('the sleep timer does not announce a fade-out if the page cannot set the volume', async ({ openTone }) => {
  const { page } = await openTone({ seconds: 400 });
  await page.addInitScript(() => {
    Object.defineProperty(HTMLMediaElement.prototype, 'volume', {
      get: () => 1,
      set: () => {
        // iOS ignores the volume that a page sets.
      },
    });
  });
  await page.reload();
  await page.getByLabel('Sleep timer').selectOption('5 minutes');
  await playButton(page).click();
  await expect(page.getByText(/^Stops in [45]:\d\d$/)).toBeVisible();
});

test('a sleep timer for the end of the meditation stops a looping meditation', async ({ listenToTone }) => {
  const { page } = await listenToTone();
  await player(page)
    .getByRole('button', { name: /^Repeat/ })
    .click();
  await page.getByLabel('Sleep timer').selectOption('End of the meditation');
  await seekBar(page).press('End');
  await expect(playButton(page)).toBeVisible();
  await expect(page.getByLabel('Sleep timer')).toHaveValue('off');
  await playButton(page).click();
  await expect.poll(async () => (await readAudioState(page)).isLooping).toBe(true);
});

test('only one tab plays at a time', async ({ join, openBrowser, admin }) => {
  const meditation = await createToneMeditation(admin);
  const page = await openBrowser(await join());
  const otherTab = await page.context().newPage();
  const reports = recordListeningReports(page);
  await listenTo(page, meditation);
  await listenTo(otherTab, meditation);
  await expect(playButton(page)).toBeVisible();
  expect((await readAudioState(page)).isPaused).toBe(true);
  expect((await readAudioState(otherTab)).isPaused).toBe(false);
  await playFast(otherTab);
  expect(reports).toEqual([]);
});
