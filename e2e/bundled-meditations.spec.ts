import meditations from '../content/meditations/meditations.json' with { type: 'json' };
import { toast } from './support/feed.ts';
import { expect, test } from './support/journey.ts';
import {
  readAudioState,
  meditationCard,
  playFast,
  listenTo,
  pauseButton,
  playButton,
  player,
  readPosition,
  seekBar,
} from './support/meditations.ts';
import { createPerson, Member } from './support/member.ts';
import { request, readViewer } from './support/members.ts';

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
  for (const { title } of meditations) await expect(meditationCard(page, title)).toBeVisible();
  const listedMeditations: ListedMeditation[] = await request(ana, 'GET', '/api/meditations');
  expect(listedMeditations.map(({ title }) => title).toSorted()).toEqual(
    meditations.map(({ title }) => title).toSorted(),
  );

  const audioContents = new Set<string>();
  for (const meditation of listedMeditations) {
    await listenTo(page, meditation);
    await expect.poll(() => readPosition(page)).toBeGreaterThan(0);
    const { source, duration } = await readAudioState(page);
    expect(source).toContain(meditation.audioUrl);
    expect(Math.abs(duration - meditation.duration)).toBeLessThan(1);
    await seekBar(page).press('PageUp');
    expect(await readPosition(page)).toBeGreaterThan(29);
    audioContents.add(await page.evaluate(async (url) => (await (await fetch(url)).bytes()).toHex(), source));
    await pauseButton(page).click();
  }
  expect(audioContents.size).toBe(listedMeditations.length);

  const meditationsToFinish =
    process.env['LISTEN'] === 'all' ? listedMeditations : listedMeditations.filter(({ duration }) => duration <= 180);
  let earnedPoints = 0;
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
    earnedPoints += points;
  }
  expect((await readViewer(ana)).mindfulnessScore).toBe(earnedPoints);
  const history: { points: number }[] = await request(ana, 'GET', '/api/points/history');
  expect(history.reduce((sum, { points }) => sum + points, 0)).toBe(earnedPoints);
  await page.goto('/leaderboard');
  await expect(page.getByRole('list', { name: 'Ranked members' }).getByRole('listitem')).toContainText(
    String(earnedPoints),
  );
  await page.goto('/profile');
  await expect(page.getByRole('region', { name: 'Mindfulness Journey' })).toContainText(String(earnedPoints));
});
