import { expectAccessible } from './support/accessible.ts';
import { expect, failedResponse } from './support/journey.ts';
import {
  uploadMeditation,
  createToneMeditation,
  readAudioState,
  meditationCard,
  listenTo,
  openMeditation,
  pauseButton,
  playButton,
  readPosition,
  seekBar,
  test,
} from './support/meditations.ts';

test('"Play" on a card opens and starts the meditation in its own tab, its button works by keyboard, and a failed load can be retried @critical', async ({
  join,
  openBrowser,
  admin,
  tolerate,
}) => {
  const meditation = await createToneMeditation(admin);
  const page = await openBrowser(await join());
  await page.goto('/meditations');
  const card = meditationCard(page, meditation.title);
  const playLink = card.getByRole('link', { name: `Play ${meditation.title}` });
  // "Play" in a new tab does not start the meditation in this one later.
  const newTab = page.context().waitForEvent('page');
  await playLink.click({ modifiers: ['ControlOrMeta'] });
  await (await newTab).close();
  await card.getByRole('link', { name: meditation.title, exact: true }).click();
  await expect(playButton(page)).toBeVisible();
  // By now, autoplay would have started.
  await expect(page.getByText('No comments yet.')).toBeVisible();
  await expect(pauseButton(page)).toHaveCount(0);
  await page.goBack();

  await playLink.press('Enter');
  await expect(pauseButton(page)).toBeVisible();
  await expect.poll(() => readPosition(page)).toBeGreaterThan(0);
  expect((await readAudioState(page)).source).toBe(new URL(meditation.audioUrl, page.url()).href);
  await pauseButton(page).press('Space');
  await expect(playButton(page)).toBeFocused();
  const { isPaused, position } = await readAudioState(page);
  expect(isPaused).toBe(true);
  await page.keyboard.press('Enter');
  await expect.poll(() => readPosition(page)).toBeGreaterThan(position);

  tolerate(failedResponse(503));
  const otherMeditation = await createToneMeditation(admin);
  let isUnavailable = true;
  await page.route(`**${otherMeditation.audioUrl}`, (route) =>
    isUnavailable ? route.fulfill({ status: 503 }) : route.continue(),
  );
  await openMeditation(page, otherMeditation);
  await playButton(page).click();
  await expect(page.getByRole('alert')).toContainText('The audio could not be loaded. Your place is saved.');
  await expectAccessible(page, 'audio that could not be loaded');
  isUnavailable = false;
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => readPosition(page)).toBeGreaterThan(0);
  await expect(page.getByRole('alert')).toHaveCount(0);

  // An MP3 file without an index shows its real duration, and a listener can seek in it.
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
  const mp3Meditation = await uploadMeditation(admin, Buffer.concat(mp3Chunks));
  expect(mp3Meditation.duration).toBe(120);
  await listenTo(page, mp3Meditation);
  await expect(seekBar(page)).toHaveAttribute('max', '120');
  await seekBar(page).press('PageUp');
  await seekBar(page).press('PageUp');
  await expect(seekBar(page)).toHaveAttribute('aria-valuetext', /^1 minute.* of 2 minutes$/);
  await expect.poll(() => readPosition(page)).toBeLessThan(119);
});
