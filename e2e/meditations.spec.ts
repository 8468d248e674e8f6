import type { Meditation } from '@commons/contract/meditations';
import { chooseFromMenu, holdRequest, toast } from './support/feed.ts';
import { expect, failedResponse, test } from './support/journey.ts';
import {
  addExternalMeditation,
  createToneMeditation,
  meditationCard,
  openMeditation,
  createToneFile,
} from './support/meditations.ts';
import { unique } from './support/member.ts';
import { request } from './support/members.ts';

test('members comment on a meditation and see each other’s comments live', async ({ join, openBrowser, admin }) => {
  const meditation = await createToneMeditation(admin);
  const ana = await join('Ana', 'Lund');
  const [page, tomsPage] = [await openBrowser(ana), await openBrowser(await join('Tom'))];
  await openMeditation(page, meditation);
  await openMeditation(tomsPage, meditation);
  const comments = page.getByRole('region', { name: 'Comments' });
  await expect(comments.getByText('No comments yet. A kind word goes a long way.')).toBeVisible();
  const text = unique('I slept.');
  await comments.getByRole('textbox', { name: 'Write a comment' }).fill(text);
  await comments.getByRole('button', { name: 'Send comment' }).click();
  await expect(toast(page)).toContainText('Comment added');
  await expect(comments.getByRole('listitem').filter({ hasText: text })).toHaveCount(1);
  const commentOnTomsPage = tomsPage
    .getByRole('region', { name: 'Comments' })
    .getByRole('listitem')
    .filter({ hasText: text });
  await expect(commentOnTomsPage).toContainText('Ana Lund');
  // Tom's page is live by now and does not refetch.
  const laterText = unique('And again.');
  await request(ana, 'POST', `/api/meditations/${meditation.id}/comments`, { content: laterText });
  await expect(tomsPage.getByRole('listitem').filter({ hasText: laterText })).toHaveCount(1);
  await comments
    .getByRole('listitem')
    .filter({ hasText: text })
    .getByRole('button', { name: /^Comment options/ })
    .click();
  await page.getByRole('menuitem', { name: 'Delete Comment' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(commentOnTomsPage).toHaveCount(0);
});

test('an admin edits and deletes a meditation, and members see it live but have no such actions', async ({
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

  const newMeditation = await createToneMeditation(admin);
  await expect(meditationCard(anasPage, newMeditation.title)).toBeVisible();
  await openMeditation(anasPage, { id: meditation.id, title });
  await expect(anasPage.getByRole('button', { name: 'Meditation options' })).toHaveCount(0);
  await chooseFromMenu(page.getByRole('main'), 'Meditation options', 'Delete Meditation');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page)).toContainText('Meditation deleted');
  await expect(page).toHaveURL('/meditations');
  await expect(meditationCard(page, title)).toBeHidden();
  await expect(anasPage.getByRole('heading', { name: 'This meditation is no longer available' })).toBeVisible();
});

test('an admin replaces the audio of a meditation with a file, and its duration is updated', async ({
  openBrowser,
  admin,
}) => {
  const meditation = await createToneMeditation(admin);
  const page = await openBrowser(admin);
  const dialog = page.getByRole('dialog');
  await openMeditation(page, meditation);
  await chooseFromMenu(page.getByRole('main'), 'Meditation options', 'Edit Meditation');
  await dialog.getByLabel('Upload another file').check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Please choose an audio file', { exact: true })).toBeVisible();
  const file = { name: 'tone.wav', mimeType: 'audio/wav', buffer: createToneFile(95) };
  await dialog.getByLabel('Audio file').setInputFiles(file);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(toast(page)).toContainText('Meditation updated');
  const updatedMeditation = await request<Meditation>(admin, 'GET', `/api/meditations/${meditation.id}`);
  expect(updatedMeditation.duration).toBe(95);
  expect(updatedMeditation.audioUrl).not.toBe(meditation.audioUrl);
});

test('nothing loads from another site before the member agrees', async ({ join, openBrowser, admin, tolerate }) => {
  const meditation = await addExternalMeditation(admin, { albumCoverUrl: 'https://audio.example/cover.png' });
  const page = await openBrowser(await join());
  const requestedPaths: string[] = [];
  await page.route('https://audio.example/**', async (route) => {
    requestedPaths.push(new URL(route.request().url()).pathname);
    await route.abort();
  });
  await page.goto('/meditations');
  await expect(meditationCard(page, meditation.title)).toBeVisible();
  await openMeditation(page, meditation);
  await expect(page.getByText('This recording is hosted on audio.example, not here.')).toBeVisible();
  expect(requestedPaths).toEqual([]);
  tolerate(/request to another site: https:\/\/audio\.example\/|net::ERR_FAILED/);
  await page.getByRole('button', { name: 'Play from there' }).click();
  await expect(page.getByRole('alert')).toContainText('The audio could not be loaded.');
  await expect.poll(() => requestedPaths).toContain('/rain.wav');
  await expect.poll(() => requestedPaths).toContain('/cover.png');
});
