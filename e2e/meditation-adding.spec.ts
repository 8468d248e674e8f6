import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { failRequest, toast } from './support/feed.ts';
import { expect, failedResponse, test } from './support/journey.ts';
import { meditationCard, pauseButton, createToneFile } from './support/meditations.ts';
import { unique } from './support/member.ts';
import { readViewer } from './support/members.ts';

const portrait = readFileSync(fileURLToPath(new URL('support/portrait.png', import.meta.url)));
const toneUpload = (seconds = 64) => ({ name: 'tone.wav', mimeType: 'audio/wav', buffer: createToneFile(seconds) });

const dialog = (page: Page) => page.getByRole('dialog');
const submitDialog = (page: Page) => dialog(page).getByRole('button', { name: 'Add Meditation' }).click();

async function openDialog(page: Page): Promise<void> {
  await page.goto('/meditations');
  await page.getByRole('button', { name: 'Add Meditation' }).click();
  await expect(dialog(page).getByRole('heading', { name: 'Add Meditation' })).toBeVisible();
}

test('an admin uploads a meditation with a cover, earns five points, and it plays', async ({ openBrowser, admin }) => {
  const page = await openBrowser(admin);
  const scoreBefore = (await readViewer(admin)).mindfulnessScore;
  const title = unique('Rain on the roof');
  await openDialog(page);
  await expect(dialog(page).getByText('MP3, WAV, OGG, M4A, AAC (max 50MB)')).toBeVisible();
  await dialog(page).getByLabel('Title').fill(title);
  await dialog(page).getByLabel('Description').fill('Lie down.');
  await dialog(page).getByLabel('Audio file').setInputFiles(toneUpload(130));
  await expect(dialog(page).getByText('2 minutes 10 seconds long, read from the file.')).toBeVisible();
  await dialog(page).getByLabel('Upload a picture').check();
  await expect(dialog(page).getByText('JPG, PNG, WebP (max 10MB), square works best')).toBeVisible();
  await dialog(page)
    .getByLabel('Cover picture')
    .setInputFiles({ name: 'cover.png', mimeType: 'image/png', buffer: portrait });
  await submitDialog(page);
  await expect(toast(page)).toContainText('Meditation Added!');
  await expect(toast(page)).toContainText('+5 mindfulness points!');
  await expect(dialog(page)).toBeHidden();
  await expect(meditationCard(page, title)).toContainText('2 minutes');
  await expect(meditationCard(page, title).locator('img')).toHaveAttribute('src', /^\/media\//);
  expect((await readViewer(admin)).mindfulnessScore).toBe(scoreBefore + 5);
  await meditationCard(page, title)
    .getByRole('link', { name: `Play ${title}` })
    .click();
  await expect(pauseButton(page)).toHaveAttribute('aria-busy', 'false');
});

test('the input of a new meditation survives failures, and a retry adds it and its cover once', async ({
  openBrowser,
  admin,
  tolerate,
}) => {
  const page = await openBrowser(admin);
  const title = unique('A slow walk');
  await openDialog(page);
  await dialog(page).getByLabel('Title').fill(title);
  await page.keyboard.press('Escape');
  await page.reload();
  await openDialog(page);
  await expect(dialog(page).getByLabel('Title')).toHaveValue(title);

  await test.step('the server refuses the file', async () => {
    tolerate(failedResponse(415));
    await dialog(page)
      .getByLabel('Audio file')
      .setInputFiles({ name: 'song.mp3', mimeType: 'audio/mpeg', buffer: Buffer.alloc(4_000, 'no sound at all ') });
    await submitDialog(page);
    await expect(dialog(page).getByRole('alert')).toContainText('Please choose an MP3, WAV, OGG, M4A or AAC file.');
  });

  await test.step('the upload shows progress and is canceled', async () => {
    tolerate(/net::ERR_ABORTED|net::ERR_FAILED/);
    await dialog(page).getByLabel('Audio file').setInputFiles(toneUpload());
    const { promise: arrived, resolve: markArrived } = Promise.withResolvers<void>();
    await page.route('/api/meditations/upload', () => markArrived());
    await submitDialog(page);
    await arrived;
    await expect(dialog(page).getByRole('progressbar', { name: 'Upload' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeVisible();
    await dialog(page).getByRole('button', { name: 'Cancel upload' }).click();
    await expect(dialog(page).getByText('The upload was cancelled. Nothing was saved.')).toBeVisible();
    await expect(toast(page)).toHaveCount(0);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  tolerate(failedResponse(500));
  /** Fails the first request to a path. Returns the idempotency keys of all. */
  const failFirst = async (path: string) => {
    const keys: (string | undefined)[] = [];
    await page.route(path, (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      keys.push(route.request().headers()['idempotency-key']);
      return keys.length === 1 ? failRequest(route) : route.continue();
    });
    return keys;
  };
  await test.step('the upload fails', async () => {
    const keys = await failFirst('/api/meditations/upload');
    await submitDialog(page);
    await expect(page.locator('li', { hasText: 'Failed to add meditation. Please try again.' })).toBeVisible();
    await expect(dialog(page).getByLabel('Title')).toHaveValue(title);
    await submitDialog(page);
    await expect(toast(page)).toContainText('Meditation Added!');
    expect(keys[0]).toBeTruthy();
    expect(keys).toEqual([keys[0], keys[0]]);
    await expect(meditationCard(page, title)).toHaveCount(1);
  });

  await test.step('after the upload of the cover, the meditation fails', async () => {
    await page.getByRole('button', { name: 'Add Meditation' }).click();
    await expect(dialog(page).getByLabel('Title')).toHaveValue('');
    const otherTitle = unique('By the lake');
    let uploads = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/api/uploads/covers')) uploads += 1;
    });
    await dialog(page).getByLabel('Use an external URL').first().check();
    await dialog(page).getByLabel('Title').fill(otherTitle);
    await dialog(page).getByLabel('Audio URL').fill('https://audio.example/lake.mp3');
    await dialog(page).getByLabel('Upload a picture').check();
    await dialog(page).getByLabel('Cover picture').setInputFiles('e2e/support/portrait.png');
    const keys = await failFirst('/api/meditations');
    await submitDialog(page);
    await expect(page.locator('li', { hasText: 'Failed to add meditation. Please try again.' })).toBeVisible();
    await submitDialog(page);
    await expect(meditationCard(page, otherTitle).locator('img')).toHaveAttribute('src', /^\/media\//);
    expect([keys.length, uploads]).toEqual([2, 1]);
  });
});
