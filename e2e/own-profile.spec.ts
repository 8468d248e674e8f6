import { fileURLToPath } from 'node:url';
import { expectAccessible } from './support/accessible.ts';
import { holdRequest, toast } from './support/feed.ts';
import { expect, test } from './support/journey.ts';
import { readViewer } from './support/members.ts';

const portrait = fileURLToPath(new URL('support/portrait.png', import.meta.url));

const fieldValues = {
  'First name': 'Åsa',
  'Last name': 'O’Neill-Ñandú',
  Title: 'Listener & gardener',
  Bio: 'Two lines,\nand <b>no</b> markup.',
  Location: 'Göteborg',
  'Favorite Book': 'Momo',
  'Favorite Hobby': 'Mending',
  'Current Goal': 'Sleep before midnight',
  'Favorite Quote': '“Begin anywhere.”',
  'Three Things About Me': 'One\nTwo\nThree',
  Instagram: '@asa.mends',
  Facebook: 'https://www.facebook.com/asa.mends',
  'X (Twitter)': 'asa_mends',
  LinkedIn: 'https://linkedin.com/in/asa-mends?trk=x',
} as const;

test('a member edits every profile field by keyboard', async ({ join, openBrowser }) => {
  const page = await openBrowser(await join('Maximiliana-Alexandrina', 'von Hohenlohe-Öhringen'));
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Edit Profile' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Edit Profile' });
  await expect(dialog.getByLabel('First name')).toBeFocused();
  for (const [label, text] of Object.entries(fieldValues)) {
    const field = dialog.getByLabel(label, { exact: true });
    for (
      let presses = 0;
      presses < 4 && !(await field.evaluate((element) => element === document.activeElement));
      presses += 1
    )
      await page.keyboard.press('Tab');
    await expect(field).toBeFocused();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.insertText(text);
  }
  await expectAccessible(page, 'the profile editor');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.keyboard.press('Enter');
  await expect(toast(page)).toContainText('Profile updated');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeFocused();

  await page.reload();
  const main = page.getByRole('main');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Åsa O’Neill-Ñandú');
  for (const text of ['Listener & gardener', 'and <b>no</b> markup.', 'Göteborg', 'Momo', 'Mending'])
    await expect(main).toContainText(text);
  for (const text of ['Sleep before midnight', '“Begin anywhere.”', 'Three']) await expect(main).toContainText(text);
  const socialLinks = page.getByRole('region', { name: 'Social Media' }).getByRole('link');
  await expect(socialLinks).toHaveCount(4);
  expect(await socialLinks.evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href))).toEqual([
    'https://www.instagram.com/asa.mends/',
    'https://www.facebook.com/asa.mends',
    'https://x.com/asa_mends',
    'https://www.linkedin.com/in/asa-mends',
  ]);
});

test('a member crops, uploads and removes a photo', async ({ join, openBrowser }) => {
  const ana = await join('Ana');
  const page = await openBrowser(ana, { width: 375, height: 800 });
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Change photo' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your photo' });
  const input = dialog.locator('input[type=file]');
  await input.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') });
  await expect(page.getByRole('alert')).toContainText('Please choose a picture');
  await input.setInputFiles({ name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from('hello') });
  await expect(page.getByRole('alert')).toContainText('This picture is damaged');
  await input.setInputFiles(portrait);
  const frame = dialog.getByRole('group', { name: /Move the picture/ });
  await expect(dialog.getByRole('button', { name: 'Save photo' })).toBeEnabled();
  await expectAccessible(page, 'the photo cropper');
  await dialog.getByRole('slider', { name: 'Zoom' }).press('End');
  await frame.focus();
  for (const _ of [1, 2, 3]) await page.keyboard.press('ArrowLeft');
  await dialog.getByRole('button', { name: 'Save photo' }).click();
  await expect(toast(page)).toContainText('Profile updated');
  await expect(dialog).toBeHidden();
  const photo = page.getByRole('main').locator('img[src*="-full.webp"]');
  await expect(photo).toBeVisible();
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(512);
  await expect(page.getByRole('banner').locator('img[src*="-small.webp"]')).toBeVisible();

  await page.getByRole('button', { name: 'Change photo' }).click();
  await dialog.getByRole('button', { name: 'Remove photo' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(photo).toHaveCount(0);
  expect((await readViewer(ana)).profileImageUrl).toBeNull();

  // A dialog that is closed during an upload and reopened is not closed when the upload ends.
  const photoRequest = await holdRequest(page, '/api/auth/user/photo', 'POST');
  await page.getByRole('button', { name: 'Change photo' }).click();
  await dialog.locator('input[type=file]').setInputFiles(portrait);
  await dialog.getByRole('button', { name: 'Save photo' }).click();
  await photoRequest.arrived;
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Change photo' }).click();
  photoRequest.release();
  await expect(page.locator('header img[src*="-small.webp"]')).toBeVisible();
  await expect(dialog).toHaveAttribute('data-state', 'open');
});
