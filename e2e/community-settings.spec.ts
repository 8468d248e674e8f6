import { toast } from './support/feed.ts';
import { expect, test } from './support/journey.ts';
import { createPerson, Member } from './support/member.ts';

test('a new admin names the community, closes sign-up and uploads a logo, and a visitor sees it without a restart', async ({
  openBrowser,
  startServer,
}) => {
  const server = await startServer();
  const ada = await Member.join(server, createPerson('Ada', 'Warden'));
  const page = await openBrowser(ada);
  await page.goto('/admin');
  const list = page.getByRole('region', { name: 'Set up your community' });
  await expect(list).toContainText('0 of 5 steps done');

  await list.getByRole('link', { name: 'Name your community' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Name and look' })).toBeVisible();
  await page.getByLabel('Name', { exact: true }).fill('The Garden');
  await page.getByLabel('Accent color', { exact: true }).fill('#7a4fa3');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(toast(page)).toContainText('Settings saved');
  await expect(page.getByRole('banner')).toContainText('The Garden');

  const chosen = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a picture for the logo' }).click();
  await (await chosen).setFiles('e2e/support/portrait.png');
  await page.getByRole('button', { name: 'Use this picture' }).click();
  await expect(toast(page)).toContainText('Logo saved');
  await expect(page.getByRole('banner').locator('img[src^="/media/"]').first()).toBeVisible();

  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Joining' }).click();
  await page.getByRole('radio', { name: /^Closed/ }).check();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('button', { name: 'Save changes' })).toBeDisabled();

  const visitor = await openBrowser(null, { server });
  const header = visitor.getByRole('banner');
  await expect(async () => {
    await visitor.goto('/');
    await expect(visitor.getByText('We are not taking new members at the moment.')).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 5_000 });
  await expect(header).toContainText('The Garden');
  const logo = header.locator('img');
  await expect(logo).toBeVisible();
  expect(
    await logo.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
  ).toBeGreaterThan(0);
  await expect(visitor).toHaveTitle(/The Garden$/);
  const accent = () => getComputedStyle(document.documentElement).getPropertyValue('--primary').trim();
  expect(await visitor.evaluate(accent)).toBe('#7a4fa3');

  await page.goto('/admin');
  await expect(list).toContainText('2 of 5 steps done');
  await list.getByRole('button', { name: 'Hide this list' }).click();
  await expect(list).toBeHidden();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Panel' })).toBeVisible();
  await expect(list).toHaveCount(0);
});
