import { meditationCalls } from '@commons/contract/meditations/calls';
import type { Meditation } from '@commons/contract/meditations/schemas';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { reply, requestsOf } from '../../../test/api.ts';
import { button, deliver, expectAccessible, expectFocus, newId, renderScreen, viewer } from '../../../test/screen.tsx';
import { live } from './live.ts';
import { matchesFilter, parseFilter } from './meditation-filter.ts';
import MeditationsScreen from './meditations-screen.tsx';

const meditationOf = (title: string, fields: Partial<Meditation> = {}): Meditation => ({
  id: newId(),
  title,
  description: '',
  teacher: null,
  theme: null,
  audioUrl: '/media/rain.mp3',
  albumCoverUrl: null,
  duration: 130,
  createdAt: viewer.createdAt,
  commentsCount: 0,
  countsRevision: 0,
  can: { edit: false, delete: false },
  ...fields,
});

const rain = meditationOf('Rain', { theme: 'sleep', duration: 720, teacher: 'Ida Sørensen' });
const corners = meditationOf('Corners', { theme: 'breath' });
const card = (title: string) => page.getByRole('article', { name: title, exact: true });
const chips = (label: string) => page.getByRole('group', { name: label });

test('a member chooses a theme and a length, in the URL, and returns from an empty result to all', async () => {
  reply(meditationCalls.listMeditationFilters, { themes: ['breath', 'sleep'], lengths: ['short', 'medium'] });
  reply(meditationCalls.listMeditations, ({ query }) =>
    [corners, rain].filter((meditation) => matchesFilter(meditation, parseFilter(query))),
  );
  const { url } = await renderScreen(<MeditationsScreen />, { live });
  await expect.element(card('Rain')).toMatchTextContent('RainIda Sørensen12 minutes');
  await expect.element(chips('Theme')).toMatchTextContent('All themesBreathSleep');
  await button('Sleep', chips('Theme')).click();
  await expect.element(card('Corners')).not.toBeInTheDocument();
  await expect.element(card('Rain')).toBeVisible();
  await expectFocus(button('Sleep', chips('Theme')));
  await button('Up to 5 min', chips('Length')).click();
  await expect.element(page.getByRole('heading', { name: 'No meditations like this yet' })).toBeVisible();
  expect(url()).toBe('/?theme=sleep&length=short');
  await expectAccessible('no meditations of a theme and length');
  await button('Show all meditations').click();
  await expect.element(card('Corners')).toBeVisible();
  expect(url()).toBe('/');
});

test('a link opens a filtered list, which shows only new meditations of its theme', async () => {
  reply(meditationCalls.listMeditationFilters, { themes: ['breath', 'sleep'], lengths: ['medium'] });
  reply(meditationCalls.listMeditations, [rain]);
  await renderScreen(<MeditationsScreen />, { path: '/?theme=sleep&length=endless', live });
  await expect.element(button('Sleep', chips('Theme'))).toHaveAttribute('aria-pressed', 'true');
  expect(chips('Length').elements()).toEqual([]);
  expect(requestsOf(meditationCalls.listMeditations).map(({ query }) => query.get('length'))).toEqual([null]);
  const snow = meditationOf('Snow', { theme: 'sleep' });
  reply(meditationCalls.getMeditation, ({ path }) => (path.endsWith(snow.id) ? snow : corners));
  for (const { id } of [corners, snow]) deliver({ type: 'meditation.created', meditationId: id });
  await expect.element(card('Snow')).toBeVisible();
  await expect.element(card('Corners')).not.toBeInTheDocument();
});

test('there are no filters if all meditations have the same theme and length', async () => {
  reply(meditationCalls.listMeditationFilters, { themes: ['sleep'], lengths: ['medium'] });
  reply(meditationCalls.listMeditations, [rain]);
  await renderScreen(<MeditationsScreen />);
  await expect.element(card('Rain')).toBeVisible();
  expect(page.getByRole('group').elements()).toEqual([]);
});
