import { expect, test } from './support/journey.ts';
import { createPerson, Member } from './support/member.ts';

test('an admin says who runs the community and publishes a text, which visitors read', async ({
  openBrowser,
  startServer,
}) => {
  const server = await startServer();
  const ada = await Member.join(server, createPerson('Ada', 'Warden'));
  const page = await openBrowser(ada);

  // The first admin is asked at the end of the welcome.
  await page.goto('/welcome?step=3');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Who runs this community?' })).toBeVisible();
  await page.getByLabel('Name').fill('Lund Listens');
  await page.getByLabel('Contact').fill('hello@lund.test');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: /^Good to have you here/ })).toBeVisible();

  await page.goto('/admin/texts');
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Privacy/ })
    .click();
  const field = page.getByRole('textbox', { name: 'Privacy' });
  await field.fill('## Our promise\n\nWe keep *little*. <script>alert(1)</script> [No](javascript:alert(1))');
  await page.getByRole('tab', { name: 'Preview' }).click();
  await expect(page.getByRole('heading', { name: 'Our promise' })).toBeVisible();
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByRole('list', { name: 'Versions, latest first' })).toContainText('Ada Warden');

  const visitor = await openBrowser(null, { server });
  await expect(async () => {
    await visitor.goto('/privacy');
    await expect(visitor.getByRole('heading', { name: 'Our promise' })).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 5_000 });
  await expect(visitor.getByRole('main')).toContainText('<script>alert(1)</script> No');
  await expect(visitor.getByRole('link', { name: 'hello@lund.test' }).first()).toBeVisible();
  await expect(visitor.getByText('Run by Lund Listens')).toBeVisible();
});
