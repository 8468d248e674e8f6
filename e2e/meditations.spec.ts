import type { Meditation } from '@commons/contract/meditations';
import { expectAccessible } from './support/accessible.ts';
import { failRequests, chooseFromMenu, holdResponse, holdRequest, toast } from './support/feed.ts';
import { expect, failedResponse, test } from './support/journey.ts';
import { controlLiveConnection } from './support/live-connection.ts';
import {
  addExternalMeditation,
  createToneMeditation,
  meditationCard,
  openMeditation,
  playButton,
  createToneFile,
} from './support/meditations.ts';
import { createPerson, Member, unique } from './support/member.ts';
import { request } from './support/members.ts';

test('the list has a card for each meditation, which links to its page, and the page links back', async ({
  join,
  openBrowser,
  admin,
}) => {
  const { id, title } = await createToneMeditation(admin, { seconds: 130, description: 'Sit down.\n\nBreathe out.' });
  const page = await openBrowser(await join());
  await page.goto('/meditations');
  await expect(page).toHaveTitle(/^Meditations · /);
  await expect(page.getByRole('button', { name: 'Add Meditation' })).toHaveCount(0);
  const card = meditationCard(page, title);
  await expect(card).toContainText('2 minutes');
  await expect(card.getByRole('link', { name: `Play ${title}` })).toBeVisible();
  await card.getByRole('link', { name: title, exact: true }).click();
  await expect(page).toHaveURL(`/meditations/${id}`);
  await expect(page).toHaveTitle(new RegExp(`^${title} · `));
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Guide' })).toContainText('Sit down.\n\nBreathe out.', {
    useInnerText: true,
  });
  await expect(playButton(page)).toBeVisible();
  await page.getByRole('link', { name: 'Back to Meditations' }).click();
  await expect(page).toHaveURL('/meditations');
  await expect(card).toBeVisible();
});

test('meditations added or deleted while the list loads are shown correctly', async ({ join, openBrowser, admin }) => {
  const deletedMeditation = await createToneMeditation(admin);
  const page = await openBrowser(await join());
  const connection = await controlLiveConnection(page);
  const heldList = await holdResponse(page, '/api/meditations');
  await page.goto('/meditations');
  await connection.waitForFrame();
  await heldList.arrived;
  const { title } = await createToneMeditation(admin);
  await connection.waitForFrame('meditation.created');
  await request(admin, 'DELETE', `/api/meditations/${deletedMeditation.id}`);
  await connection.waitForFrame('meditation.deleted');
  heldList.release();
  await expect(meditationCard(page, title)).toBeVisible();
  await expect(meditationCard(page, deletedMeditation.title)).toHaveCount(0);
});

test('a community without meditations shows an empty state', async ({ openBrowser, startServer }) => {
  const server = await startServer();
  const page = await openBrowser(await Member.join(server, createPerson('Ada')));
  await page.goto('/meditations');
  await expect(page.getByRole('heading', { name: 'No meditations yet' })).toBeVisible();
  await expect(page.getByText('Check back soon for guided meditation sessions.')).toBeVisible();
  await expectAccessible(page, 'no meditations');
});

test('a list that fails to load and a deleted meditation show an error', async ({ join, openBrowser, tolerate }) => {
  const page = await openBrowser(await join());
  tolerate(failedResponse(500));
  const failingRequests = await failRequests(page, '/api/meditations');
  await page.goto('/meditations');
  await expect(page.getByRole('heading', { name: 'The meditations could not be loaded' })).toBeVisible();
  failingRequests.restore();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'The meditations could not be loaded' })).toBeHidden();
  tolerate(failedResponse(404));
  await page.goto('/meditations/0190a1b2-0000-7000-8000-000000000000');
  await expect(page.getByRole('heading', { name: 'This meditation is no longer available' })).toBeVisible();
  await page.getByRole('link', { name: 'See all meditations' }).click();
  await expect(page).toHaveURL('/meditations');
});

test('more meditations load near the end of the list', async ({ openBrowser, startServer }) => {
  const server = await startServer();
  const ada = await Member.join(server, createPerson('Ada'));
  for (let count = 1; count <= 24; count += 1) await addExternalMeditation(ada, { title: `Number ${count}` });
  const page = await openBrowser(ada);
  await page.goto('/meditations');
  await expect(meditationCard(page, 'Number 24')).toBeVisible();
  await expect
    .poll(async () => {
      await page.keyboard.press('End');
      return meditationCard(page, 'Number 1').count();
    })
    .toBe(1);
});

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

test('the comment field does not move when an empty list of comments loads', async ({ join, openBrowser, admin }) => {
  const meditation = await createToneMeditation(admin);
  const page = await openBrowser(await join());
  const heldRequest = await holdRequest(page, `/api/meditations/${meditation.id}/comments`);
  await openMeditation(page, meditation);
  const commentField = page.getByRole('textbox', { name: 'Write a comment' });
  await expect(commentField).toBeVisible();
  const boxBefore = await commentField.boundingBox();
  heldRequest.release();
  await expect(page.getByText('No comments yet. A kind word goes a long way.')).toBeVisible();
  expect(await commentField.boundingBox()).toEqual(boxBefore);
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

test('an admin’s edit of a meditation survives closing the dialog until Cancel', async ({ openBrowser, admin }) => {
  const meditation = await createToneMeditation(admin, { description: 'Sit down.' });
  const page = await openBrowser(admin);
  const dialog = page.getByRole('dialog');
  const openEditDialog = () => chooseFromMenu(page.getByRole('main'), 'Meditation options', 'Edit Meditation');
  await openMeditation(page, meditation);
  await openEditDialog();
  await dialog.getByLabel('Description').fill('Lie down, and take your time.');
  await dialog
    .getByRole('radiogroup', { name: 'Cover' })
    .or(dialog.getByRole('group', { name: 'Cover' }))
    .getByLabel('Use an external URL')
    .check();
  await dialog.getByLabel('Cover URL').fill('https://audio.example/cover.png');
  await page.keyboard.press('Escape');
  await page.reload();
  await openEditDialog();
  await expect(dialog.getByLabel('Title')).toHaveValue(meditation.title);
  await expect(dialog.getByLabel('Description')).toHaveValue('Lie down, and take your time.');
  await expect(dialog.getByLabel('Cover URL')).toHaveValue('https://audio.example/cover.png');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await openEditDialog();
  await expect(dialog.getByLabel('Description')).toHaveValue('Sit down.');
  await expect(dialog.getByLabel('Keep the drawn cover')).toBeChecked();
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

test('a cover on another site loads only after the member agrees, in the list and on the meditation’s page', async ({
  join,
  openBrowser,
  admin,
  tolerate,
}) => {
  tolerate(/request to another site: https:\/\/\w+\.example/);
  const covers = ['https://covers.example:8443/sea.png', 'https://pictures.example/wood.png'] as const;
  const [seaMeditation, woodMeditation] = [
    await addExternalMeditation(admin, { albumCoverUrl: covers[0] }),
    await addExternalMeditation(admin, { albumCoverUrl: covers[1] }),
  ];
  const page = await openBrowser(await join());
  const requestedUrls: string[] = [];
  // Serve covers of other meditations, too.
  await page.route(/^https:\/\/\w+\.example/, (route) => {
    requestedUrls.push(route.request().url());
    return route.fulfill({ path: 'e2e/support/portrait.png' });
  });
  await openMeditation(page, seaMeditation);
  const coverRegion = page.getByRole('region', { name: 'Cover' });
  await expect(coverRegion).toContainText('The cover is on another site: covers.example:8443.');
  await expectAccessible(page, 'a meditation with an external cover');
  expect(requestedUrls).toEqual([]);
  await coverRegion.getByRole('button', { name: 'Show cover' }).press('Enter');
  await expect(coverRegion.locator('img')).toHaveAttribute('src', covers[0]);
  await expect(coverRegion.getByRole('button')).toHaveCount(0);
  await expect(coverRegion).toBeFocused();

  await page.getByRole('link', { name: 'Back to Meditations' }).click();
  await expect(meditationCard(page, seaMeditation.title).locator('img')).toHaveAttribute('src', covers[0]);
  await expect(meditationCard(page, woodMeditation.title).locator('img')).toHaveCount(0);
  await expectAccessible(page, 'meditations with external covers');
  expect(new Set(requestedUrls)).toEqual(new Set([covers[0]]));
  await page.getByRole('button', { name: 'Show covers' }).press('Enter');
  await expect(meditationCard(page, woodMeditation.title).locator('img')).toHaveAttribute('src', covers[1]);
  await expect(page.getByRole('button', { name: 'Show covers' })).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Meditations' })).toBeFocused();
  await expect.poll(() => requestedUrls).toContain(covers[1]);
});

test('a browser without URL.parse shows meditations with external covers and audio', async ({
  join,
  openBrowser,
  admin,
}) => {
  const meditation = await addExternalMeditation(admin, { albumCoverUrl: 'https://audio.example/cover.png' });
  const page = await openBrowser(await join());
  await page.addInitScript(() => {
    // Safari before 18 and Firefox before 126 lack it.
    Reflect.deleteProperty(URL, 'parse');
  });
  await page.goto('/meditations');
  await expect(meditationCard(page, meditation.title)).toBeVisible();
  await openMeditation(page, meditation);
  await expect(page.getByText('This recording is hosted on audio.example, not here.')).toBeVisible();
});

test('the list and the page of a meditation are accessible, even with long words', async ({
  join,
  openBrowser,
  admin,
}) => {
  const longMeditation = await createToneMeditation(admin, {
    title: unique('Unbreakable'.repeat(7)),
    description: 'and so on https://example.com/a '.repeat(60),
  });
  const ana = await join('Maximiliane-Friederike', 'von Hohenschwangau');
  await request(ana, 'POST', `/api/meditations/${longMeditation.id}/comments`, { content: 'Unbreakable'.repeat(20) });
  const page = await openBrowser(ana);
  await page.goto('/meditations');
  await expect(meditationCard(page, longMeditation.title)).toBeVisible();
  await expectAccessible(page, 'meditations');
  await openMeditation(page, longMeditation);
  await expect(page.getByRole('listitem').filter({ hasText: 'Unbreakable' })).toBeVisible();
  await expectAccessible(page, 'a meditation');
});
