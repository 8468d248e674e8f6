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
const styleOf = (text: string): CSSStyleDeclaration => getComputedStyle(noteWith(text).element());
const contentField = () => dialog().getByLabelText('I am grateful for');
const postButton = () => button('Post', dialog());
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

test('notes keep their stored position where there is room, move apart where not, and have six colors', async () => {
  const position = { positionX: 50, positionY: 50, rotation: 0 };
  const texts = Array.from({ length: 7 }, (_, number) => `Note ${number}`);
  reply(gratitudeCalls.listNotes, texts.map((text) => noteOf(text, position)).toReversed());
  await renderWall();
  await expect.element(noteWith('Note 6')).toBeVisible();
  const colors = [...document.querySelectorAll('[data-note-id]')].map((note) => getComputedStyle(note).backgroundColor);
  expect(new Set(colors.slice(0, 6)).size).toBe(6);
  expect(colors[6]).toBe(colors[0]);
  // The oldest note has room.
  expect(styleOf('Note 0').translate).toBe('0px -50%');
  const boxes = texts.map((text) => noteWith(text).element().getBoundingClientRect());
  for (const [index, box] of boxes.entries())
    for (const other of boxes.slice(index + 1)) {
      const isBeside = box.right <= other.left || other.right <= box.left;
      expect(isBeside || box.bottom <= other.top || other.bottom <= box.top).toBe(true);
    }
});

test('a pressed or focused note is upright', async () => {
  reply(gratitudeCalls.listNotes, [noteOf('For rain', { rotation: 8 }), noteOf('For bread', { rotation: -8 })]);
  await renderWall();
  await focus(noteWith('For rain').getByRole('link'));
  await expect.poll(() => styleOf('For rain').rotate).toBe('0deg');
  noteWith('For bread')
    .element()
    .dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
  await expect.poll(() => styleOf('For bread').rotate).toBe('0deg');
  await expect.poll(() => styleOf('For rain').rotate).toBe('8deg');
});

test('a phone starts with the list, and a long note scrolls inside its card on the wall', async () => {
  const lines = Array.from({ length: 60 }, (_, line) => `Line ${line}`).join('\n');
  const notes = Array.from({ length: 20 }, (_, number) => noteOf(`Note ${number}`));
  reply(gratitudeCalls.listNotes, [noteOf(lines, { positionX: 10, positionY: 10 }), ...notes.toReversed()]);
  await page.viewport(375, 812);
  const { leave } = await renderWall();
  await expect.element(noteWith('Line 59')).toBeInTheDocument();
  await expect.element(button('List')).toHaveAttribute('aria-pressed', 'true');
  expect(styleOf('Line 59').position).toBe('static');
  await showAs('Wall');
  await expect.element(button('Wall')).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => styleOf('Line 59').position).toBe('absolute');
  expect(styleOf('Line 59').height).toBe('416px');
  // The view is the same when the member comes back.
  await leave();
  await renderWall();
  await expect.poll(() => styleOf('Line 59').position).toBe('absolute');
});

test('another member’s note appears with an animation and an announcement, and disappears after a block', async () => {
  const first = noteOf('For rain');
  reply(gratitudeCalls.listNotes, [first]);
  await renderWall();
  await expect.element(noteWith('For rain')).toBeVisible();
  expect(styleOf('For rain').animationName).toBe('none');
  const second = noteOf('For the sun');
  reply(gratitudeCalls.listNotes, [second, first]);
  deliverNew(second);
  await expect.element(noteWith('For the sun')).toBeVisible();
  expect(styleOf('For the sun').animationName).toBe('arrive');
  await expect.element(page.getByRole('region', { name: 'Notes' }).getByText('1 new note')).toBeInTheDocument();
  publishChange('hidden.changed', { userId: tom.id, change: 'blocked' });
  await expect.element(noteWith('For the sun')).not.toBeInTheDocument();
});

test('in the list view, new notes wait until the reader presses the button, but not the reader’s own', async () => {
  const first = noteOf('For rain');
  reply(gratitudeCalls.listNotes, [first]);
  await renderWall();
  await showAs('List');
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
  await showAs('Wall');
});

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
  reply(gratitudeCalls.listNotes, ({ query }) =>
    query.has('cursor')
      ? [noteOf('The oldest', { createdAt: '2026-01-01T08:00:00.000Z' })]
      : pageWithNext([noteOf('For rain')]),
  );
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
