import { meditationCalls } from '@commons/contract/meditations/calls';
import type { Meditation } from '@commons/contract/meditations/schemas';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { holdReply, pageWithNext, problem, reply, requestsOf } from '../../../test/api.ts';
import {
  admin,
  button,
  chooseFromMenu,
  deliver,
  dialog,
  expectAccessible,
  expectFocus,
  expectLostText,
  focus,
  newId,
  renderScreen,
  toast,
  viewer,
} from '../../../test/screen.tsx';
import { live } from './live.ts';
import MeditationScreen from './meditation-screen.tsx';
import MeditationsScreen from './meditations-screen.tsx';
import { consumePlayRequest } from './play-request.ts';

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
  can: { edit: true, delete: true },
  ...fields,
});

const storePlace = (id: string, place: unknown) =>
  localStorage.setItem(`listening:${viewer.id}:place:${id}`, JSON.stringify(place));
const card = (title: string) => page.getByRole('article', { name: title, exact: true });
const field = (name: string) => dialog().getByLabelText(name);
const renderList = (member = viewer) => renderScreen(<MeditationsScreen />, { member, live });
function renderOne(meditation: Meditation, member = viewer) {
  reply(meditationCalls.getMeditation, meditation);
  const path = `/meditations/${meditation.id}`;
  return renderScreen(<MeditationScreen />, { path, pattern: '/meditations/:id', member, live });
}
const edit = () => chooseFromMenu(page, 'Meditation options', 'Edit Meditation');
const submit = () => button('Add Meditation', dialog()).click();
const choose = (name: string, index = 0) => dialog().getByText(name, { exact: true }).nth(index).click();

beforeEach(() => {
  reply(meditationCalls.listMeditationComments, []);
  reply(meditationCalls.listMeditationFilters, { themes: [], lengths: [] });
});

test('a meditation has a title while it loads and when it fails to load', async () => {
  const finish = holdReply(meditationCalls.getMeditation);
  const path = `/meditations/${newId()}`;
  await renderScreen(<MeditationScreen />, { path, pattern: '/meditations/:id' });
  await expect.poll(() => document.title).toMatch(/^Meditation · /);
  finish(problem(500));
  await expect.element(button('Try again')).toBeVisible();
  expect(document.title).toMatch(/^Meditation · /);
});

test('the list has a card for each meditation, also after changes while it loads', async () => {
  const [first, deleted, added] = ['Rain', 'Wind', 'Snow'].map((title) => meditationOf(title));
  const finish = holdReply(meditationCalls.listMeditations);
  await renderList();
  reply(meditationCalls.listMeditations, [added!, first!]);
  reply(meditationCalls.getMeditation, added!);
  deliver({ type: 'meditation.created', meditationId: added!.id });
  deliver({ type: 'meditation.deleted', meditationId: deleted!.id });
  finish([first!, deleted!]);
  await expect.element(card('Snow')).toBeVisible();
  await expect.element(card('Wind')).not.toBeInTheDocument();
  await expect.element(card('Rain')).toMatchTextContent('2 minutes');
  await expect
    .element(card('Rain').getByRole('link', { name: 'Play Rain' }))
    .toHaveAttribute('href', `/meditations/${first!.id}`);
  expect(button('Add Meditation').elements()).toEqual([]);
});

test('meditations that the listener has begun can be continued from the list, the latest first', async () => {
  const [rain, wind] = ['Rain', 'Wind'].map((title) => meditationOf(title, { duration: 1_200 }));
  // As stored before version 0.10.
  storePlace(wind!.id, 300);
  storePlace(rain!.id, { position: 600, savedAt: Date.now() });
  onTestFinished(() => localStorage.clear());
  reply(meditationCalls.listMeditations, [rain!, wind!]);
  reply(meditationCalls.getMeditation, ({ path }) => (path.endsWith(rain!.id) ? rain! : wind!));
  await renderList();
  const shelf = page.getByRole('region', { name: 'Continue listening' });
  await expect.element(shelf.getByRole('listitem').first()).toMatchTextContent('Rain10 minutes left');
  await expect.element(shelf.getByRole('listitem').last()).toMatchTextContent('Wind15 minutes left');
  await expect
    .element(shelf.getByRole('link', { name: 'Continue Rain' }))
    .toHaveAttribute('href', `/meditations/${rain!.id}`);
  await expectAccessible('a list with a meditation to continue');
  const openInNewTab = new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey: true });
  window.addEventListener('click', (event) => event.preventDefault(), { once: true });
  shelf.getByRole('link', { name: 'Continue Rain' }).element().dispatchEvent(openInNewTab);
  expect(consumePlayRequest(rain!.id)).toBe(false);
});

test('the meditations show an empty state, a load error with a retry, and more near the end', async () => {
  reply(meditationCalls.listMeditations, []);
  const { leave } = await renderList();
  await expect.element(page.getByText('Check back soon for guided meditation sessions.')).toBeVisible();
  await expectAccessible('no meditations');
  await leave();
  reply(meditationCalls.listMeditations, problem(500));
  await renderList();
  await expect.element(page.getByRole('heading', { name: 'The meditations could not be loaded' })).toBeVisible();
  reply(meditationCalls.listMeditations, ({ query }) =>
    query.has('cursor') ? [meditationOf('The oldest')] : pageWithNext([meditationOf('Unbreakable'.repeat(7))]),
  );
  await button('Try again').click();
  await expect.element(card('The oldest')).toBeInTheDocument();
  await expectAccessible('meditations');
});

test('covers on other sites load only after the member agrees', async () => {
  const sea = meditationOf('Sea', { albumCoverUrl: 'https://covers.invalid:8443/sea.png' });
  const { leave } = await renderOne(sea);
  const region = page.getByRole('region', { name: 'Cover' });
  await expect.element(region).toMatchTextContent('The cover is on another site: covers.invalid:8443.');
  expect(document.querySelector('img')).toBeNull();
  await expectAccessible('a meditation with an external cover');
  await focus(button('Show cover', region));
  await userEvent.keyboard('{Enter}');
  await expect.element(button('Show cover')).not.toBeInTheDocument();
  await expectFocus(region);
  await leave();
  const wood = meditationOf('Wood', { albumCoverUrl: 'https://pictures.invalid/wood.png' });
  reply(meditationCalls.listMeditations, [sea, wood]);
  await renderList();
  await expect.element(card('Wood')).toBeVisible();
  expect(card('Wood').element().querySelector('img')).toBeNull();
  await focus(button('Show covers'));
  await userEvent.keyboard('{Enter}');
  await expectFocus(page.getByRole('region', { name: 'Meditations' }));
});

test('a browser without URL.parse shows a meditation with an external cover and audio', async () => {
  // Safari before 18 and Firefox before 126 lack it.
  const parse = Object.getOwnPropertyDescriptor(URL, 'parse')!;
  onTestFinished(() => void Object.defineProperty(URL, 'parse', parse));
  Reflect.deleteProperty(URL, 'parse');
  const audioUrl = 'https://audio.example/rain.wav';
  await renderOne(meditationOf('From afar', { audioUrl, albumCoverUrl: 'https://audio.example/cover.png' }));
  await expect.element(page.getByText('This recording is hosted on')).toMatchTextContent('audio.example');
});

test('the comment field does not move when an empty list of comments loads', async () => {
  const finish = holdReply(meditationCalls.listMeditationComments);
  await renderOne(meditationOf('Rain', { description: 'and so on https://example.com/a '.repeat(60) }));
  const commentField = page.getByRole('textbox', { name: 'Write a comment' });
  await expect.element(commentField).toBeVisible();
  const top = () => commentField.element().getBoundingClientRect().top;
  const before = top();
  finish([]);
  await expect.element(page.getByText('No comments yet. A kind word goes a long way.')).toBeVisible();
  expect(top()).toBe(before);
  await expectAccessible('a meditation');
});

test('a meditation that is deleted shows a notice, and a comment on it or an edit of it stays visible', async () => {
  const meditation = meditationOf('Rain');
  const { leave } = await renderOne(meditation);
  await page.getByLabelText('Write a comment').fill('Be gentle with yourself');
  deliver({ type: 'meditation.deleted', meditationId: meditation.id });
  await expectLostText('This meditation was deleted. Your comment was not sent.', 'Be gentle with yourself');
  await leave();
  const other = meditationOf('Waves');
  await renderOne(other, admin);
  await edit();
  await field('Description').fill('Be gentle with yourself');
  deliver({ type: 'meditation.deleted', meditationId: other.id });
  await expectLostText('This meditation was deleted. Your changes were not saved.', 'Be gentle with yourself');
  await expect.element(page.getByRole('heading', { name: 'This meditation is no longer available' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'See all meditations' })).toBeVisible();
});

test('an admin’s edit of a meditation is validated and survives closing the dialog until Cancel', async () => {
  const meditation = meditationOf('Rain', { description: 'Sit down.' });
  await renderOne(meditation, admin);
  await edit();
  await field('Title').fill('');
  await button('Save', dialog()).click();
  await expect.element(dialog().getByText('Please give the meditation a title')).toBeVisible();
  await field('Title').fill('Rain');
  await field('Description').fill('Lie down, and take your time.');
  await userEvent.keyboard('{Escape}');
  await edit();
  await expect.element(field('Description')).toHaveValue('Lie down, and take your time.');
  await button('Cancel', dialog()).click();
  await edit();
  await expect.element(field('Description')).toHaveValue('Sit down.');
  await expect.element(dialog().getByLabelText('Keep the drawn cover')).toBeChecked();
});

test('the dialog for a new meditation shows validation errors without sending a request', async () => {
  reply(meditationCalls.listMeditations, []);
  await renderList(admin);
  await button('Add Meditation').click();
  await submit();
  await expect.element(dialog().getByText('Please give the meditation a title')).toBeVisible();
  await expect.element(dialog().getByText('Please choose an audio file', { exact: true })).toBeVisible();
  await expectFocus(field('Title'));
  await expectAccessible('the meditation dialog');
  await field('Title').fill('By the sea');
  await field('Audio file').upload(new File(['Hello'], 'notes.txt', { type: 'text/plain' }));
  await expect.element(dialog().getByText('Please choose an audio file: MP3, WAV, OGG, M4A or AAC.')).toBeVisible();
  await choose('Upload a picture');
  await submit();
  await expect.element(dialog().getByText('Please choose a picture, or another kind of cover')).toBeVisible();

  await choose('Use an external URL');
  await expect.element(field('Duration (minutes)')).toHaveValue(15);
  await field('Audio URL').fill('http://audio.example/rain.mp3');
  await choose('Use an external URL', 1);
  await field('Cover URL').fill('somewhere');
  await field('Duration (minutes)').fill('0');
  await submit();
  await expect
    .poll(() => dialog().getByText('Please enter an address that begins with https://').elements().length)
    .toBe(2);
  await expect.element(dialog().getByText('A meditation lasts at least one minute')).toBeVisible();
  await field('Duration (minutes)').fill('1.5');
  await expect.element(dialog().getByText('Please enter whole minutes, at least 1.')).toBeVisible();
  await expectAccessible('the dialog for an external meditation');
  expect(requestsOf(meditationCalls.createMeditation)).toEqual([]);

  await choose('None (we draw one)');
  await field('Duration (minutes)').fill('15');
  await field('Audio URL').fill('https://audio.example/sea.mp3');
  reply(meditationCalls.createMeditation, meditationOf('By the sea', { duration: 900 }));
  await submit();
  await expect.element(toast()).toMatchTextContent('Meditation Added!');
  await expect.element(card('By the sea')).toMatchTextContent('15 minutes');
});
