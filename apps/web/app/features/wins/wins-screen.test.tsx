import { winCalls } from '@commons/contract/wins/calls';
import type { Win } from '@commons/contract/wins/schemas';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { holdReply, pageWithNext, problem, reply, requestsOf } from '../../../test/api.ts';
import {
  ana,
  button,
  cardWith,
  chooseFromMenu,
  clickNow,
  contributionBy,
  deliver,
  dialog,
  expectAccessible,
  expectFocus,
  expectLostText,
  renderScreen,
  toast,
  tom,
  withoutLikes,
} from '../../../test/screen.tsx';
import { publishChange } from '../../lib/live.ts';
import { live } from './live.ts';
import WinsScreen from './wins-screen.tsx';

const winOf = (fields: Partial<Win> = {}): Win => ({
  ...contributionBy(fields.author ?? tom),
  ...withoutLikes,
  title: 'A walk',
  content: 'Ten minutes, in the rain.',
  category: 'physical-health',
  ...fields,
});

const renderWins = (path = '/wellness-wins') => renderScreen(<WinsScreen />, { path, live });

async function fillDialog({ title, content, category }: { title: string; content: string; category: string }) {
  await dialog().getByLabelText('Title').fill(title);
  await dialog().getByLabelText('Details').fill(content);
  await dialog().getByLabelText('Category').selectOptions(category);
}
const submitDialog = () => button('Share Win', dialog()).click();
const cheerButton = (title: string) => button(/^Cheer/, cardWith(title));
const pill = () => button(/new wins?$/);

test('the win dialog shows errors and remaining characters, and keeps its input', async () => {
  reply(winCalls.listWins, []);
  await renderWins();
  await button('Share a Win').click();
  await submitDialog();
  await expect.element(dialog().getByText('Please give your win a title')).toBeVisible();
  await expect.element(dialog().getByText('Please tell us about your win')).toBeVisible();
  await expect.element(dialog().getByText('Please choose a category')).toBeVisible();
  await expectFocus(dialog().getByLabelText('Title'));
  await expect.element(dialog().getByText('0/500', { exact: true })).toBeVisible();
  await expectAccessible('the win dialog');

  const familyEmoji = '👩🏽‍👩🏽‍👧🏽‍👦🏽';
  await fillDialog({ title: familyEmoji.repeat(101), content: familyEmoji.repeat(501), category: 'Other' });
  await expect.element(dialog().getByText('101/100', { exact: true })).toBeVisible();
  await submitDialog();
  await expect.element(dialog().getByText('Please keep it within 100 characters')).toBeVisible();
  await expect.element(dialog().getByText('Please keep it within 500 characters')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog()).not.toBeInTheDocument();
  await button('Share a Win').click();
  await expect.element(dialog().getByLabelText('Title')).toHaveValue(familyEmoji.repeat(101));
  await expect.element(dialog().getByLabelText('Category')).toHaveValue('other');
});

test('a win that fails to save keeps its input, and a retry shares it once', async () => {
  reply(winCalls.listWins, []);
  reply(winCalls.createWin, problem(500));
  await renderWins();
  await button('Share a Win').click();
  await fillDialog({ title: 'Called my sister', content: 'She laughed.', category: 'Relationships' });
  await submitDialog();
  // While a dialog is open, a toast is not announced: the dialog announces the error.
  await expect.element(page.getByText('Failed to share wellness win. Please try again.')).toBeVisible();
  await button('Close', dialog()).click();
  await button('Share a Win').click();
  const send = holdReply(winCalls.createWin);
  await submitDialog();
  // A second press while the request is in flight sends nothing.
  await expect.element(button('Sharing...', dialog())).toBeVisible();
  clickNow(button('Sharing...', dialog()));
  send(winOf({ title: 'Called my sister', author: ana, isAwaitingReview: true }));
  await expect.element(toast()).toMatchTextContent('Your win awaits review');
  await expect.element(cardWith('Called my sister')).toMatchTextContent('Awaiting review');
  const keys = requestsOf(winCalls.createWin).map(({ idempotencyKey }) => idempotencyKey);
  expect(keys).toEqual([keys[0], keys[0]]);
});

test('chips filter wins by category, and the selected one is in view on a phone', async () => {
  reply(winCalls.listWins, ({ query }) => [winOf({ title: query.get('category') ?? 'All of them' })]);
  await page.viewport(375, 800);
  const { url } = await renderWins('/wellness-wins?category=other');
  await expect.element(cardWith('other')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Other', pressed: true })).toBeInViewport({ ratio: 1 });
  await button('All Wins').click();
  await expect.element(cardWith('All of them')).toBeVisible();
  expect(url()).toBe('/wellness-wins');
  await button('Mindfulness').click();
  await expect.element(cardWith('mindfulness')).toBeVisible();
  expect(url()).toBe('/wellness-wins?category=mindfulness');
});

test('a cheer shows at once, is counted live, and is reverted when the request fails', async () => {
  const win = winOf();
  reply(winCalls.listWins, [win]);
  const finish = holdReply(winCalls.toggleCheer);
  await renderWins();
  await cheerButton(win.title).click();
  await expect.element(cheerButton(win.title)).toHaveAccessibleName(/^Cheer 1 cheer, win by Tom Lund: /);
  await expect.element(cheerButton(win.title)).toHaveAttribute('aria-pressed', 'true');
  finish({ isLiked: true, likesCount: 1, countsRevision: 1 });
  deliver({ type: 'cheer.changed', winId: win.id, likesCount: 2, countsRevision: 2 });
  await expect.element(cheerButton(win.title)).toHaveAccessibleName(/^Cheer 2 cheers,/);
  reply(winCalls.toggleCheer, problem(500));
  await cheerButton(win.title).click();
  await expect.element(toast()).toMatchTextContent('Failed to update cheer');
  await expect.element(cheerButton(win.title)).toHaveAttribute('aria-pressed', 'true');
});

test('a member edits and deletes their own win, and can only report others’', async () => {
  const [anasWin, tomsWin] = [winOf({ title: 'Cooked', author: ana }), winOf({ title: 'Swam' })];
  reply(winCalls.listWins, [anasWin, tomsWin]);
  reply(winCalls.updateWin, { ...anasWin, content: 'Soup.', editedAt: new Date().toISOString() });
  await renderWins();
  await button(/^Win options/, cardWith('Swam')).click();
  await expect.element(page.getByRole('menuitem')).toMatchTextContent('Report Win');
  await userEvent.keyboard('{Escape}');

  await chooseFromMenu(cardWith('Cooked'), /^Win options/, 'Edit Win');
  await dialog().getByLabelText('Details').fill('Soup.');
  await button('Save', dialog()).click();
  await expect.element(toast()).toMatchTextContent('Win updated');
  await expect.element(cardWith('Cooked')).toMatchTextContent(/Soup\..*edited/);

  const finish = holdReply(winCalls.deleteWin);
  await chooseFromMenu(cardWith('Cooked'), /^Win options/, 'Delete Win');
  const confirmation = page.getByRole('alertdialog');
  await expect.element(confirmation).toMatchTextContent('Are you sure you want to delete this win?');
  await button('Delete', confirmation).click();
  await expect.element(button('Delete', confirmation)).toHaveAttribute('aria-busy', 'true');
  // The dialog cannot be closed while the deletion is in flight.
  await userEvent.keyboard('{Escape}');
  await expect.element(confirmation).toHaveAttribute('data-state', 'open');
  finish(undefined);
  await expect.element(toast()).toMatchTextContent('Win deleted');
  await expect.element(cardWith('Cooked')).not.toBeInTheDocument();
  await expectFocus(page.getByRole('region', { name: 'Wins', exact: true }));
});

test('an edit of a win stays visible when the win is deleted', async () => {
  const win = winOf({ author: ana });
  reply(winCalls.listWins, [win]);
  await renderWins();
  await chooseFromMenu(cardWith('A walk'), /^Win options/, 'Edit Win');
  await dialog().getByLabelText('Details').fill('Be gentle with yourself');
  deliver({ type: 'win.deleted', winId: win.id });
  await expectLostText('This win was deleted. Your changes were not saved.', 'Be gentle with yourself');
});

test('new wins wait behind a button above the list, which counts those of the shown category', async () => {
  const first = winOf({ title: 'The first' });
  reply(winCalls.listWins, [first]);
  await renderWins();
  await expect.element(cardWith('The first')).toBeVisible();
  const wins = Array.from({ length: 23 }, (_, number) => winOf({ title: `Win ${number}` }));
  for (const { id, authorId, category } of wins) deliver({ type: 'win.created', winId: id, authorId, category });
  await expect.element(pill()).toMatchTextContent('23 new wins');
  await expect.element(cardWith('Win 22')).not.toBeInTheDocument();
  reply(winCalls.listWins, ({ query }) =>
    query.has('cursor') ? [first] : pageWithNext(wins.toReversed().slice(0, 20)),
  );
  await pill().click();
  await expect.element(cardWith('Win 22')).toBeVisible();
  await expect.element(pill()).not.toBeInTheDocument();
  publishChange('hidden.changed', { userId: tom.id, change: 'blocked' });
  await expect.element(cardWith('Win 22')).not.toBeInTheDocument();
});

test('a win that is shared while an older list loads stays', async () => {
  reply(winCalls.listWins, [winOf({ title: 'The first' })]);
  await renderWins();
  await expect.element(cardWith('The first')).toBeVisible();
  const arrived = winOf({ title: 'Tom’s second' });
  deliver({ type: 'win.created', winId: arrived.id, authorId: tom.id, category: arrived.category });
  const finish = holdReply(winCalls.listWins);
  await pill().click();
  const own = winOf({ title: 'Swam', author: ana });
  reply(winCalls.createWin, own);
  await button('Share a Win').click();
  await fillDialog({ title: 'Swam', content: 'Two lengths.', category: 'Other' });
  await submitDialog();
  await expect.element(cardWith('Swam')).toBeVisible();
  finish(Response.json([arrived]));
  await expect.element(cardWith('Tom’s second')).toBeVisible();
  await expect.element(cardWith('Swam')).toBeVisible();
});

test('a win that arrives during the first load of the list waits above it', async () => {
  const finish = holdReply(winCalls.listWins);
  await renderWins();
  const [first, arrived] = [winOf({ title: 'The first' }), winOf({ title: 'The second' })];
  deliver({ type: 'win.created', winId: arrived.id, authorId: tom.id, category: arrived.category });
  finish([first]);
  await expect.element(cardWith('The first')).toBeVisible();
  await expect.element(button('1 new win')).toBeVisible();
  await expect.element(cardWith('The second')).not.toBeInTheDocument();
});

test('more wins load near the end of the list', async () => {
  reply(winCalls.listWins, ({ query }) =>
    query.get('cursor') === 'next'
      ? [winOf({ title: 'The oldest' })]
      : pageWithNext(Array.from({ length: 20 }, () => winOf())),
  );
  await renderWins();
  await expect.element(cardWith('A walk').first()).toBeVisible();
  await userEvent.keyboard('{End}');
  await expect.element(cardWith('The oldest')).toBeInTheDocument();
  await expect.element(button('Load more')).not.toBeInTheDocument();
});

test('the wins show an empty state, a load error with a retry, and long words without overflow', async () => {
  reply(winCalls.listWins, []);
  const { leave } = await renderWins('/wellness-wins?category=spiritual');
  await expect.element(page.getByRole('heading', { name: 'No wins under Spiritual yet' })).toBeVisible();
  await expectAccessible('no wins');
  await leave();

  reply(winCalls.listWins, problem(500));
  await renderWins();
  await expect.element(page.getByRole('heading', { name: 'The wins could not be loaded' })).toBeVisible();
  reply(winCalls.listWins, [winOf({ title: 'Unbreakable'.repeat(9), content: 'and so on '.repeat(49) })]);
  await button('Try again').click();
  await expect.element(cardWith('Unbreakable')).toBeVisible();
  await expectAccessible('wins');
});
