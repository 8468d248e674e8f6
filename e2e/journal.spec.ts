import type { JournalPrompt } from '@commons/contract/journal/schemas';
import { expectAccessible } from './support/accessible.ts';
import { failRequest, holdResponse, holdRequest, postWith as promptWith, toast } from './support/feed.ts';
import { addPrompt, readJournal, entryField, writeEntry } from './support/journal.ts';
import { expect, failedResponse, test as base } from './support/journey.ts';
import type { Member } from './support/member.ts';
import { sendRequest } from './support/members.ts';

/** The writer and the prompt that most journeys use. */
const test = base.extend<{ ana: Member; prompt: JournalPrompt }>({
  ana: async ({ join }, use) => use(await join('Ana')),
  prompt: async ({ admin }, use) => use(await addPrompt(admin)),
});

test('a member writes an entry for a prompt, which is saved automatically and listed under its day', async ({
  admin,
  ana,
  prompt,
  openBrowser,
}) => {
  const page = await openBrowser(ana);
  await page.goto('/journal-prompts');
  await promptWith(page, prompt.prompt).getByRole('link', { name: 'Write' }).click();
  await expect(page).toHaveTitle(/^Write · /);
  await expect(page.getByRole('heading', { level: 1, name: prompt.prompt })).toBeVisible();
  await expect(page.getByText('Only you can see what you write here.')).toBeVisible();
  await expect(entryField(page)).toBeFocused();
  await expect(entryField(page)).toHaveAccessibleName(`Your entry, ${prompt.prompt}`);
  await page.keyboard.type('The kettle, ');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/journal\/write\?entry=/);
  // Saving changes the URL but keeps the field and its cursor.
  await expect(entryField(page)).toBeFocused();
  await page.keyboard.type('and nothing to do.');
  await expect
    .poll(async () => (await readJournal(ana)).map(({ content }) => content))
    .toEqual(['The kettle, and nothing to do.']);
  await page.reload();
  await expect(entryField(page)).toHaveValue('The kettle, and nothing to do.');

  await page.getByRole('link', { name: 'Your Journal' }).click();
  const today = page.getByRole('region', { name: 'Today' });
  await expect(today.getByRole('article')).toContainText([prompt.prompt]);
  await expect(today.getByRole('article')).toContainText(['The kettle, and nothing to do.']);
  await today.getByRole('link', { name: prompt.prompt }).click();
  await expect(entryField(page)).toHaveValue('The kettle, and nothing to do.');

  await test.step('an entry that the writer leaves before it is saved appears at once', async () => {
    await page.goto(`/journal/write?prompt=${prompt.id}`);
    await entryField(page).fill('In a hurry');
    await page.getByRole('link', { name: 'Your Journal' }).click();
    await expect(page.getByRole('region', { name: 'Today' }).getByRole('article').first()).toContainText('In a hurry');
    await expect(page.getByRole('heading', { name: 'Saved on this device only' })).toBeHidden();
    expect(await readJournal(ana)).toHaveLength(2);
  });

  await test.step('the journal is accessible and works by keyboard', async () => {
    const longPrompt = await addPrompt(admin, 1, 'Unbreakable'.repeat(45));
    await writeEntry(ana, longPrompt.id, 'and so on '.repeat(400));
    await page.goto('/journal');
    await expect(page.getByRole('link', { name: longPrompt.prompt })).toBeVisible();
    await expectAccessible(page, 'the journal');
    await page.getByRole('link', { name: longPrompt.prompt }).press('Enter');
    await expect(entryField(page)).toBeVisible();
    await entryField(page).press('Control+End');
    // The field has no border, so the card around it shows the focus.
    await expect(page.locator('div:has(> div > textarea)')).toHaveCSS('outline-style', 'solid');
    await page.keyboard.type(' the end');
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Delete entry' })).toBeFocused();
    await expectAccessible(page, 'a long page of the journal');
  });

  await test.step('an entry that is saved while the journal loads appears in it', async () => {
    const heldList = await holdResponse(page, '/api/journal-entries');
    const heldSave = await holdRequest(page, '/api/journal-entries', 'POST');
    await page.goto(`/journal/write?prompt=${prompt.id}`);
    await entryField(page).fill('Just in time');
    await page.getByRole('link', { name: 'Your Journal' }).click();
    await heldList.arrived;
    const saveResponse = page.waitForResponse((response) => response.request().method() === 'POST');
    heldSave.release();
    await (await saveResponse).finished();
    heldList.release();
    await expect(page.getByRole('region', { name: 'Today' }).getByRole('article').first()).toContainText(
      'Just in time',
    );
  });
});

test('offline text stays on the device across a reload and is saved when the connection is back @critical', async ({
  ana,
  prompt,
  openBrowser,
  tolerate,
}) => {
  const page = await openBrowser(ana);
  await page.goto('/journal');
  await page.goto(`/journal/write?prompt=${prompt.id}`);
  await expect(entryField(page)).toBeVisible();
  tolerate(/net::ERR_INTERNET_DISCONNECTED/);
  await page.context().setOffline(true);
  await entryField(page).fill('Written in the tunnel');
  await expect(page.getByRole('status').filter({ hasText: 'Saved on this device.' })).toBeVisible();
  await entryField(page).fill('Written in the tunnel, and after it');
  await page.context().setOffline(false);
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  expect((await readJournal(ana)).map(({ content }) => content)).toEqual(['Written in the tunnel, and after it']);

  // The server fails to save, and then the page is reloaded.
  tolerate(failedResponse(500));
  await page.route(/\/api\/journal-entries\//, (route) =>
    route.request().method() === 'PUT' ? failRequest(route) : route.fallback(),
  );
  await entryField(page).fill('And home again');
  await expect(page.getByRole('status').filter({ hasText: 'Saved on this device.' })).toBeVisible();
  await page.reload();
  await expect(entryField(page)).toHaveValue('And home again');
  await page.getByRole('link', { name: 'Your Journal' }).click();
  const unsavedEntries = page.getByRole('region', { name: 'Saved on this device only' });
  await expect(unsavedEntries.getByRole('article')).toContainText([prompt.prompt]);
  await page.unrouteAll({ behavior: 'wait' });
  await page.reload();
  await expect(unsavedEntries).toBeHidden();
  await expect(page.getByRole('region', { name: 'Today' }).getByRole('article')).toContainText(['And home again']);
  expect((await readJournal(ana)).map(({ content }) => content)).toEqual(['And home again']);

  await test.step('signing out with unsaved text asks first and deletes the text from the device', async () => {
    await page.route('/api/journal-entries', (route) =>
      route.request().method() === 'POST' ? failRequest(route) : route.fallback(),
    );
    await page.goto(`/journal/write?prompt=${prompt.id}`);
    await entryField(page).fill('Not for others on this device');
    await expect(page.getByRole('status').filter({ hasText: 'Saved on this device.' })).toBeVisible();
    await page.getByRole('button', { name: 'Your menu' }).click();
    await page.getByRole('menuitem', { name: 'Sign Out' }).click();
    await expect(page.getByRole('alertdialog')).toContainText('Sign out before it’s sent?');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
    await expect(page).toHaveURL('/');
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('Not for others');
  });
});

test('the journal in another tab shows a draft but does not save it, and shows text typed just before the tab is closed', async ({
  ana,
  prompt,
  openBrowser,
}) => {
  const page = await openBrowser(ana);
  const journal = await page.context().newPage();
  await page.goto(`/journal/write?prompt=${prompt.id}`);
  await expect(entryField(page)).toBeFocused();
  await journal.goto('/journal');
  await expect(journal.getByText('Nothing written yet')).toBeVisible();
  const saves: string[] = [];
  journal.on('request', (request) => {
    if (request.method() !== 'GET' && request.url().includes('/api/journal-entries')) saves.push(request.method());
  });
  const heldSave = await holdRequest(page, '/api/journal-entries', 'POST');
  await page.keyboard.type('A line that is written without a pause');
  const unsavedEntries = journal.getByRole('region', { name: 'Saved on this device only' });
  await expect(unsavedEntries).toContainText('without a pause');
  heldSave.release();
  await expect(unsavedEntries).toBeHidden();
  await expect(journal.getByRole('region', { name: 'Today' }).getByRole('article')).toContainText(['without a pause']);
  expect(saves).toEqual([]);

  await test.step('text typed just before the tab is closed is saved', async () => {
    await page.goto(`/journal/write?prompt=${prompt.id}`);
    await entryField(page).fill('Somebody comes in');
    await Promise.all([page.waitForEvent('close'), page.close({ runBeforeUnload: true })]);
    await journal.goto('/journal');
    await expect(journal.getByRole('region', { name: 'Today' }).getByRole('article').first()).toContainText(
      'Somebody comes in',
    );
    await expect(journal.getByRole('region', { name: 'Saved on this device only' })).toBeHidden();
    expect(await readJournal(ana)).toHaveLength(2);
  });
});

test('a change on another device appears, unless the entry has unsaved changes: then the writer chooses', async ({
  ana,
  prompt,
  openBrowser,
  tolerate,
}) => {
  const { id } = await writeEntry(ana, prompt.id, 'One');
  const [phone, laptop] = [await openBrowser(ana), await openBrowser(ana)];
  for (const device of [phone, laptop]) {
    await device.goto(`/journal/write?entry=${id}`);
    await expect(entryField(device)).toHaveValue('One');
  }
  await entryField(phone).fill('One, two');
  await expect(phone.getByText('Saved', { exact: true })).toBeVisible();
  await expect(entryField(laptop)).toHaveValue('One, two');

  await sendRequest(ana, 'PUT', `/api/journal-entries/${id}`, { content: 'From somewhere else' });
  await expect(entryField(phone)).toHaveValue('From somewhere else');

  await test.step('the writer chooses between two versions', async () => {
    tolerate(failedResponse(409));
    for (const { button, expectedText } of [
      { button: 'Use the other version', expectedText: 'Theirs' },
      { button: 'Keep my version', expectedText: 'Mine' },
    ]) {
      // The other device saves first, while this save is in flight.
      const heldSave = await holdRequest(phone, `/api/journal-entries/${id}`, 'PUT');
      await entryField(phone).fill('Mine');
      await heldSave.arrived;
      await sendRequest(ana, 'PUT', `/api/journal-entries/${id}`, { content: 'Theirs' });
      heldSave.release();
      await expect(phone.getByRole('alert')).toContainText('This entry was changed elsewhere');
      await expect(entryField(phone)).toHaveValue('Mine');
      await phone.getByRole('button', { name: button }).press('Enter');
      await expect(phone.getByRole('alert')).toBeHidden();
      await expect(entryField(phone)).toHaveValue(expectedText);
      await expect(entryField(phone)).toBeFocused();
      await expect.poll(async () => (await readJournal(ana))[0]?.content).toBe(expectedText);
    }
    await expectAccessible(phone, 'a page of the journal');
  });
});

test('an entry keeps its deleted prompt, and only its writer can read and delete it', async ({
  ana,
  prompt,
  admin,
  join,
  openBrowser,
  tolerate,
}) => {
  const tom = await join('Tom');
  const { id } = await writeEntry(ana, prompt.id, 'It stays');
  const openPage = await openBrowser(await join('Eva'));
  await openPage.goto(`/journal/write?prompt=${prompt.id}`);
  await expect(entryField(openPage)).toBeFocused();
  await sendRequest(admin, 'DELETE', `/api/journal-prompts/${prompt.id}`);
  await test.step('an open page keeps and saves its text', async () => {
    await entryField(openPage).fill('A quiet morning');
    await entryField(openPage).blur();
    await expect(openPage.getByText('Saved', { exact: true })).toBeVisible();
    await expect(entryField(openPage)).toHaveValue('A quiet morning');
  });
  tolerate(failedResponse(404));
  const tomsPage = await openBrowser(tom);
  await tomsPage.goto(`/journal/write?entry=${id}`);
  await expect(tomsPage.getByRole('heading', { name: 'This entry is not in your journal' })).toBeVisible();
  await tomsPage.goto('/journal');
  await expect(tomsPage.getByRole('heading', { name: 'Nothing written yet' })).toBeVisible();
  await tomsPage.goto(`/journal/write?prompt=${prompt.id}`);
  await expect(tomsPage.getByRole('heading', { name: 'This prompt is no longer available' })).toBeVisible();

  const page = await openBrowser(ana);
  await page.goto('/journal');
  await page.getByRole('link', { name: prompt.prompt }).click();
  await expect(page.getByRole('heading', { level: 1, name: prompt.prompt })).toBeVisible();
  await page.getByRole('button', { name: 'Delete entry' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page)).toContainText('Entry deleted');
  await expect(page.getByRole('heading', { name: 'Nothing written yet' })).toBeVisible();
  expect(await readJournal(ana)).toEqual([]);
});

test('without local storage the page still saves, and it warns before closing while it cannot save', async ({
  ana,
  prompt,
  openBrowser,
  tolerate,
}) => {
  tolerate(failedResponse(503));
  const page = await openBrowser(ana);
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    };
  });
  let isFailing = true;
  await page.route('/api/journal-entries', (route) =>
    route.request().method() === 'POST' && isFailing
      ? route.fulfill({ status: 503, headers: { 'Retry-After': '1' } })
      : route.fallback(),
  );
  await page.goto(`/journal/write?prompt=${prompt.id}`);
  await entryField(page).click();
  await page.keyboard.type('Nowhere else');
  await expect(page.getByRole('status').filter({ hasText: 'Please keep this page open' })).toBeVisible();
  const dialogOpened = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const confirmation = await dialogOpened;
  expect(confirmation.type()).toBe('beforeunload');
  await confirmation.dismiss();
  isFailing = false;
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  expect((await readJournal(ana)).map(({ content }) => content)).toEqual(['Nowhere else']);
});
