import { gratitudeCalls } from '@commons/contract/gratitude/calls';
import type { Note } from '@commons/contract/gratitude/schemas';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { pageWithNext, problem, reply, requestsOf } from '../../../test/api.ts';
import {
  ana,
  button,
  chooseFromMenu,
  contributionBy,
  deliver,
  dialog,
  expectAccessible,
  expectFocus,
  expectLostText,
  focus,
  renderScreen,
  toast,
  tom,
} from '../../../test/screen.tsx';
import { publishChange } from '../../lib/live.ts';
import { live } from './live.ts';
import WallScreen from './wall-screen.tsx';

const noteOf = (content: string, fields: Partial<Note> = {}): Note => ({
  ...contributionBy(fields.author ?? tom),
  content,
  positionX: 40,
  positionY: 30,
  rotation: -3,
  ...fields,
});

const renderWall = () => renderScreen(<WallScreen />, { live });
const noteWith = (text: string) => page.getByRole('listitem').filter({ hasText: text });
/** The paper of a note. */
const paperOf = (text: string): Element => {
  const paper = noteWith(text).element().querySelector('[data-note-id]');
  if (!paper) throw new Error(`There is no note with ${text}`);
  return paper;
};
const styleOf = (text: string): CSSStyleDeclaration => getComputedStyle(paperOf(text));
const contentField = () => dialog().getByLabelText('I am grateful for');
const postButton = () => button('Post', dialog());
const boxesOf = (selector: string) =>
  [...document.querySelectorAll(selector)].map((part) => part.getBoundingClientRect());
const showAs = (view: 'Wall' | 'List') => button(view).click();
const deliverNew = ({ id, authorId }: Note) => deliver({ type: 'note.created', noteId: id, authorId });

test('a blank or too long note cannot be posted, and a draft survives closing the dialog', async () => {
  reply(gratitudeCalls.listNotes, []);
  await renderWall();
  await button('Add Gratitude').click();
  await expect.element(postButton()).toBeDisabled();
  await contentField().fill('  \n ');
  await expect.element(postButton()).toBeDisabled();
  await contentField().fill('👩🏽‍👩🏽‍👧🏽‍👦🏽'.repeat(201));
  await expect.element(page.getByText('201/200', { exact: true })).toBeVisible();
  await expect.element(dialog().getByRole('status')).toMatchTextContent('1 character too many');
  await expect.element(postButton()).toBeDisabled();
  await expectAccessible('the note dialog');
  await contentField().fill('For rain');
  await userEvent.keyboard('{Escape}');
  await button('Add Gratitude').click();
  await expect.element(contentField()).toHaveValue('For rain');
});

test('a note that fails to send keeps its text, and a retry posts it once and scrolls to it', async () => {
  const notes = Array.from({ length: 19 }, (_, number) => noteOf(`Note ${number}`));
  reply(gratitudeCalls.listNotes, notes.toReversed());
  reply(gratitudeCalls.createNote, problem(500));
  await page.viewport(375, 667);
  await renderWall();
  await button('Add Gratitude').click();
  await contentField().fill('For the bus that waited');
  await postButton().click();
  // While a dialog is open, a toast is not announced: the dialog announces the error.
  await expect.element(page.getByText('Failed to post gratitude. Please try again.').first()).toBeVisible();
  await expect.element(contentField()).toHaveValue('For the bus that waited');
  reply(gratitudeCalls.createNote, noteOf('For the bus that waited', { author: ana, positionY: 79 }));
  await postButton().click();
  await expect.element(toast()).toMatchTextContent('Gratitude Posted! (+1 mindfulness point)');
  await expect.element(noteWith('For the bus that waited')).toBeInViewport({ ratio: 0.9 });
  const [first, second] = requestsOf(gratitudeCalls.createNote);
  expect(second).toEqual(first);
});

test('notes have six colors in turn', async () => {
  reply(gratitudeCalls.listNotes, Array.from({ length: 7 }, (_, number) => noteOf(`Note ${number}`)).toReversed());
  await renderWall();
  await expect.element(noteWith('Note 6')).toBeVisible();
  const colors = [...document.querySelectorAll('[data-note-id]')].map((note) => getComputedStyle(note).backgroundColor);
  expect(new Set(colors.slice(0, 6)).size).toBe(6);
  expect(colors[6]).toBe(colors[0]);
});

test('a pressed or focused note is upright', async () => {
  reply(
    gratitudeCalls.listNotes,
    [noteOf('For rain', { rotation: 8 }), noteOf('For bread', { rotation: -8 })].toReversed(),
  );
  await renderWall();
  await focus(noteWith('For rain').getByRole('link'));
  await expect.poll(() => styleOf('For rain').rotate).toBe('0deg');
  paperOf('For bread').dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
  await expect.poll(() => styleOf('For bread').rotate).toBe('0deg');
  await expect.poll(() => styleOf('For rain').rotate).toBe('4deg');
});

test('a phone starts with the list, and a long note scrolls inside its card on the wall', async () => {
  const lines = Array.from({ length: 60 }, (_, line) => `Line ${line}`).join('\n');
  const notes = Array.from({ length: 20 }, (_, number) => noteOf(`Note ${number}`));
  reply(gratitudeCalls.listNotes, [noteOf(lines, { positionX: 10, positionY: 10 }), ...notes.toReversed()]);
  await page.viewport(375, 812);
  const { leave } = await renderWall();
  await expect.element(noteWith('Line 59')).toBeInTheDocument();
  await expect.element(button('List')).toHaveAttribute('aria-pressed', 'true');
  expect(styleOf('Line 59').rotate).toBe('none');
  await showAs('Wall');
  await expect.element(button('Wall')).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => styleOf('Line 59').rotate).toBe('-1.5deg');
  expect(styleOf('Line 59').height).toBe('416px');
  // The view is the same when the member comes back.
  await leave();
  await renderWall();
  await expect.poll(() => styleOf('Line 59').rotate).toBe('-1.5deg');
});

test.each([375, 768, 1280])('on a screen of %d px, no note covers the text of another', async (width) => {
  const texts = [
    'Tea',
    'For the bus that waited while I ran',
    'A long afternoon. '.repeat(11),
    'Unbreakable'.repeat(18),
  ];
  const notes = Array.from({ length: 20 }, (_, index) =>
    noteOf(texts[index % texts.length] ?? '', {
      positionX: index % 2 === 0 ? 89 : 10,
      positionY: index % 3 === 0 ? 79 : 10,
      rotation: index % 2 === 0 ? -10 : 10,
    }),
  );
  reply(gratitudeCalls.listNotes, notes.toReversed());
  await page.viewport(width, 800);
  await renderWall();
  await showAs('Wall');
  await expect.element(noteWith('Tea').first()).toBeVisible();
  const [papers, contents] = [boxesOf('[data-note-id]'), boxesOf('[data-note-id] > p')];
  for (const [index, paper] of papers.entries()) {
    expect(paper.left).toBeGreaterThanOrEqual(0);
    expect(paper.right).toBeLessThanOrEqual(width);
    for (const [other, content] of contents.entries()) {
      const isBeside = paper.right <= content.left || content.right <= paper.left;
      const isAboveOrBelow = paper.bottom <= content.top || content.bottom <= paper.top;
      expect(other === index || isBeside || isAboveOrBelow).toBe(true);
    }
  }
});

test.each(['Wall', 'List'] as const)(
  '%s: new notes wait until the reader asks for them, but not own ones',
  async (view) => {
    const first = noteOf('For rain');
    reply(gratitudeCalls.listNotes, [first]);
    await renderWall();
    await showAs(view);
    const second = noteOf('For the sun');
    reply(gratitudeCalls.listNotes, [second, first]);
    deliverNew(second);
    const pill = button('1 new note');
    await expect.element(pill).toBeVisible();
    await expect.element(noteWith('For the sun')).not.toBeInTheDocument();
    await pill.click();
    await expect.element(noteWith('For the sun')).toBeVisible();
    await expect.element(pill).not.toBeInTheDocument();
    // After the top note is deleted, new notes still wait.
    deliver({ type: 'note.deleted', noteId: second.id });
    await expect.element(noteWith('For the sun')).not.toBeInTheDocument();
    const [own, third] = [noteOf('For the kettle', { author: ana }), noteOf('For tea')];
    reply(gratitudeCalls.listNotes, [third, own, first]);
    reply(gratitudeCalls.createNote, own);
    await button('Add Gratitude').click();
    await contentField().fill('For the kettle');
    await postButton().click();
    await expect.element(noteWith('For the kettle')).toBeVisible();
    deliverNew(third);
    await expect.element(pill).toBeVisible();
    await expect.element(noteWith('For tea')).not.toBeInTheDocument();
    publishChange('hidden.changed', { userId: tom.id, change: 'blocked' });
    await expect.element(noteWith('For rain')).not.toBeInTheDocument();
    await showAs('Wall');
  },
);

test('a member edits and deletes their own note, and can only report others’', async () => {
  const [tomsNote, anasNote] = [
    noteOf('For rain', { positionX: 20 }),
    noteOf('For bread', { author: ana, positionX: 80 }),
  ];
  reply(gratitudeCalls.listNotes, [anasNote, tomsNote]);
  reply(gratitudeCalls.updateNote, { ...anasNote, content: 'For soup', editedAt: new Date().toISOString() });
  reply(gratitudeCalls.deleteNote, undefined);
  await renderWall();
  await button(/^Note options/, noteWith('For rain')).click();
  await expect.element(page.getByRole('menuitem')).toMatchTextContent('Report Note');
  await userEvent.keyboard('{Escape}');
  await chooseFromMenu(noteWith('For bread'), /^Note options/, 'Edit Note');
  await contentField().fill('For soup');
  await button('Save', dialog()).click();
  await expect.element(toast()).toMatchTextContent('Note updated');
  await expect.element(noteWith('For soup')).toMatchTextContent('edited');
  await chooseFromMenu(noteWith('For soup'), /^Note options/, 'Delete Note');
  await button('Delete', page.getByRole('alertdialog')).click();
  await expect.element(toast()).toMatchTextContent('Note deleted');
  await expect.element(noteWith('For soup')).not.toBeInTheDocument();
  await expectFocus(page.getByRole('region', { name: 'Notes' }));
});

test('an edit of a note stays visible when the note is deleted', async () => {
  const note = noteOf('For rain', { author: ana });
  reply(gratitudeCalls.listNotes, [note]);
  await renderWall();
  await chooseFromMenu(noteWith('For rain'), /^Note options/, 'Edit Note');
  await contentField().fill('Be gentle with yourself');
  deliver({ type: 'note.deleted', noteId: note.id });
  await expectLostText('This note was deleted. Your changes were not saved.', 'Be gentle with yourself');
});

test('the wall shows an empty state, a load error with a retry, and older notes near the end', async () => {
  reply(gratitudeCalls.listNotes, []);
  const { leave } = await renderWall();
  await expect.element(page.getByRole('heading', { name: 'The wall is empty' })).toBeVisible();
  await expectAccessible('an empty wall');
  await leave();

  reply(gratitudeCalls.listNotes, problem(500));
  await renderWall();
  await expect.element(page.getByRole('heading', { name: 'The wall could not be loaded' })).toBeVisible();
  const oldest = noteOf('The oldest', { createdAt: '2026-01-01T08:00:00.000Z' });
  const newest = noteOf('For rain');
  reply(gratitudeCalls.listNotes, ({ query }) => (query.has('cursor') ? [oldest] : pageWithNext([newest])));
  await button('Try again').click();
  await expect.element(page.getByRole('heading', { name: 'Today' })).toBeVisible();
  await expect.element(noteWith('The oldest')).toBeInTheDocument();
});

test('the dates of notes change at midnight', async () => {
  vi.useFakeTimers({ now: new Date('2026-07-16T12:00:00'), toFake: ['Date', 'setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  reply(gratitudeCalls.listNotes, [noteOf('For rain', { createdAt: new Date('2026-07-16T11:50:00').toISOString() })]);
  await renderWall();
  await expect.element(page.getByRole('heading', { name: 'Today' })).toBeVisible();
  vi.advanceTimersByTime(12 * 60 * 60_000 + 60_000);
  await expect.element(page.getByRole('heading', { name: 'Yesterday' })).toBeVisible();
});

test('the wall and its list are accessible with long words', async () => {
  const corners = [
    [10, 10, -10],
    [89, 10, 10],
    [10, 79, 10],
    [89, 79, -10],
  ] as const;
  reply(
    gratitudeCalls.listNotes,
    corners.map(([positionX, positionY, rotation]) =>
      noteOf('Unbreakable'.repeat(16), { positionX, positionY, rotation }),
    ),
  );
  await renderWall();
  await expect.element(noteWith('Unbreakable').first()).toBeVisible();
  await expectAccessible('the wall');
  await showAs('List');
  await expectAccessible('the wall as a list');
  await showAs('Wall');
});
