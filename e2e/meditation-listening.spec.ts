import type { Page } from '@playwright/test';
import { toast } from './support/feed.ts';
import { expect, failedAnswer } from './support/journey.ts';
import {
  addTone,
  hurry,
  listenTo,
  miniPlayer,
  noteTold,
  openMeditation,
  pauseButton,
  playButton,
  player,
  seekBar,
  test,
} from './support/meditations.ts';
import { viewerOf } from './support/members.ts';

/**
 * Listens until so many seconds of it have passed, then pauses or plays on. The page itself sees to that: sixteen seconds
 * pass in each that a journey takes to look. Near the end it slows down: a busy machine goes on playing while its page stands still.
 */
async function hearUntil(page: Page, seconds: number, { pauses = true } = {}): Promise<void> {
  await hurry(page);
  await page.locator('audio').evaluate(
    async (element, { until, isPausing }) => {
      const audio = element as HTMLAudioElement;
      const reach = async (position: number) => {
        while (audio.currentTime <= position)
          await new Promise((told) => audio.addEventListener('timeupdate', told, { once: true }));
      };
      await reach(until - 25);
      audio.playbackRate = 8;
      audio.dispatchEvent(new Event('ratechange'));
      await reach(until);
      if (isPausing) audio.pause();
      else audio.playbackRate = 1;
    },
    { until: seconds, isPausing: pauses },
  );
  await expect(pauses ? playButton(page) : pauseButton(page)).toBeVisible();
}

test('a meditation heard to its end is told once, as completed; points and figures agree @critical', async ({
  listenToTone,
}) => {
  // Of a sound that is hurried some seconds are lost before the page learns of its pace, and not the minute that counts.
  const { page, meditation, listener: ana, told } = await listenToTone({ seconds: 100 });
  await hurry(page);
  await expect(toast(page)).toContainText('Points Earned!');
  await expect(toast(page)).toContainText('You earned 6 mindfulness points for listening to this meditation.');
  expect(told).toMatchObject([{ path: `/api/meditations/${meditation.id}/track`, completed: true }]);
  expect(told[0]!.secondsListened).toBeGreaterThan(90);
  expect(told[0]!.secondsListened).toBeLessThanOrEqual(100);
  expect(await viewerOf(ana)).toMatchObject({ mindfulnessScore: 6, meditationMinutes: 1 });
  await page.getByRole('link', { name: 'Back to Meditations' }).click();
  await miniPlayer(page).getByRole('button', { name: 'Close player' }).click();
  await page.goto('/profile');
  const figures = page.locator('dl', { hasText: 'Meditation Minutes' });
  await expect(figures).toHaveText(/Mindfulness Points6Meditation Minutes1/);
  expect(told).toHaveLength(1);
});

test('a seek to the end is no listening', async ({ listenToTone }) => {
  const { page, told } = await listenToTone();
  await seekBar(page).press('End');
  await expect(playButton(page)).toBeVisible();
  await page.getByRole('link', { name: 'Back to Meditations' }).click();
  await miniPlayer(page).getByRole('button', { name: 'Close player' }).click();
  await expect(miniPlayer(page)).toBeHidden();
  expect(told).toEqual([]);
});

test('on leaving, more than a minute is told, and less is not', async ({ join, openBrowser, admin }) => {
  const [long, short] = [await addTone(admin, { seconds: 200 }), await addTone(admin, { seconds: 200 })];
  const ana = await join('Ana');
  const page = await openBrowser(ana);
  const told = noteTold(page);
  await listenTo(page, short);
  await hearUntil(page, 10);
  await page.getByRole('link', { name: 'Back to Meditations' }).click();
  await miniPlayer(page).getByRole('button', { name: 'Close player' }).click();

  await listenTo(page, long);
  await hearUntil(page, 80);
  await page.getByRole('link', { name: 'Back to Meditations' }).click();
  // It is paused, and nobody may come back to it: leaving its page is enough.
  await expect(toast(page)).toContainText('You earned 1 mindfulness point for listening to this meditation.');
  await expect(miniPlayer(page)).toBeVisible();
  await miniPlayer(page).getByRole('button', { name: 'Close player' }).click();
  await expect(miniPlayer(page)).toBeHidden();
  expect(told).toHaveLength(1);
  expect(told[0]).toMatchObject({ path: `/api/meditations/${long.id}/track`, completed: false });
  expect(told[0]!.secondsListened).toBeGreaterThan(60);
  expect(told[0]!.secondsListened).toBeLessThan(120);
});

test('a meditation that plays on in the mini player is told when it is paused there', async ({ listenToTone }) => {
  const { page, told } = await listenToTone({ seconds: 400 });
  await hearUntil(page, 80, { pauses: false });
  await page.getByRole('link', { name: 'Back to Meditations' }).click();
  const pause = miniPlayer(page).getByRole('button', { name: 'Pause' });
  await expect(pause).toBeVisible();
  expect(told).toEqual([]);
  await pause.click();
  await expect.poll(() => told.length).toBe(1);
  expect(told[0]).toMatchObject({ completed: false });
  expect(told[0]!.secondsListened).toBeGreaterThan(60);
});

test('another meditation, and the end of the page, are leaving too', async ({ join, openBrowser, admin }) => {
  const [first, second] = [await addTone(admin, { seconds: 200 }), await addTone(admin, { seconds: 200 })];
  const ana = await join('Ana');
  const page = await openBrowser(ana);
  const told = noteTold(page);
  await listenTo(page, first);
  await hearUntil(page, 80);
  await page.getByRole('link', { name: 'Back to Meditations' }).click();
  await page.getByRole('link', { name: `Play ${second.title}` }).click();
  await expect.poll(() => told.length).toBe(1);
  await expect(pauseButton(page)).toHaveAttribute('aria-busy', 'false');
  await hearUntil(page, 80);
  await page.close();
  await expect.poll(async () => (await viewerOf(ana)).mindfulnessScore).toBeGreaterThanOrEqual(2);
});

test('each round of a loop is told by itself', async ({ listenToTone }) => {
  const { page, told } = await listenToTone({ seconds: 90 });
  await player(page)
    .getByRole('button', { name: /^Repeat/ })
    .click();
  await hurry(page);
  await expect.poll(() => told.length, { timeout: 60_000 }).toBeGreaterThan(1);
  for (const { secondsListened, completed } of told) {
    expect(completed).toBe(true);
    expect(secondsListened).toBeLessThanOrEqual(90);
  }
});

test('what was heard offline is told once when the connection is back', async ({ listenToTone, tolerate }) => {
  tolerate(/net::ERR_INTERNET_DISCONNECTED|WebSocket connection to .* failed/);
  const { page, told, listener } = await listenToTone({ seconds: 200 });
  await hearUntil(page, 80);
  const back = page.getByRole('link', { name: 'Back to Meditations' });
  const code = page.waitForResponse(/\/assets\/meditations-screen-/);
  await back.hover();
  await code;
  // Leaving the player while it is paused reports the listening at once.
  await page.context().setOffline(true);
  await back.click();
  await expect(miniPlayer(page)).toBeVisible();
  await miniPlayer(page).getByRole('button', { name: 'Close player' }).click();
  await expect(miniPlayer(page)).toBeHidden();
  expect((await viewerOf(listener)).mindfulnessScore).toBe(0);
  await page.context().setOffline(false);
  await expect(toast(page)).toContainText('You earned 1 mindfulness point', { timeout: 30_000 });
  // A call that comes before the connection does is made again.
  expect(new Set(told.map(({ key }) => key)).size).toBe(1);
  expect((await viewerOf(listener)).mindfulnessScore).toBe(1);
});

test('an answer that is lost counts nothing twice', async ({ join, openBrowser, admin, tolerate }) => {
  tolerate(/net::ERR_FAILED/);
  const ana = await join('Ana');
  const page = await openBrowser(ana);
  const told = noteTold(page);
  let isLost = true;
  await page.route(/\/track$/, async (route) => {
    if (!isLost) return route.continue();
    // The server has it, and its answer does not arrive.
    await route.fetch();
    return route.abort();
  });
  await listenTo(page, await addTone(admin, { seconds: 200 }));
  await hearUntil(page, 80);
  await page.getByRole('link', { name: 'Back to Meditations' }).click();
  await miniPlayer(page).getByRole('button', { name: 'Close player' }).click();
  await expect.poll(async () => (await viewerOf(ana)).mindfulnessScore).toBe(1);
  isLost = false;
  await page.reload();
  await expect(toast(page)).toContainText('Points Earned!');
  expect(told).toHaveLength(2);
  expect(told[1]!.key).toBe(told[0]!.key);
  expect((await viewerOf(ana)).mindfulnessScore).toBe(1);
});

test('signing out tells what was heard, ends the sound and leaves nothing on the device', async ({
  join,
  openBrowser,
  admin,
  tolerate,
}) => {
  // So the other tab learns that nobody is signed in any more: now, or when it next asks for the figures of its member.
  tolerate(failedAnswer(401));
  const meditation = await addTone(admin, { seconds: 200 });
  const ana = await join('Ana');
  const page = await openBrowser(ana);
  const other = await page.context().newPage();
  await openMeditation(other, meditation);
  await listenTo(page, meditation);
  await page.getByRole('button', { name: 'Save for offline' }).click();
  await expect(page.getByRole('button', { name: 'Remove from this device' })).toBeVisible();
  await hearUntil(page, 80);
  await page.getByRole('button', { name: /^Your menu/ }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForURL((url) => !url.pathname.startsWith('/meditations'));
  await other.waitForURL(/\/login/);
  await expect
    .poll(() =>
      page.evaluate(async () => ({
        kept: Object.keys(localStorage).filter((key) => key.startsWith('listening:')),
        caches: (await caches.keys()).filter((name) => name.includes('meditations')),
      })),
    )
    .toEqual({ kept: [], caches: [] });
  const database = await ana.server.database();
  const { rows } = await database.query('SELECT mindfulness_score AS score FROM users WHERE email = $1', [ana.email]);
  expect(rows).toEqual([{ score: 1 }]);
});

test('whoever takes a break is told that what is saved goes, and what they heard is told before', async ({
  listenToTone,
  tolerate,
}) => {
  tolerate(failedAnswer(401));
  tolerate(/WebSocket connection to .* failed/);
  const { page, listener } = await listenToTone({ seconds: 200 });
  await hearUntil(page, 80);
  await page.getByRole('button', { name: /^Your menu/ }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Take a break', exact: true }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('What is saved on this device, such as meditations, is removed.');
  await question.getByRole('button', { name: 'Begin my break' }).click();
  await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible();
  const database = await listener.server.database();
  const { rows } = await database.query('SELECT mindfulness_score AS score FROM users WHERE email = $1', [
    listener.email,
  ]);
  expect(rows).toEqual([{ score: 1 }]);
});
