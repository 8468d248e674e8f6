import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { expectAccessible } from './support/accessible.ts';
import { composer, postWith } from './support/feed.ts';
import { expect, failedResponse, test } from './support/journey.ts';
import { unique } from './support/member.ts';
import { idOf, request } from './support/members.ts';
import { openChat, messageField } from './support/messages.ts';

const readDraftKeys = (page: Page): Promise<string[]> =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft:')));

test('a member downloads their data and deletes their account, and their posts stay without their name or disappear', async ({
  join,
  openBrowser,
  tolerate,
}) => {
  const [ana, ben] = [await join('Ana'), await join('Ben')];
  const text = unique('I was here');
  await ana.share(text);
  const profile = `/profile/${await idOf(ana)}`;
  await request(ana, 'POST', '/api/messages', { receiverId: await idOf(ben), content: text });
  // A reply accepts the request. An open request disappears when Ana leaves.
  await request(ben, 'POST', '/api/messages', { receiverId: await idOf(ana), content: 'Welcome' });
  const reader = await openBrowser(ben);
  await openChat(reader, ana);
  await messageField(reader).fill('Half an answer');
  await reader.goto('/');
  await expect(postWith(reader, text)).toContainText('Ana');

  const page = await openBrowser(ana, { width: 375, height: 700 });
  await page.goto('/');
  await composer(page).fill('Half a thought');
  await expect.poll(() => readDraftKeys(page)).not.toEqual([]);
  await page.goto('/settings/data');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download my data' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^my-data-\d{4}-\d\d-\d\d\.zip$/);
  const files = unzipSync(new Uint8Array(await readFile(await file.path())));
  expect(JSON.parse(new TextDecoder().decode(files['posts.json']))).toMatchObject([{ content: text }]);
  expect(new TextDecoder().decode(files['users.json'])).toContain('"firstName":"Ana"');

  // On a phone, by keyboard.
  await page.getByRole('button', { name: 'Leave the community' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Leave the community' });
  const deleteButton = dialog.getByRole('button', { name: 'Delete my account' });
  await expect(deleteButton).toBeDisabled();
  await dialog.getByRole('radio', { name: 'Keep it, without my name' }).press('Space');
  await expect(dialog.getByRole('status')).toContainText('A former member');
  await expectAccessible(page, 'the account deletion dialog');
  await page.setViewportSize({ width: 375, height: 700 });

  tolerate(failedResponse(400));
  // Requests that are in flight while the account is deleted.
  tolerate(failedResponse(401));
  await dialog.getByLabel('Your password', { exact: true }).fill('not mine');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('That is not your current password.')).toBeVisible();
  await dialog.getByLabel('Your password', { exact: true }).fill(ana.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/goodbye');
  await expect(page.getByRole('heading', { name: 'Your account is deleted' })).toBeVisible();
  await expectAccessible(page, 'the goodbye page');
  expect(await readDraftKeys(page)).toEqual([]);
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Log in' }).first()).toBeVisible();

  await reader.reload();
  await expect(postWith(reader, text)).toContainText('A former member');
  await reader.goto(profile.replace('profile', 'messages'));
  await expect(reader.getByText('They have left the community.')).toBeVisible();
  await expect(reader.getByRole('textbox', { name: /message/i })).toHaveCount(0);
  await expect(reader.getByText('Half an answer')).toBeVisible();
  await reader.getByRole('button', { name: 'Discard' }).click();
  await expect(reader.getByText('Half an answer')).toHaveCount(0);
  expect(await readDraftKeys(reader)).toEqual([]);
  tolerate(failedResponse(404));
  await reader.goto(profile);
  await expect(reader.getByRole('heading', { name: 'Member not found' })).toBeVisible();
  await expect(reader.getByRole('main').getByText('Ana')).toHaveCount(0);

  // Another member leaves with all content, which also disappears from open pages.
  const cleo = await join('Cleo');
  const deletedText = unique('Only for now');
  await cleo.share(deletedText);
  await reader.goto('/');
  await expect(postWith(reader, deletedText)).toBeVisible();
  const cleosPage = await openBrowser(cleo);
  await cleosPage.goto('/settings/data');
  await cleosPage.getByRole('button', { name: 'Leave the community' }).click();
  const cleosDialog = cleosPage.getByRole('dialog', { name: 'Leave the community' });
  await cleosDialog.getByRole('radio', { name: 'Delete it, including my messages' }).check();
  await cleosDialog.getByLabel('Your password', { exact: true }).fill(cleo.password);
  await cleosDialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(cleosPage).toHaveURL('/goodbye');
  await expect(postWith(reader, deletedText)).toHaveCount(0);
});
