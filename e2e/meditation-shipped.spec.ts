import meditations from '../content/meditations/meditations.json' with { type: 'json' };
import { toast } from './support/feed.ts';
import { expect, test } from './support/journey.ts';
import {
  audioOf,
  cardOf,
  playFast,
  listenTo,
  pauseButton,
  playButton,
  player,
  positionOf,
  seekBar,
} from './support/meditations.ts';
import { createPerson, Member } from './support/member.ts';
import { request, viewerOf } from './support/members.ts';

type ListedMeditation = { id: string; title: string; audioUrl: string; duration: number };

test('each bundled meditation plays, and the points earned by listening to the end match the ledger', async ({
  openBrowser,
  startServer,
}) => {
  const server = await startServer({ STARTER_CONTENT: 'on' });
  const ana = await Member.join(server, createPerson('Ana', 'Lund'));
  const page = await openBrowser(ana);
  await page.goto('/meditations');
  // The starter content is added while the first page is already visible.
  for (const { title } of meditations) await expect(cardOf(page, title)).toBeVisible();
  const listed: ListedMeditation[] = await request(ana, 'GET', '/api/meditations');
  expect(listed.map(({ title }) => title).toSorted()).toEqual(meditations.map(({ title }) => title).toSorted());

  const audioContents = new Set<string>();
  for (const meditation of listed) {
    await listenTo(page, meditation);
    await expect.poll(() => positionOf(page)).toBeGreaterThan(0);
    const { source, duration } = await audioOf(page);
    expect(source).toContain(meditation.audioUrl);
    expect(Math.abs(duration - meditation.duration)).toBeLessThan(1);
    await seekBar(page).press('PageUp');
    expect(await positionOf(page)).toBeGreaterThan(29);
    audioContents.add(await page.evaluate(async (url) => (await (await fetch(url)).bytes()).toHex(), source));
    await pauseButton(page).click();
  }
  expect(audioContents.size).toBe(listed.length);

  const meditationsToFinish =
    process.env['LISTEN'] === 'all' ? listed : listed.filter(({ duration }) => duration <= 180);
  let earned = 0;
  for (const meditation of meditationsToFinish) {
    await listenTo(page, meditation);
    await seekBar(page).press('Home');
    await playFast(page);
    const pointsToast = toast(page).filter({ hasText: 'Points Earned!' });
    await expect(pointsToast).toBeVisible({ timeout: 60_000 + meditation.duration * 150 });
    const [points = 0] = ((await pointsToast.textContent()) ?? '').match(/(?<=You earned )\d+/)?.map(Number) ?? [];
    await expect(pointsToast).toContainText(
      `You earned ${points} mindfulness points for listening to this meditation.`,
    );
    // The last second may not be counted, so that the last minute is incomplete.
    const minutes = Math.floor(meditation.duration / 60);
    expect(points - 5 === minutes || points - 5 === minutes - 1, `${points} points`).toBe(true);
    await expect(playButton(page)).toBeVisible();
    await expect(player(page)).toBeVisible();
    earned += points;
  }
  expect((await viewerOf(ana)).mindfulnessScore).toBe(earned);
  const history: { points: number }[] = await request(ana, 'GET', '/api/points/history');
  expect(history.reduce((sum, { points }) => sum + points, 0)).toBe(earned);
  await page.goto('/leaderboard');
  await expect(page.getByRole('list', { name: 'Ranked members' }).getByRole('listitem')).toContainText(String(earned));
  await page.goto('/profile');
  await expect(page.getByRole('region', { name: 'Mindfulness Journey' })).toContainText(String(earned));
});
