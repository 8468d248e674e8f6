import { pointsCalls } from '@commons/contract/points/calls';
import type { LeaderboardEntry, Standing } from '@commons/contract/points/schemas';
import { profileCalls } from '@commons/contract/profiles/calls';
import type { Settings } from '@commons/contract/profiles/schemas';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { holdReply, pageWithNext, problem, reply } from '../../../test/api.ts';
import {
  ana,
  button,
  deliver,
  expectAccessible,
  expectFocus,
  focus,
  newId,
  renderScreen,
  toast,
  tom,
  viewer,
} from '../../../test/screen.tsx';
import { publishChange } from '../../lib/live.ts';
import LeaderboardScreen from './leaderboard-screen.tsx';
import { live } from './live.ts';
import PointsScreen from './points-screen.tsx';

const entryOf = (rank: number, points: number, fields: Partial<LeaderboardEntry> = {}): LeaderboardEntry => ({
  ...tom,
  id: newId(),
  rank,
  points,
  mindfulnessScore: points,
  meditationMinutes: 0,
  ...fields,
});
const standing: Standing = { ...entryOf(11, 2), ...ana, showsOnLeaderboard: true };
const newcomer: Standing = { ...standing, rank: null, points: 0, mindfulnessScore: 0 };

const rows = () => page.getByRole('list', { name: 'Ranked members' }).getByRole('listitem');
const card = (name: string) => page.getByRole('region', { name, exact: true });
const ownCard = () => card('Your Rank');
const ownRank = (text: string) => ownCard().getByText(text, { exact: true });
const renderLeaderboard = (member = viewer) =>
  renderScreen(<LeaderboardScreen />, { path: '/leaderboard', member, live });

beforeEach(() => {
  reply(pointsCalls.getStanding, standing);
  reply(pointsCalls.getStreak, { daysThisMonth: 0, currentRun: 0 });
  reply(profileCalls.getSettings, { showsOnLeaderboard: true } as Settings);
});

test('members are ranked by points, ties share a medal, and low ranks are encouraged', async () => {
  const points = [20, 20, 9, 8, 7, 6, 5, 4, 3].map((count, index) => entryOf(index < 2 ? 2 : index + 2, count));
  const first = entryOf(1, 30, { meditationMinutes: 2 });
  reply(pointsCalls.listLeaderboard, [first, ...points, { ...entryOf(11, 2), ...ana }]);
  await renderLeaderboard();
  await expect.element(rows().first()).toMatchTextContent('30 points');
  await expect.element(rows().first()).toMatchTextContent('2 minutes');
  for (const [index, rank] of ['1, gold medal', '2, silver medal', '2, silver medal', '4'].entries())
    await expect.element(rows().nth(index).getByText(`Rank ${rank}`, { exact: true })).toBeInTheDocument();
  await expect.element(rows().last()).toMatchTextContent('You');
  await expect.element(ownRank('Rank 11')).toBeInTheDocument();
  await expect.element(card('Keep Going')).toBeVisible();
  await expect
    .element(card('How to Earn Points'))
    .toMatchTextContent(/Gratitude note\+1.*Wellness win\+1.*Completed meditation\+5 bonus/);

  // On a phone, the explanation follows the tenth row instead of the end of the infinite list.
  await page.viewport(375, 800);
  const tops = () =>
    [rows().nth(9), card('How to Earn Points'), rows().nth(10)].map(
      (locator) => locator.element().getBoundingClientRect().top,
    );
  await expect
    .poll(() =>
      tops()
        .toSorted((a, b) => a - b)
        .join(),
    )
    .toBe(tops().join());
  reply(pointsCalls.getStanding, { ...standing, rank: 12_345 });
  deliver({ type: 'points.changed', mindfulnessScore: 3, scoreRevision: 1 });
  await expect.element(ownRank('Rank 12,345')).toBeInTheDocument();
});

test('each period has its own ranking, which is kept in the URL', async () => {
  reply(pointsCalls.listLeaderboard, ({ query }) => (query.get('period') === 'month' ? [] : [entryOf(1, 40)]));
  reply(pointsCalls.getStanding, newcomer);
  const { url } = await renderLeaderboard();
  await expect.element(rows().first()).toMatchTextContent('40 points');
  await focus(button('All time'));
  await userEvent.keyboard('{Tab}{Enter}');
  await expectFocus(button('This month'));
  await expect.element(page.getByRole('heading', { name: 'A new month' })).toBeVisible();
  await expect.element(ownCard()).toMatchTextContent('Your first point this month puts you on the list.');
  expect(url()).toBe('/leaderboard?period=month');
});

test('a member hides from the leaderboard, and a choice that cannot be saved is reverted', async () => {
  reply(pointsCalls.listLeaderboard, [entryOf(1, 40)]);
  reply(profileCalls.updateSettings, problem(500));
  await renderLeaderboard();
  const checkbox = page.getByRole('checkbox', { name: 'Show me on the leaderboard' });
  await checkbox.click();
  await expect.element(toast()).toMatchTextContent('Your choice could not be saved. Please try again.');
  await expect.element(checkbox).toBeChecked();
  reply(profileCalls.updateSettings, { showsOnLeaderboard: false } as Settings);
  reply(pointsCalls.getStanding, { ...standing, rank: null, showsOnLeaderboard: false });
  await focus(checkbox);
  await userEvent.keyboard(' ');
  await expect.element(toast()).toMatchTextContent('Settings saved');
  await expect.element(ownCard()).toMatchTextContent('You are not on the leaderboard. You still earn points');
  await expectFocus(checkbox);
});

test.each([375, 1280])('a newcomer’s rank card keeps its height while it loads, %d px wide', async (width) => {
  reply(pointsCalls.listLeaderboard, []);
  const finish = holdReply(pointsCalls.getStanding);
  await page.viewport(width, 800);
  await renderLeaderboard({ ...viewer, mindfulnessScore: 0 });
  await expect.element(page.getByRole('checkbox', { name: 'Show me on the leaderboard' })).toBeVisible();
  const height = () => ownCard().element().getBoundingClientRect().height;
  const loadingHeight = height();
  finish(newcomer);
  await expect.element(ownCard()).toMatchTextContent('Your first point puts you on the list.');
  expect(height()).toBe(loadingHeight);
});

test('a blocked member disappears from the leaderboard at once', async () => {
  reply(pointsCalls.listLeaderboard, [entryOf(1, 30), entryOf(2, 20)]);
  await renderLeaderboard();
  await expect.element(rows().nth(1)).toBeInTheDocument();
  reply(pointsCalls.listLeaderboard, [entryOf(1, 30)]);
  publishChange('hidden.changed', { userId: tom.id, change: 'blocked' });
  await expect.element(rows().nth(1)).not.toBeInTheDocument();
});

test('each section that fails to load can be retried, and more members load near the end', async () => {
  reply(pointsCalls.listLeaderboard, problem(500));
  reply(pointsCalls.getStanding, problem(500));
  await renderLeaderboard();
  await expect.element(page.getByRole('heading', { name: 'The leaderboard could not be loaded' })).toBeVisible();
  await expect.element(ownCard()).toMatchTextContent('Your rank could not be loaded.');
  await expectAccessible('a leaderboard that could not be loaded');
  const long = { displayName: 'Maximiliane-Friederike von Hohenschwangau-Unbreakable', points: 1_234_567 };
  reply(pointsCalls.getStanding, standing);
  reply(pointsCalls.listLeaderboard, ({ query }) =>
    query.has('cursor') ? [entryOf(56, 1)] : pageWithNext([entryOf(1, 1, long)]),
  );
  await button('Try again', ownCard()).click();
  await expect.element(ownRank('Rank 11')).toBeInTheDocument();
  await button('Try again', page.getByRole('alert')).click();
  await expect.element(rows().last().getByText('Rank 56', { exact: true })).toBeInTheDocument();
  await expectAccessible('the leaderboard');
});

test('the points history shows awards, reversals, seconds and a streak, a load error, and older points', async () => {
  reply(pointsCalls.listPointsHistory, problem(500));
  reply(pointsCalls.getStreak, { daysThisMonth: 5, currentRun: 3 });
  await renderScreen(<PointsScreen />, { live });
  await expect.element(page.getByRole('heading', { name: 'Your points could not be loaded' })).toBeVisible();
  const entry = { isTakenBack: false, createdAt: viewer.createdAt, seconds: 0 };
  const history = [
    { ...entry, id: newId(), kind: 'win', points: -1, isTakenBack: true },
    { ...entry, id: newId(), kind: 'listening', points: 2, seconds: 130 },
  ];
  reply(pointsCalls.listPointsHistory, ({ query }) =>
    query.has('cursor') ? [{ ...entry, id: newId(), kind: 'post', points: 1 }] : pageWithNext(history),
  );
  await button('Try again').click();
  const entries = page.getByRole('main').getByRole('listitem');
  await expect.element(entries.first()).toMatchTextContent(/^A wellness win.*Removed after deletion.*−1 point$/);
  await expect.element(entries.nth(1)).toMatchTextContent(/^Time in meditation2 min 10 sec.*\+2 points$/);
  await expect.element(entries.nth(2)).toMatchTextContent(/^A post.*\+1 point$/);
  await expect.element(page.getByText(/^5 days this month · 3 days in a row$/)).toBeVisible();
  await expectAccessible('the points history');
});
