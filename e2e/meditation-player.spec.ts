import { expectAccessible } from './support/accessible.ts';
import { expect, failedResponse } from './support/journey.ts';
import {
  addExternalMeditation,
  uploadMeditation,
  createToneMeditation,
  readAudioState,
  meditationCard,
  playFast,
  listenTo,
  openMeditation,
  pauseButton,
  playButton,
  player,
  readPosition,
  seekBar,
  test,
} from './support/meditations.ts';

test('"Play" on a card opens and starts the meditation, and its button pauses and resumes it @critical', async ({
  join,
  openBrowser,
  admin,
}) => {
  const meditation = await createToneMeditation(admin);
  const page = await openBrowser(await join());
  await page.goto('/meditations');
  await meditationCard(page, meditation.title)
    .getByRole('link', { name: `Play ${meditation.title}` })
    .click();
  await expect(pauseButton(page)).toBeVisible();
  await expect.poll(() => readPosition(page)).toBeGreaterThan(0);
  expect((await readAudioState(page)).source).toBe(new URL(meditation.audioUrl, page.url()).href);
  await pauseButton(page).click();
  await expect(playButton(page)).toBeVisible();
  const { isPaused, position } = await readAudioState(page);
  expect(isPaused).toBe(true);
  await playButton(page).click();
  await expect.poll(() => readPosition(page)).toBeGreaterThan(position);
});

test('"Play" in a new tab does not start the meditation in this one later', async ({ join, openBrowser, admin }) => {
  const meditation = await createToneMeditation(admin);
  const page = await openBrowser(await join());
  await page.goto('/meditations');
  const card = meditationCard(page, meditation.title);
  const newTab = page.context().waitForEvent('page');
  await card.getByRole('link', { name: `Play ${meditation.title}` }).click({ modifiers: ['ControlOrMeta'] });
  await (await newTab).close();
  await card.getByRole('link', { name: meditation.title, exact: true }).click();
  await expect(playButton(page)).toBeVisible();
  // By now, autoplay would have started.
  await expect(page.getByText('No comments yet.')).toBeVisible();
  await expect(pauseButton(page)).toHaveCount(0);
});

test('a listener seeks by press, by dragging and by keyboard', async ({ listenToTone }) => {
  const { page } = await listenToTone({ seconds: 200 });
  await pauseButton(page).click();
  const bar = seekBar(page);
  const { width, height } = (await bar.boundingBox())!;
  const centerY = height / 2;
  await bar.click({ position: { x: width / 2, y: centerY } });
  await expect.poll(() => readPosition(page)).toBeGreaterThan(90);
  expect(await readPosition(page)).toBeLessThan(110);

  await bar.hover({ position: { x: width / 2, y: centerY } });
  await page.mouse.down();
  const { x, y } = (await bar.boundingBox())!;
  await page.mouse.move(x + width * 0.75, y + centerY, { steps: 4 });
  // The position changes when the mouse is released.
  expect(await readPosition(page)).toBeLessThan(110);
  await page.mouse.up();
  await expect.poll(() => readPosition(page)).toBeGreaterThan(140);

  await bar.focus();
  const presses = [
    ['Home', 0],
    ['ArrowRight', 5],
    ['ArrowUp', 10],
    ['PageUp', 40],
    ['ArrowLeft', 35],
    ['PageDown', 5],
    ['End', 200],
    ['PageDown', 170],
  ] as const;
  for (const [key, seconds] of presses) {
    await page.keyboard.press(key);
    await expect.poll(async () => Math.round(await readPosition(page)), key).toBe(seconds);
  }
  await expect(bar).toHaveAttribute('aria-valuetext', '2 minutes 50 seconds of 3 minutes 20 seconds');
  await expect(player(page)).toContainText('2:50');
  await expect(player(page)).toContainText('-0:30');
});

test('a focused seek bar announces positions only when the listener moves it', async ({ listenToTone }) => {
  const { page } = await listenToTone({ seconds: 400 });
  const bar = seekBar(page);
  await bar.focus();
  const announcedPosition = (await bar.getAttribute('aria-valuetext'))!;
  await playFast(page);
  await expect.poll(() => readPosition(page)).toBeGreaterThan(20);
  await expect(bar).toHaveAttribute('aria-valuetext', announcedPosition);
  await bar.press('Home');
  await bar.press('PageUp');
  await expect(bar).toHaveAttribute('aria-valuetext', / of 6 minutes 40 seconds$/);
  const announcedAfterSeek = (await bar.getAttribute('aria-valuetext'))!;
  expect(announcedAfterSeek).not.toBe(announcedPosition);
  await expect.poll(() => readPosition(page)).toBeGreaterThan(60);
  await expect(bar).toHaveAttribute('aria-valuetext', announcedAfterSeek);
  await bar.blur();
  await expect(bar).not.toHaveAttribute('aria-valuetext', announcedAfterSeek);
});

test('a looping meditation starts again at its end, and without looping, playback stops there', async ({
  listenToTone,
}) => {
  const { page } = await listenToTone();
  const loop = player(page).getByRole('button', { name: /^Repeat/ });
  await expect(loop).toHaveAttribute('aria-pressed', 'false');
  await loop.click();
  await expect(loop).toHaveAttribute('aria-pressed', 'true');
  await seekBar(page).press('End');
  await expect.poll(() => readPosition(page)).toBeLessThan(10);
  await expect(pauseButton(page)).toBeVisible();
  await loop.click();
  await seekBar(page).press('End');
  await expect(playButton(page)).toBeVisible();
  expect(await readPosition(page)).toBeGreaterThan(60);
  await playButton(page).click();
  await expect.poll(() => readPosition(page)).toBeLessThan(10);
});

test('a listener changes speed and volume', async ({ listenToTone }) => {
  const { page } = await listenToTone();
  await page.getByLabel('Speed').selectOption('1.5×');
  await page.getByRole('slider', { name: 'Volume' }).fill('40');
  await expect
    .poll(() =>
      page.locator('audio').evaluate((element) => {
        const { playbackRate, volume } = element as HTMLAudioElement;
        return { playbackRate, volume };
      }),
    )
    .toEqual({ playbackRate: 1.5, volume: 0.4 });
});

test('audio that fails to load shows an error and plays on retry', async ({ join, openBrowser, admin, tolerate }) => {
  tolerate(failedResponse(503));
  const meditation = await createToneMeditation(admin);
  const page = await openBrowser(await join());
  let isUnavailable = true;
  await page.route(`**${meditation.audioUrl}`, (route) =>
    isUnavailable ? route.fulfill({ status: 503 }) : route.continue(),
  );
  await openMeditation(page, meditation);
  await playButton(page).click();
  await expect(page.getByRole('alert')).toContainText('The audio could not be loaded. Your place is saved.');
  await expectAccessible(page, 'audio that could not be loaded');
  isUnavailable = false;
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => readPosition(page)).toBeGreaterThan(0);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('the lock screen shows the meditation and controls it', async ({ join, openBrowser, admin }) => {
  const meditation = await createToneMeditation(admin, { seconds: 200 });
  const page = await openBrowser(await join());
  await page.addInitScript(() => {
    const handlers: Record<string, MediaSessionActionHandler | null> = {};
    Object.assign(globalThis, { handlers });
    navigator.mediaSession.setActionHandler = (action, handler) => {
      handlers[action] = handler;
    };
  });
  const triggerAction = (action: MediaSessionAction, details: object = {}) =>
    page.evaluate(
      ([name, details]) => {
        const { handlers } = globalThis as unknown as { handlers: Record<string, MediaSessionActionHandler> };
        handlers[name]?.({ action: name, ...details });
      },
      [action, details] as const,
    );
  await listenTo(page, meditation);
  expect(await page.evaluate(() => navigator.mediaSession.metadata?.title)).toBe(meditation.title);
  expect(await page.evaluate(() => navigator.mediaSession.playbackState)).toBe('playing');
  await triggerAction('pause');
  await expect(playButton(page)).toBeVisible();
  await triggerAction('seekto', { seekTime: 100 });
  await expect.poll(() => readPosition(page)).toBe(100);
  await triggerAction('seekbackward');
  await expect.poll(() => readPosition(page)).toBe(90);
  await triggerAction('seekforward', { seekOffset: 30 });
  await expect.poll(() => readPosition(page)).toBe(120);
  await triggerAction('play');
  await expect(pauseButton(page)).toBeVisible();
  await triggerAction('stop');
  await expect(playButton(page)).toBeVisible();
  expect(await page.evaluate(() => navigator.mediaSession.metadata)).toBeNull();
});

test('a listener uses the whole player by keyboard', async ({ join, openBrowser, admin }) => {
  const meditation = await createToneMeditation(admin, { seconds: 200 });
  const page = await openBrowser(await join());
  await page.goto('/meditations');
  await meditationCard(page, meditation.title).getByRole('link', { name: meditation.title, exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: meditation.title, level: 1 })).toBeVisible();
  const tabTo = async (name: string | RegExp) => {
    const control = player(page).getByLabel(name).or(player(page).getByRole('button', { name })).first();
    for (let presses = 0; presses < 60; presses += 1) {
      if (await control.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`${String(name)} cannot be reached by Tab`);
  };
  await tabTo('Play');
  await page.keyboard.press('Enter');
  await expect(pauseButton(page)).toBeFocused();
  await expect(pauseButton(page)).toHaveAttribute('aria-busy', 'false');
  await page.keyboard.press('Space');
  await expect(playButton(page)).toBeFocused();
  await tabTo('Forward 15 seconds');
  await page.keyboard.press('Enter');
  await expect.poll(() => readPosition(page)).toBeGreaterThanOrEqual(15);
  await tabTo('Position');
  await page.keyboard.press('PageUp');
  await expect.poll(() => readPosition(page)).toBeGreaterThanOrEqual(45);
  await tabTo('Speed');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByLabel('Speed')).toHaveValue('1.25');
  await tabTo('Sleep timer');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByLabel('Sleep timer')).toHaveValue('5');
  await tabTo(/^Repeat/);
  await page.keyboard.press('Space');
  await expect(player(page).getByRole('button', { name: /^Repeat/ })).toHaveAttribute('aria-pressed', 'true');
});

test('after a pressed button of the player disappears, focus stays nearby', async ({
  join,
  openBrowser,
  admin,
  tolerate,
}) => {
  tolerate(failedResponse(503));
  tolerate(/request to another site: https:\/\/audio\.example\/|net::ERR_FAILED/);
  const [meditation, externalMeditation] = [await createToneMeditation(admin), await addExternalMeditation(admin)];
  const page = await openBrowser(await join());
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  let isUnavailable = true;
  await page.route(`**${meditation.audioUrl}`, (route) =>
    isUnavailable ? route.fulfill({ status: 503 }) : route.continue(),
  );
  await openMeditation(page, meditation);
  await playButton(page).press('Enter');
  await expect(page.getByRole('alert')).toBeVisible();
  isUnavailable = false;
  await button('Try again').press('Enter');
  await expect(pauseButton(page)).toHaveAttribute('aria-busy', 'false');
  await expect(player(page)).toBeFocused();

  const device = page.getByRole('region', { name: 'On this device' });
  await page.unrouteAll({ behavior: 'wait' });
  await page.route(`**${meditation.audioUrl}`, () => undefined);
  await button('Save for offline').press('Enter');
  await expect(page.getByRole('progressbar', { name: 'Saving' })).toBeVisible();
  await expect(device).toBeFocused();
  await button('Cancel').press('Enter');
  await expect(button('Save for offline')).toBeVisible();
  await expect(device).toBeFocused();

  await page.getByRole('link', { name: 'Back to Meditations' }).click();
  await button('Close player').press('Enter');
  await expect(button('Close player')).toBeHidden();
  await expect(page.getByRole('main')).toBeFocused();

  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.route('https://audio.example/**', (route) => route.abort());
  await openMeditation(page, externalMeditation);
  await button('Play from there').press('Enter');
  await expect(button('Play from there')).toBeHidden();
  await expect(player(page)).toBeFocused();
  await expect(page.getByRole('alert')).toBeVisible();
});

test('an MP3 file without an index shows its real duration, and a listener can seek in it', async ({
  join,
  openBrowser,
  admin,
}) => {
  const { createMp3Encoder } = await import('wasm-media-encoders');
  const encoder = await createMp3Encoder();
  // Silence, then noise: the first frames suggest a much longer file.
  encoder.configure({ sampleRate: 44_100, channels: 1, vbrQuality: 4 });
  const mp3Chunks: Uint8Array[] = [];
  for (let second = 0; second < 120; second += 1) {
    const samples = Float32Array.from({ length: 44_100 }, () => (second < 20 ? 0 : (Math.random() - 0.5) / 2));
    mp3Chunks.push(encoder.encode([samples]).slice());
  }
  mp3Chunks.push(encoder.finalize().slice());
  const meditation = await uploadMeditation(admin, Buffer.concat(mp3Chunks));
  expect(meditation.duration).toBe(120);
  const page = await openBrowser(await join('Ana'));
  await listenTo(page, meditation);
  await expect(seekBar(page)).toHaveAttribute('max', '120');
  await seekBar(page).press('PageUp');
  await seekBar(page).press('PageUp');
  await expect(seekBar(page)).toHaveAttribute('aria-valuetext', /^1 minute.* of 2 minutes$/);
  await expect.poll(() => readPosition(page)).toBeLessThan(119);
});
