import type { Page } from '@playwright/test';
import { toast } from './support/feed.ts';
import { expect, failedResponse } from './support/journey.ts';
import {
  createToneMeditation,
  playFast,
  listenTo,
  miniPlayer,
  recordListeningReports,
  openMeditation,
  pauseButton,
  playButton,
  test,
} from './support/meditations.ts';
import { readViewer } from './support/members.ts';

/**
 * Plays at high speed until the position is reached, then pauses or continues at normal speed. Runs in the page and
 * slows down near the end, because a second of delay would be 16 seconds of audio.
 */
async function playUntil(page: Page, seconds: number, { shouldPause = true } = {}): Promise<void> {
  await playFast(page);
  await page.locator('audio').evaluate(
    async (element, { until, shouldPauseAtEnd }) => {
      const audio = element as HTMLAudioElement;
      const waitForPosition = async (position: number) => {
        while (audio.currentTime <= position)
          await new Promise((resolve) => audio.addEventListener('timeupdate', resolve, { once: true }));
      };
      await waitForPosition(until - 25);
      audio.playbackRate = 8;
      audio.dispatchEvent(new Event('ratechange'));
      await waitForPosition(until);
      if (shouldPauseAtEnd) audio.pause();
      else audio.playbackRate = 1;
    },
    { until: seconds, shouldPauseAtEnd: shouldPause },
  );
  await expect(shouldPause ? playButton(page) : pauseButton(page)).toBeVisible();
}

test('a meditation played to the end is reported once as completed, and points and totals agree @critical', async ({
  listenToTone,
}) => {
  // At high speed, the page may not count a few seconds, but it counts the minute.
  const { page, meditation, listener: ana, reports } = await listenToTone({ seconds: 100 });
  await playFast(page);
  await expect(toast(page)).toContainText('Points Earned!');
  await expect(toast(page)).toContainText('You earned 6 mindfulness points for listening to this meditation.');
  expect(reports).toMatchObject([{ path: `/api/meditations/${meditation.id}/track`, completed: true }]);
  expect(reports[0]!.secondsListened).toBeGreaterThan(90);
  expect(reports[0]!.secondsListened).toBeLessThanOrEqual(100);
  expect(await readViewer(ana)).toMatchObject({ mindfulnessScore: 6, meditationMinutes: 1 });
  await page.getByRole('link', { name: 'Back to Meditations' }).click();
  await miniPlayer(page).getByRole('button', { name: 'Close player' }).click();
  await page.goto('/profile');
  const counts = page.locator('dl', { hasText: 'Meditation Minutes' });
  await expect(counts).toHaveText(/Mindfulness Points6Meditation Minutes1/);
  expect(reports).toHaveLength(1);
});

test('leaving a meditation reports more than a minute of listening, but not less', async ({
  join,
  openBrowser,
  admin,
}) => {
  const [reportedMeditation, unreportedMeditation] = [
    await createToneMeditation(admin, { seconds: 200 }),
    await createToneMeditation(admin, { seconds: 200 }),
  ];
  const ana = await join('Ana');
  const page = await openBrowser(ana);
  const reports = recordListeningReports(page);
  await listenTo(page, unreportedMeditation);
  await playUntil(page, 10);
  await page.getByRole('link', { name: 'Back to Meditations' }).click();
  await miniPlayer(page).getByRole('button', { name: 'Close player' }).click();

  await listenTo(page, reportedMeditation);
  await playUntil(page, 80);
  await page.getByRole('link', { name: 'Back to Meditations' }).click();
  // The listener may never resume a paused meditation, so leaving its page reports the listening.
  await expect(toast(page)).toContainText('You earned 1 mindfulness point for listening to this meditation.');
  await expect(miniPlayer(page)).toBeVisible();
  await miniPlayer(page).getByRole('button', { name: 'Close player' }).click();
  await expect(miniPlayer(page)).toBeHidden();
  expect(reports).toHaveLength(1);
  expect(reports[0]).toMatchObject({ path: `/api/meditations/${reportedMeditation.id}/track`, completed: false });
  expect(reports[0]!.secondsListened).toBeGreaterThan(60);
  expect(reports[0]!.secondsListened).toBeLessThan(120);
});

test('a meditation that plays on in the mini player reports its listening when it is paused there', async ({
  listenToTone,
}) => {
  const { page, reports } = await listenToTone({ seconds: 400 });
  await playUntil(page, 80, { shouldPause: false });
  await page.getByRole('link', { name: 'Back to Meditations' }).click();
  const pauseInMiniPlayer = miniPlayer(page).getByRole('button', { name: 'Pause' });
  await expect(pauseInMiniPlayer).toBeVisible();
  expect(reports).toEqual([]);
  await pauseInMiniPlayer.click();
  await expect.poll(() => reports.length).toBe(1);
  expect(reports[0]).toMatchObject({ completed: false });
  expect(reports[0]!.secondsListened).toBeGreaterThan(60);
});

test('starting another meditation and closing the page report listening', async ({ join, openBrowser, admin }) => {
  const [first, second] = [
    await createToneMeditation(admin, { seconds: 200 }),
    await createToneMeditation(admin, { seconds: 200 }),
  ];
  const ana = await join('Ana');
  const page = await openBrowser(ana);
  const reports = recordListeningReports(page);
  await listenTo(page, first);
  await playUntil(page, 80);
  await page.getByRole('link', { name: 'Back to Meditations' }).click();
  await page.getByRole('link', { name: `Play ${second.title}` }).click();
  await expect.poll(() => reports.length).toBe(1);
  await expect(pauseButton(page)).toHaveAttribute('aria-busy', 'false');
  await playUntil(page, 80);
  await page.close();
  await expect.poll(async () => (await readViewer(ana)).mindfulnessScore).toBeGreaterThanOrEqual(2);
});

test('signing out reports listening, stops the audio and clears the device', async ({
  join,
  openBrowser,
  admin,
  tolerate,
}) => {
  // The other tab gets a 401 response to its next request.
  tolerate(failedResponse(401));
  const meditation = await createToneMeditation(admin, { seconds: 200 });
  const ana = await join('Ana');
  const page = await openBrowser(ana);
  const otherTab = await page.context().newPage();
  await openMeditation(otherTab, meditation);
  await listenTo(page, meditation);
  await page.getByRole('button', { name: 'Save for offline' }).click();
  await expect(page.getByRole('button', { name: 'Remove from this device' })).toBeVisible();
  await playUntil(page, 80);
  await page.getByRole('button', { name: /^Your menu/ }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForURL((url) => !url.pathname.startsWith('/meditations'));
  await otherTab.waitForURL(/\/login/);
  await expect
    .poll(() =>
      page.evaluate(async () => ({
        kept: Object.keys(localStorage).filter((key) => key.startsWith('listening:')),
        caches: (await caches.keys()).filter((name) => name.includes('meditations')),
      })),
    )
    .toEqual({ kept: [], caches: [] });
  const database = await ana.server.database();
  // Signing out does not wait for the report.
  await expect
    .poll(async () => {
      const query = 'SELECT mindfulness_score AS score FROM users WHERE email = $1';
      return (await database.query(query, [ana.email])).rows;
    })
    .toEqual([{ score: 1 }]);
});

test('a member who takes a break is warned about saved content, and their listening is reported first', async ({
  listenToTone,
  tolerate,
}) => {
  tolerate(failedResponse(401));
  tolerate(/WebSocket connection to .* failed/);
  const { page, listener } = await listenToTone({ seconds: 200 });
  await playUntil(page, 80);
  await page.getByRole('button', { name: /^Your menu/ }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Take a break', exact: true }).click();
  const confirmation = page.getByRole('alertdialog');
  await expect(confirmation).toContainText('Anything saved on this device, such as meditations, is removed.');
  await confirmation.getByRole('button', { name: 'Start my break' }).click();
  await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible();
  const database = await listener.server.database();
  await expect
    .poll(async () => {
      const query = 'SELECT mindfulness_score AS score FROM users WHERE email = $1';
      return (await database.query(query, [listener.email])).rows;
    })
    .toEqual([{ score: 1 }]);
});
