import { libraryCalls } from '@commons/contract/library/calls';
import type { Book, Podcast } from '@commons/contract/library/schemas';
import { recommendationCalls } from '@commons/contract/recommendations/calls';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { problem, reply } from '../../../test/api.ts';
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
  manager,
  newId,
  renderScreen,
  toast,
  viewer,
} from '../../../test/screen.tsx';
import { LibraryShelf } from './library-shelf.tsx';
import { live } from './live.ts';

const all = { edit: true, delete: true };
const bookOf = (fields: Partial<Book> = {}): Book => ({
  id: newId(),
  title: 'Wintering',
  author: 'Katherine May',
  description: null,
  imageUrl: null,
  buyLink: null,
  can: all,
  ...fields,
});
const podcastOf = (fields: Partial<Podcast> = {}): Podcast => ({
  id: newId(),
  title: 'The Way Out',
  description: null,
  albumCoverUrl: null,
  podcastLink: 'https://podcasts.example/way',
  can: all,
  ...fields,
});

const card = (title: string) => page.getByRole('article', { name: title });
const field = (name: string) => dialog().getByLabelText(name);

beforeEach(() => reply(recommendationCalls.listRecommendations, []));

test('books and podcasts show an empty state', async () => {
  reply(libraryCalls.listBooks, []);
  reply(libraryCalls.listPodcasts, []);
  await renderScreen(
    <>
      <LibraryShelf kind="book" />
      <LibraryShelf kind="podcast" />
    </>,
  );
  await expect.element(page.getByRole('heading', { name: 'No books yet' })).toBeVisible();
  await expect.element(page.getByText('Check back soon for curated podcast recommendations.')).toBeVisible();
});

test.each([
  ['book', 'Add Book', 'Buy Link', 'Failed to add book. Please try again.'],
  ['podcast', 'Add Podcast', 'Podcast Link', 'Failed to add podcast. Please try again.'],
] as const)(
  'the dialog of a %s shows errors by field, failures in a toast, and keeps its input',
  async (kind, name, link, failure) => {
    reply(libraryCalls.listBooks, []);
    reply(libraryCalls.listPodcasts, []);
    reply(libraryCalls.createBook, problem(500));
    reply(libraryCalls.createPodcast, problem(500));
    await page.viewport(375, 700);
    await renderScreen(<LibraryShelf kind={kind} />, { member: admin, live });
    await button(name).click();
    await expect.element(button(name, dialog())).toBeDisabled();
    await field('Title').fill(' ');
    await expect.element(button(name, dialog())).toBeDisabled();
    await field('Title').fill('Rest');
    await field(link).fill('javascript:alert(1)');
    await dialog().getByText('Upload a picture').click();
    await button(name, dialog()).click();
    const error = dialog().getByText('Please enter a web address that begins with https:// or http://');
    await expect.element(error).toBeInViewport({ ratio: 1 });
    await expect.element(dialog().getByText('Please choose a picture, or another kind of cover')).toBeVisible();
    await expectFocus(field(link));
    await dialog().getByText('Use an external URL').click();
    await field('Cover URL').fill('http://covers.example/a.jpg');
    await field(link).fill('');
    await button(name, dialog()).click();
    await expect.element(dialog().getByText('Please enter an address that begins with https://')).toBeVisible();
    await expectAccessible(name);
    await page.viewport(375, 700);
    await dialog().getByText('None (we draw one)').click();
    await button(name, dialog()).click();
    await expect.element(page.getByText(failure).first()).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog()).not.toBeInTheDocument();
    await button(name).click();
    await expect.element(field('Title')).toHaveValue('Rest');
    reply(libraryCalls.createBook, bookOf({ title: 'Rest' }));
    reply(libraryCalls.createPodcast, podcastOf({ title: 'Rest' }));
    reply(libraryCalls.listBooks, [bookOf({ title: 'Rest' })]);
    reply(libraryCalls.listPodcasts, [podcastOf({ title: 'Rest' })]);
    await button(name, dialog()).click();
    await expect.element(card('Rest')).toBeVisible();
  },
);

test('a manager reads that only admins add books', async () => {
  reply(libraryCalls.listBooks, []);
  await renderScreen(<LibraryShelf kind="book" />, { member: manager });
  await expect.element(page.getByText('Only admins can add books.')).toBeVisible();
  await expect.element(button('Add Book')).not.toBeInTheDocument();
});

test('an admin edits and deletes a podcast', async () => {
  const podcast = podcastOf();
  reply(libraryCalls.listPodcasts, [podcast]);
  const edited = { ...podcast, title: 'The Way In', albumCoverUrl: 'https://covers.example/way.jpg' };
  reply(libraryCalls.updatePodcast, () => {
    reply(libraryCalls.listPodcasts, [edited]);
    return edited;
  });
  reply(libraryCalls.deletePodcast, () => {
    reply(libraryCalls.listPodcasts, []);
    return undefined;
  });
  await renderScreen(<LibraryShelf kind="podcast" />, { member: admin, live });
  // The generated cover does not repeat the title.
  await expect.element(card('The Way Out').getByText('The Way Out', { exact: true })).toBeVisible();
  await expect
    .element(card('The Way Out').getByRole('link', { name: 'Listen The Way Out (opens in a new tab)' }))
    .toHaveAttribute('href', 'https://podcasts.example/way');
  await chooseFromMenu(card('The Way Out'), 'Podcast options, The Way Out', 'Edit Podcast');
  await expect.element(field('Podcast Link')).toHaveValue('https://podcasts.example/way');
  await field('Title').fill('The Way In');
  await dialog().getByText('Use an external URL').click();
  await field('Cover URL').fill('https://covers.example/way.jpg');
  await button('Save', dialog()).click();
  await expect.element(toast()).toMatchTextContent('Podcast updated');
  // The cover on another site loads only after the member agrees.
  await expect.element(button('Show cover')).toBeVisible();
  expect(document.querySelector('article img')).toBeNull();
  await chooseFromMenu(card('The Way In'), 'Podcast options, The Way In', 'Delete Podcast');
  await button('Delete', page.getByRole('alertdialog')).click();
  await expect.element(toast()).toMatchTextContent('Podcast deleted');
  await expect.element(card('The Way In')).not.toBeInTheDocument();
});

test('books update live, and an edit of a deleted book stays visible', async () => {
  const book = bookOf({ buyLink: 'https://a.example' });
  reply(libraryCalls.listBooks, [book]);
  await renderScreen(<LibraryShelf kind="book" />, { member: admin, live });
  await focus(button('Book options, Wintering'));
  await userEvent.keyboard('{Enter}');
  await page.getByRole('menuitem', { name: 'Edit Book' }).click();
  await expectFocus(field('Title'));
  await userEvent.keyboard('{Escape}');
  await expectFocus(button('Book options, Wintering'));
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
  await expectFocus(page.getByRole('link', { name: /^Buy Wintering/ }));
  await chooseFromMenu(card('Wintering'), /^Book options/, 'Edit Book');
  await field('Description').fill('Be gentle with yourself');
  reply(libraryCalls.listBooks, [bookOf({ title: 'Rest' })]);
  deliver({ type: 'library.changed', kind: 'book' });
  await expectLostText('This book is no longer available. Your changes were not saved.', 'Be gentle with yourself');
  await expect.element(card('Rest')).toBeVisible();
});

test('members see no admin actions, and long titles and descriptions stay inside the shelf', async () => {
  const can = { edit: false, delete: false };
  const title = 'Unbreakable'.repeat(18);
  reply(libraryCalls.listBooks, [bookOf({ title, can, description: 'and so on '.repeat(40) })]);
  await page.viewport(375, 812);
  await renderScreen(<LibraryShelf kind="book" />, { member: viewer });
  await expect.element(card(title)).toBeVisible();
  expect(button(/^Add|^Import|options/).elements()).toEqual([]);
  expect(document.documentElement.scrollWidth).toBe(375);
  await expectAccessible('books');
});

test('wide screens show members’ recommendations beside the shelf, and phones one of the two lists', async () => {
  reply(libraryCalls.listBooks, [bookOf()]);
  const shelf = page.getByRole('region', { name: 'Books' });
  const recommendations = page.getByRole('region', { name: 'Community Book Recommendations' });
  await page.viewport(1280, 812);
  const { url } = await renderScreen(<LibraryShelf kind="book" />, { path: '/books' });
  await expect.element(recommendations).toBeVisible();
  const [left, right] = [shelf.element().getBoundingClientRect(), recommendations.element().getBoundingClientRect()];
  expect(right.left).toBeGreaterThan(left.right);
  expect(right.top).toBe(left.top);
  await page.viewport(375, 812);
  await expect.element(recommendations).not.toBeInTheDocument();
  await expect.element(page.getByRole('link', { name: 'On our shelf' })).toHaveAttribute('aria-current', 'page');
  await page.getByRole('link', { name: 'From members' }).click();
  await expect.element(button('Recommend a Book')).toBeVisible();
  await expect.element(shelf).not.toBeInTheDocument();
  expect(url()).toBe('/books?from=members');
});
