import type { Note, NoteInput } from '@commons/contract/gratitude';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { holdChunk } from './support/chunks.ts';
import { failRequests, chooseFromMenu, failRequest, toast, withoutServerRendering } from './support/feed.ts';
import { expect, failedResponse, test } from './support/journey.ts';
import { createPerson, Member, unique } from './support/member.ts';
import { idOf, request, readViewer } from './support/members.ts';

const postNote = (member: Member, fields: Partial<NoteInput> = {}): Promise<Note> =>
  request(member, 'POST', '/api/gratitude-posts', {
    content: unique('For rain'),
    positionX: 40,
    positionY: 30,
    rotation: -3,
    ...fields,
  });

const noteWith = (page: Page, text: string): Locator => page.locator('[data-note-id]').filter({ hasText: text });

const contentField = (page: Page) => page.getByRole('dialog').getByLabel('I am grateful for');
const postButton = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Post', exact: true });

async function openDialog(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add Gratitude' }).click();
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Add Gratitude' })).toBeVisible();
}

/** Returns whether a press at the center of the note hits the note itself. */
const isOnTop = (noteElement: Locator): Promise<boolean> =>
  noteElement.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });

/** Returns the center of a note as fractions of the board's width and height. */
const relativeCenterOf = async (noteElement: Locator) => {
  const [box, board] = [await noteElement.boundingBox(), await noteElement.locator('..').boundingBox()];
  if (!box || !board) throw new Error('the note is not visible');
  return [(box.x + box.width / 2 - board.x) / board.width, (box.y + box.height / 2 - board.y) / board.height];
};

test('a member posts a note to the wall and earns a point @critical', async ({ join, openBrowser }) => {
  const ana = await join('Ana', 'Lund');
  const page = await openBrowser(ana);
  await page.goto('/gratitude-wall');
  await expect(page).toHaveTitle(/^Gratitude Wall · /);
  await openDialog(page);
  await expect(postButton(page)).toBeDisabled();
  await contentField(page).fill('  \n ');
  await expect(postButton(page)).toBeDisabled();
  const familyEmoji = '👩🏽‍👩🏽‍👧🏽‍👦🏽';
  await contentField(page).fill(familyEmoji.repeat(201));
  await expect(page.getByText('201/200', { exact: true })).toBeVisible();
  await expect(page.getByRole('dialog').getByRole('status')).toHaveText('1 character too many');
  await expect(postButton(page)).toBeDisabled();
  const text = unique(familyEmoji.repeat(150));
  await contentField(page).fill(text);
  await page.keyboard.press('Escape');
  await page.reload();
  await openDialog(page);
  await expect(contentField(page)).toHaveValue(text);
  await postButton(page).click();
  await expect(toast(page)).toContainText('Gratitude Posted! (+1 mindfulness point)');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(noteWith(page, text)).toContainText('Ana Lund');
  expect((await readViewer(ana)).mindfulnessScore).toBe(1);
  const [ownNote] = await request<Note[]>(ana, 'GET', '/api/gratitude-posts');
  expect(ownNote?.content).toBe(text);
  expect(Number.isInteger(ownNote?.positionX) && Number.isInteger(ownNote?.positionY)).toBe(true);

  await openDialog(page);
  await expect(contentField(page)).toHaveValue('');
});

test('"Add Gratitude" shows progress before the code of the dialog has loaded', async ({ join, openBrowser }) => {
  const page = await openBrowser(await join());
  const release = await holdChunk(page, 'note-actions');
  await page.goto('/gratitude-wall');
  const addButton = page.getByRole('button', { name: 'Add Gratitude' });
  await addButton.click();
  await expect(addButton).toHaveAttribute('aria-busy', 'true');
  await release();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page.locator('[data-opening]')).toHaveCount(0);
});

test('a note that fails to send keeps its text, and a retry posts it once', async ({ join, openBrowser, tolerate }) => {
  tolerate(failedResponse(500));
  const ana = await join('Ana');
  const page = await openBrowser(ana);
  await page.goto('/gratitude-wall');
  let sentRequests: (string | null)[] = [];
  await page.route('/api/gratitude-posts', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    sentRequests = [...sentRequests, `${route.request().headers()['idempotency-key']} ${route.request().postData()}`];
    // The server stores the note, but its response is lost.
    if (sentRequests.length === 1) await route.fetch();
    return sentRequests.length === 1 ? failRequest(route) : route.continue();
  });
  const text = unique('For the bus that waited');
  await openDialog(page);
  await contentField(page).fill(text);
  await postButton(page).click();
  // While a dialog is open, a toast is not announced: the dialog announces the error.
  await expect(page.locator('li', { hasText: 'Failed to post gratitude. Please try again.' })).toBeVisible();
  await expect(contentField(page)).toHaveValue(text);
  await postButton(page).click();
  await expect(toast(page)).toContainText('Gratitude Posted!');
  expect(sentRequests).toEqual([sentRequests[0], sentRequests[0]]);
  expect((await readViewer(ana)).mindfulnessScore).toBe(1);
  await expect(noteWith(page, text)).toHaveCount(1);
});

test('on a phone a new note is scrolled into view', async ({ openBrowser, startServer }) => {
  const server = await startServer();
  const ana = await Member.join(server, createPerson('Ana', 'Lund'));
  for (let count = 0; count < 19; count += 1) await postNote(ana);
  const page = await openBrowser(ana, { width: 375, height: 667, reducedMotion: 'reduce' });
  // The position depends on the idempotency key. Force the lowest position.
  await page.route('/api/gratitude-posts', async (route) => {
    const heldRequest = route.request();
    if (heldRequest.method() !== 'POST') return route.fallback();
    const body = heldRequest.postDataJSON() as NoteInput;
    await route.continue({ postData: JSON.stringify({ ...body, positionY: 79 }) });
  });
  await page.goto('/gratitude-wall');
  await openDialog(page);
  const text = unique('For the last bus');
  await contentField(page).fill(text);
  await postButton(page).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(noteWith(page, text)).toBeInViewport({ ratio: 0.9 });
});

test('notes have their stored positions and six colors, and a press or focus brings a note to the front', async ({
  join,
  openBrowser,
}) => {
  const ana = await join('Ana');
  const position = { positionX: 50, positionY: 50, rotation: 8 };
  const [lowerNote, upperNote] = [await postNote(ana, position), await postNote(ana, { ...position, rotation: -8 })];
  for (let count = 0; count < 5; count += 1) await postNote(ana, { positionX: 10, positionY: 10 });
  const page = await openBrowser(ana);
  await page.goto('/gratitude-wall');
  const [lowerElement, upperElement] = [noteWith(page, lowerNote.content), noteWith(page, upperNote.content)];
  await expect(upperElement).toBeVisible();
  const colors = await page
    .locator('[data-note-id]')
    .evaluateAll((notes) => notes.slice(0, 7).map((element) => getComputedStyle(element).backgroundColor));
  expect(new Set(colors.slice(0, 6)).size).toBe(6);
  expect(colors[6]).toBe(colors[0]);

  for (const fraction of await relativeCenterOf(upperElement)) expect(fraction).toBeCloseTo(0.5, 1);
  expect([await isOnTop(upperElement), await isOnTop(lowerElement)]).toEqual([true, false]);
  await lowerElement.getByRole('link').focus();
  await expect.poll(() => isOnTop(lowerElement)).toBe(true);
  await expect(lowerElement).toHaveCSS('rotate', '0deg');
  await upperElement.dispatchEvent('pointerdown');
  await expect.poll(() => isOnTop(upperElement)).toBe(true);
  await expect(lowerElement).toHaveCSS('rotate', '8deg');
});

test('the list view shows the same notes and is restored when a member goes back', async ({ join, openBrowser }) => {
  const { content } = await postNote(await join('Ana'));
  const page = await openBrowser(await join());
  await page.goto('/gratitude-wall');
  await expect(noteWith(page, content)).toBeVisible();
  await page.getByRole('button', { name: 'List', exact: true }).click();
  await expect(page.getByRole('button', { name: 'List', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await expect(noteWith(page, content)).toHaveCSS('position', 'static');
  await page.getByRole('link', { name: 'Wellness Wins' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Wellness Wins' })).toBeVisible();
  await page.goBack();
  await expect(noteWith(page, content)).toHaveCSS('position', 'static');
});

test('on a phone the controls around a full wall stay reachable', async ({ join, openBrowser }) => {
  const ana = await join('Ana');
  for (let count = 0; count < 20; count += 1) await postNote(ana);
  const page = await openBrowser(await join(), { width: 375, height: 812 });
  await page.goto('/gratitude-wall');
  await expect(page.locator('[data-note-id]').first()).toHaveCSS('position', 'absolute');
  await page.getByRole('button', { name: 'List', exact: true }).click();
  await expect(page.locator('[data-note-id]').first()).toHaveCSS('position', 'static');
  await page.getByRole('button', { name: 'Wall', exact: true }).click();
  await expect(page.locator('[data-note-id]').first()).toHaveCSS('position', 'absolute');
});

test('a note of sixty lines scrolls inside its card', async ({ join, openBrowser }) => {
  const lines = unique(Array.from({ length: 60 }, (_, line) => line).join('\n'));
  await postNote(await join('Ana'), { content: lines, positionX: 10, positionY: 10 });
  const page = await openBrowser(await join());
  await page.goto('/gratitude-wall');
  await expect(noteWith(page, lines)).toHaveCSS('height', '416px');
  await page.getByRole('button', { name: 'List', exact: true }).click();
  await expect(noteWith(page, lines)).toHaveCSS('position', 'static');
});

test('another member’s note appears with an animation, or without one for reduced motion', async ({
  join,
  openBrowser,
}) => {
  const [ana, tom] = [await join('Ana'), await join('Tom')];
  const first = await postNote(ana);
  const page = await openBrowser(tom);
  const reducedMotionPage = await openBrowser(tom, { reducedMotion: 'reduce' });
  for (const openPage of [page, reducedMotionPage]) {
    await openPage.goto('/gratitude-wall');
    await expect(noteWith(openPage, first.content)).toBeVisible();
  }
  await expect(noteWith(page, first.content)).toHaveCSS('animation-name', 'none');
  const { content } = await postNote(ana);
  await expect(noteWith(page, content)).toBeVisible();
  await expect(noteWith(page, content)).toHaveCSS('animation-name', 'arrive');
  // Notes of other journeys can arrive at the same time.
  const announcement = page.getByRole('region', { name: 'Notes' }).getByRole('status');
  await expect(announcement.filter({ hasText: /^\d+ new notes?$/ })).toBeAttached();
  await expect(noteWith(page, content)).toHaveCSS('animation-duration', '0.4s');
  await expect(noteWith(reducedMotionPage, content)).toHaveCSS('animation-duration', /^(?:1e-05|0\.00001)s$/);
  await request(tom, 'POST', `/api/blocks/${await idOf(ana)}`);
  await expect(noteWith(page, content)).toBeHidden();
});

test('in the list view, new notes wait until the reader presses the button that shows them', async ({
  openBrowser,
  startServer,
}) => {
  const server = await startServer();
  const [ana, tom] = [await Member.join(server, createPerson('Ana')), await Member.join(server, createPerson('Tom'))];
  const first = await postNote(ana);
  const page = await openBrowser(tom, { width: 375, height: 667 });
  await page.goto('/gratitude-wall');
  await page.getByRole('button', { name: 'List', exact: true }).click();
  await expect(noteWith(page, first.content)).toHaveCSS('position', 'static');
  const boxBefore = await noteWith(page, first.content).boundingBox();
  const { id, content } = await postNote(ana);
  const pill = page.getByRole('button', { name: '1 new note' });
  await expect(pill).toBeVisible();
  expect(await noteWith(page, first.content).boundingBox()).toEqual(boxBefore);
  await expect(noteWith(page, content)).toHaveCount(0);
  await pill.click();
  await expect(noteWith(page, content)).toBeVisible();
  await expect(pill).toBeHidden();
  // The member's own note appears at once.
  await openDialog(page);
  const text = unique('For the kettle');
  await contentField(page).fill(text);
  await postButton(page).click();
  await expect(noteWith(page, text)).toBeVisible();
  // After the top note is deleted, new notes still wait until the reader shows them.
  await request(ana, 'DELETE', `/api/gratitude-posts/${id}`);
  await expect(noteWith(page, content)).toHaveCount(0);
  const { content: laterContent } = await postNote(ana);
  await expect(pill).toBeVisible();
  await expect(noteWith(page, laterContent)).toHaveCount(0);
});

test('a member can edit and delete their own note, but not others’', async ({ join, openBrowser }) => {
  const [ana, tom] = [await join('Ana'), await join('Tom')];
  const [anasNote, tomsNote] = [await postNote(ana, { positionX: 20 }), await postNote(tom, { positionX: 80 })];
  const [page, anasPage] = [await openBrowser(tom), await openBrowser(ana)];
  await page.goto('/gratitude-wall');
  await anasPage.goto('/gratitude-wall');
  await expect(noteWith(page, anasNote.content).getByRole('link', { name: 'Ana Field' })).toBeVisible();
  await noteWith(page, anasNote.content).getByRole('button', { name: 'Note options' }).dispatchEvent('click');
  await expect(page.getByRole('menuitem')).toHaveText(['Report Note']);
  await page.keyboard.press('Escape');
  await expect(noteWith(anasPage, tomsNote.content)).toBeVisible();

  const tomsElement = page.locator(`[data-note-id="${tomsNote.id}"]`);
  await tomsElement.dispatchEvent('pointerdown');
  await chooseFromMenu(tomsElement, 'Note options', 'Edit Note');
  const editedText = unique('For soup');
  await contentField(page).fill(editedText);
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(toast(page)).toContainText('Note updated');
  await expect(tomsElement).toContainText(editedText);
  await expect(tomsElement).toContainText('edited');
  await expect(noteWith(anasPage, editedText)).toBeVisible();

  await chooseFromMenu(tomsElement, 'Note options', 'Delete Note');
  await expect(page.getByRole('alertdialog')).toContainText('Are you sure you want to delete this note?');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page)).toContainText('Note deleted');
  await expect(tomsElement).toBeHidden();
  await expect(noteWith(anasPage, editedText)).toBeHidden();
  await expect(page.getByRole('region', { name: 'Notes' })).toBeFocused();
});

test('older notes load while scrolling, grouped by day', async ({ join, openBrowser }) => {
  const ana = await join('Ana');
  const oldest = await postNote(ana);
  for (let count = 0; count < 29; count += 1) await postNote(ana);
  const page = await openBrowser(await join());
  await page.goto('/gratitude-wall');
  await expect(page.getByRole('heading', { name: /^(Today|Yesterday)$/ }).first()).toBeVisible();
  await expect
    .poll(async () => {
      await page.keyboard.press('End');
      return noteWith(page, oldest.content).count();
    })
    .toBe(1);
  await noteWith(page, oldest.content).scrollIntoViewIfNeeded();
  await expect(noteWith(page, oldest.content)).toBeVisible();
});

test('the wall shows an empty state and a load error', async ({ join, openBrowser, tolerate }) => {
  const page = await openBrowser(await join());
  await withoutServerRendering(page);
  await page.route('/api/gratitude-posts', (route) => route.fulfill({ json: [] }));
  await page.goto('/gratitude-wall');
  await expect(page.getByRole('heading', { name: 'The wall is empty' })).toBeVisible();
  await expectAccessible(page, 'an empty wall');
  await page.unrouteAll({ behavior: 'wait' });
  tolerate(failedResponse(500));
  const failingRequests = await failRequests(page, '/api/gratitude-posts');
  await page.goto('/gratitude-wall');
  await expect(page.getByRole('heading', { name: 'The wall could not be loaded' })).toBeVisible();
  failingRequests.restore();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'The wall could not be loaded' })).toBeHidden();
});

test('the wall, its list and its dialog are accessible', async ({ join, openBrowser }) => {
  const ana = await join('Maximiliane-Friederike', 'von Hohenschwangau');
  for (const [positionX, positionY, rotation] of [
    [10, 10, -10],
    [89, 10, 10],
    [10, 79, 10],
    [89, 79, -10],
  ] as const)
    await postNote(ana, { content: unique('Unbreakable'.repeat(16)), positionX, positionY, rotation });
  const page = await openBrowser(ana);
  await withoutServerRendering(page);
  // Show only these four notes, because overlapping notes hide text that axe would measure.
  await page.route('/api/gratitude-posts', async (route) => {
    const response = await route.fetch();
    const notes = (await response.json()) as Note[];
    await route.fulfill({ response, json: notes.slice(0, 4), headers: { 'content-type': 'application/json' } });
  });
  await page.goto('/gratitude-wall');
  await expect(page.locator('[data-note-id]')).toHaveCount(4);
  await expectAccessible(page, 'the wall');
  await page.getByRole('button', { name: 'List', exact: true }).click();
  await expectAccessible(page, 'the wall as a list');
  await openDialog(page);
  await contentField(page).fill('a'.repeat(201));
  await expectAccessible(page, 'the note dialog');
});
