import type { Meditation } from '@commons/contract/meditations/schemas';
import { chooseFromMenu, holdRequest, toast } from './support/feed.ts';
import { expect, failedResponse, test } from './support/journey.ts';
import { createToneMeditation, meditationCard, openMeditation, createToneFile } from './support/meditations.ts';
import { unique } from './support/member.ts';
import { request } from './support/members.ts';

test('an admin edits, replaces and deletes a meditation, and members see it live and comment on it', async ({
  join,
  openBrowser,
  admin,
  tolerate,
}) => {
  // Opening a live connection may refetch the deleted meditation.
  tolerate(failedResponse(404));
  const meditation = await createToneMeditation(admin);
  const [page, anasPage] = [await openBrowser(admin), await openBrowser(await join('Ana'))];
  await anasPage.goto('/meditations');
  await openMeditation(page, meditation);
  await expect(meditationCard(anasPage, meditation.title)).toBeVisible();
  await chooseFromMenu(page.getByRole('main'), 'Meditation options', 'Edit Meditation');
  const dialog = page.getByRole('dialog');
  const title = unique('Morning bells');
  await dialog.getByLabel('Title').fill('');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Please give the meditation a title')).toBeVisible();
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByLabel('Description').fill('Stand by the window.');
  // Add a cover, canceling the first upload.
  const upload = await holdRequest(page, '/api/uploads/covers', 'POST');
  await dialog.getByLabel('Upload a picture').check();
  await dialog.getByLabel('Cover picture').setInputFiles('e2e/support/portrait.png');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await upload.arrived;
  await dialog.getByRole('button', { name: 'Cancel upload' }).click();
  await expect(dialog.getByText('The upload was cancelled. Nothing was changed.')).toBeVisible();
  await expect(toast(page)).toBeHidden();
  upload.release();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(toast(page)).toContainText('Meditation updated');
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
  await expect(page.locator('img[src^="/media/"]').first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Guide' })).toContainText('Stand by the window.');
  await expect(meditationCard(anasPage, title)).toBeVisible();

  // The new audio file has another duration.
  await chooseFromMenu(page.getByRole('main'), 'Meditation options', 'Edit Meditation');
  await dialog.getByLabel('Upload another file').check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Please choose an audio file', { exact: true })).toBeVisible();
  const file = { name: 'tone.wav', mimeType: 'audio/wav', buffer: createToneFile(95) };
  await dialog.getByLabel('Audio file').setInputFiles(file);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  const updatedMeditation = await request<Meditation>(admin, 'GET', `/api/meditations/${meditation.id}`);
  expect(updatedMeditation.duration).toBe(95);
  expect(updatedMeditation.audioUrl).not.toBe(meditation.audioUrl);

  const newMeditation = await createToneMeditation(admin);
  await expect(meditationCard(anasPage, newMeditation.title)).toBeVisible();
  await openMeditation(anasPage, { id: meditation.id, title });
  await expect(anasPage.getByRole('button', { name: 'Meditation options' })).toHaveCount(0);

  const comments = anasPage.getByRole('region', { name: 'Comments' });
  const text = unique('I slept.');
  await comments.getByRole('textbox', { name: 'Write a comment' }).fill(text);
  await comments.getByRole('button', { name: 'Send comment' }).click();
  await expect(toast(anasPage)).toContainText('Comment added');
  const ownComment = comments.getByRole('listitem').filter({ hasText: text });
  await expect(ownComment).toHaveCount(1);
  const otherComment = page.getByRole('region', { name: 'Comments' }).getByRole('listitem').filter({ hasText: text });
  await expect(otherComment).toContainText('Ana Field');
  await chooseFromMenu(ownComment, 'Comment options', 'Delete Comment');
  await anasPage.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(otherComment).toHaveCount(0);

  await chooseFromMenu(page.getByRole('main'), 'Meditation options', 'Delete Meditation');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page)).toContainText('Meditation deleted');
  await expect(page).toHaveURL('/meditations');
  await expect(meditationCard(page, title)).toBeHidden();
  await expect(anasPage.getByRole('heading', { name: 'This meditation is no longer available' })).toBeVisible();
});
