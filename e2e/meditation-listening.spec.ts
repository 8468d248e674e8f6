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
  startPlaying,
  test,
} from './support/meditations.ts';
import type { Member } from './support/member.ts';
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

const leave = (page: Page) => page.getByRole('link', { name: 'Back to Meditations' }).click();
const closePlayer = async (page: Page) => {
  await miniPlayer(page).getByRole('button', { name: 'Close player' }).click();
  await expect(miniPlayer(page)).toBeHidden();
};

test('listening of more than a minute is reported when the listener leaves, pauses, changes or closes it', async ({
  join,
  openBrowser,
  admin,
}) => {
  const openListener = async () => {
    const ana = await join('Ana');
    const page = await openBrowser(ana);
    return { ana, page, reports: recordListeningReports(page) };
  };
  const [first, second] = [
    await createToneMeditation(admin, { seconds: 400 }),
    await createToneMeditation(admin, { seconds: 200 }),
  ];
  await test.step('leaving, but not after less than a minute', async () => {
    const { page, reports } = await openListener();
    await listenTo(page, second);
    await playUntil(page, 10);
    await leave(page);
    await closePlayer(page);
    await listenTo(page, first);
    await playUntil(page, 80);
    await leave(page);
    // The listener may never resume a paused meditation, so leaving its page reports the listening.
    await expect(toast(page)).toContainText('You earned 1 mindfulness point for listening to this meditation.');
    await closePlayer(page);
    expect(reports).toHaveLength(1);
    expect(reports[0]).toMatchObject({ path: `/api/meditations/${first.id}/track`, completed: false });
    expect(reports[0]!.secondsListened).toBeGreaterThan(60);
    expect(reports[0]!.secondsListened).toBeLessThan(120);
  });

  await test.step('a pause in the mini player, another meditation, and closing the page', async () => {
    const { ana, page, reports } = await openListener();
    await listenTo(page, first);
    await playUntil(page, 80, { shouldPause: false });
    await leave(page);
    const pauseInMiniPlayer = miniPlayer(page).getByRole('button', { name: 'Pause' });
    await expect(pauseInMiniPlayer).toBeVisible();
    expect(reports).toEqual([]);
    await pauseInMiniPlayer.click();
    await expect.poll(() => reports.length).toBe(1);
    expect(reports[0]).toMatchObject({ completed: false });
    expect(reports[0]!.secondsListened).toBeGreaterThan(60);

    await miniPlayer(page).getByRole('link', { name: first.title }).click();
    await startPlaying(page);
    await playUntil(page, 160);
    await leave(page);
    await page.getByRole('link', { name: `Play ${second.title}` }).click();
    await expect.poll(() => reports.length).toBe(2);
    await expect(pauseButton(page)).toHaveAttribute('aria-busy', 'false');
    await playUntil(page, 80);
    await page.close();
    await expect.poll(async () => (await readViewer(ana)).mindfulnessScore).toBeGreaterThanOrEqual(3);
  });
});

test('signing out or taking a break reports listening first, stops the audio and clears the device', async ({
  join,
  openBrowser,
  admin,
  tolerate,
}) => {
  // Pages get a 401 response to a request after the session has ended.
  tolerate(failedResponse(401));
  tolerate(/WebSocket connection to .* failed/);
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
  const readScore = async ({ email }: Member) => {
    const { rows } = await database.query('SELECT mindfulness_score AS score FROM users WHERE email = $1', [email]);
    return rows;
  };
  // Signing out waits at most 1.5 seconds for the report, so the server may still be processing it.
  await expect.poll(() => readScore(ana)).toEqual([{ score: 1 }]);

  const ben = await join('Ben');
  const bensPage = await openBrowser(ben);
  await listenTo(bensPage, meditation);
  await playUntil(bensPage, 80);
  await bensPage.getByRole('button', { name: /^Your menu/ }).click();
  await bensPage.getByRole('menuitem', { name: 'Settings' }).click();
  await bensPage.getByRole('link', { name: 'Breaks and your data' }).click();
  await bensPage.getByRole('button', { name: 'Take a break', exact: true }).click();
  const confirmation = bensPage.getByRole('alertdialog');
  await expect(confirmation).toContainText('Anything saved on this device, such as meditations, is removed.');
  await confirmation.getByRole('button', { name: 'Start my break' }).click();
  await expect(bensPage.getByRole('link', { name: 'Log in' })).toBeVisible();
  await expect.poll(() => readScore(ben)).toEqual([{ score: 1 }]);
});
