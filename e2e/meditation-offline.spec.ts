import { waitForCachedApplication } from './support/device.ts';
import { holdRequest } from './support/feed.ts';
import { expect } from './support/journey.ts';
import {
  createToneMeditation,
  readAudioState,
  meditationCard,
  openMeditation,
  pauseButton,
  playButton,
  player,
  readPosition,
  seekBar,
  test,
} from './support/meditations.ts';

test('offline a saved meditation plays and seeks, and another one shows an error', async ({
  join,
  openBrowser,
  admin,
  tolerate,
}) => {
  const [savedMeditation, otherMeditation] = [
    await createToneMeditation(admin, { seconds: 130 }),
    await createToneMeditation(admin),
  ];
  const page = await openBrowser(await join(), { serviceWorkers: 'allow' });
  await openMeditation(page, savedMeditation);
  await waitForCachedApplication(page);
  await page.getByRole('button', { name: 'Save for offline' }).click();
  await expect(page.getByText('Available offline. It uses 1 MB until you sign out.')).toBeVisible();
  await page.getByRole('link', { name: 'Back to Meditations' }).click();
  await expect(meditationCard(page, savedMeditation.title)).toContainText('On this device');
  await expect(meditationCard(page, otherMeditation.title)).not.toContainText('On this device');

  const otherPage = await openBrowser(await join());
  await openMeditation(otherPage, otherMeditation);

  tolerate(/net::ERR_INTERNET_DISCONNECTED|WebSocket connection to .* failed/);
  await page.context().setOffline(true);
  await page.goto('/');
  await page.getByRole('link', { name: 'Saved meditations' }).click();
  await expect(meditationCard(page, savedMeditation.title)).toBeVisible();
  await expect(meditationCard(page, otherMeditation.title)).toHaveCount(0);
  await meditationCard(page, savedMeditation.title)
    .getByRole('link', { name: `Play ${savedMeditation.title}` })
    .click();
  await expect(pauseButton(page)).toHaveAttribute('aria-busy', 'false');
  expect((await readAudioState(page)).source).toMatch(/^blob:/);
  await seekBar(page).press('End');
  await seekBar(page).press('PageDown');
  await expect.poll(() => readPosition(page)).toBeGreaterThan(99);
  await page.reload();
  await expect(page.getByRole('heading', { name: savedMeditation.title, level: 1 })).toBeVisible();
  await otherPage.context().setOffline(true);
  await playButton(otherPage).click();
  await expect(player(otherPage).getByRole('alert')).toContainText(
    'You are offline, and this meditation is not saved on this device.',
  );

  const viewerRequest = await holdRequest(page, '/api/auth/user');
  await page.context().setOffline(false);
  // The page tries again by itself as soon as the connection is back.
  await viewerRequest.arrived;
  await expect(page.getByRole('button', { name: 'Try again' }).first()).toHaveAttribute('aria-busy', 'true');
  viewerRequest.release();
  await page.getByRole('button', { name: 'Remove from this device' }).click();
  await expect(page.getByRole('button', { name: 'Save for offline' })).toBeVisible();
  await expect
    .poll(() => page.evaluate(async () => (await (await caches.open('saved-meditations')).keys()).length))
    .toBe(0);
});

test('saving continues on other screens, can be canceled, and helps when the connection is lost', async ({
  openTone,
  tolerate,
}) => {
  const { page, meditation } = await openTone();
  const saveButton = page.getByRole('button', { name: 'Save for offline' });
  const progress = page.getByRole('progressbar', { name: 'Saving' });
  const removeSaved = () => page.getByRole('button', { name: 'Remove from this device' }).click();

  await test.step('saving can be canceled', async () => {
    const { promise: arrived, resolve: markArrived } = Promise.withResolvers<void>();
    await page.route(`**${meditation.audioUrl}`, () => markArrived());
    await saveButton.click();
    await arrived;
    await expect(progress).toBeVisible();
    await page.getByRole('button', { name: 'Cancel saving' }).click();
    await expect(saveButton).toBeVisible();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  await test.step('saving continues while the member visits other screens', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route(`**${meditation.audioUrl}`, async (route) => {
      await released;
      await route.continue();
    });
    await saveButton.click();
    await expect(progress).toBeVisible();
    await page.getByRole('link', { name: 'Back to Meditations' }).click();
    const card = meditationCard(page, meditation.title);
    await card.getByRole('link', { name: meditation.title, exact: true }).click();
    await expect(progress).toBeVisible();
    await page.getByRole('link', { name: 'Back to Meditations' }).click();
    release();
    await expect(card).toContainText('On this device');
    await card.getByRole('link', { name: meditation.title, exact: true }).click();
    await removeSaved();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  await test.step('a meditation that loses its connection continues from the saved copy', async () => {
    const { promise: disconnected, resolve: disconnect } = Promise.withResolvers<void>();
    await page.route(`**${meditation.audioUrl}`, async (route) => {
      if (route.request().resourceType() !== 'media') return route.continue();
      await disconnected;
      return route.abort();
    });
    tolerate(/net::ERR_FAILED/);
    await playButton(page).click();
    await saveButton.click();
    await expect(page.getByText(/^Available offline\./)).toBeVisible();
    await expect(pauseButton(page)).toHaveAttribute('aria-busy', 'true');
    disconnect();
    await expect(pauseButton(page)).toHaveAttribute('aria-busy', 'false');
    await expect.poll(() => readPosition(page)).toBeGreaterThan(0);
    expect((await readAudioState(page)).source).toMatch(/^blob:/);
    await expect(player(page).getByRole('alert')).toHaveCount(0);
    await removeSaved();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  await test.step('a lack of space is reported', async () => {
    await page.evaluate(() => {
      Cache.prototype.put = () => Promise.reject(new DOMException('Full', 'QuotaExceededError'));
    });
    await saveButton.click();
    await expect(page.getByText('There is not enough room on this device. Nothing was saved.')).toBeVisible();
  });
});
