import { chooseFromMenu, postWith, toast } from './support/feed.ts';
import { expect, failedResponse, test } from './support/journey.ts';
import { unique } from './support/member.ts';

test('sharing a post copies a link that opens it with its comments, and leads visitors to login', async ({
  join,
  openBrowser,
  tolerate,
}) => {
  const author = await join('Noor');
  const text = unique('Bread turned out well.');
  const { id } = await author.share(text);
  await author.comment(id, 'Recipe below.');
  const page = await openBrowser(await join(), { permissions: ['clipboard-read', 'clipboard-write'] });
  await page.goto('/');
  await postWith(page, text).getByRole('button', { name: 'Share post' }).click();
  await expect(toast(page)).toContainText('Link copied');

  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toBe(new URL(`/posts/${id}`, page.url()).href);
  await page.goto(link);
  await expect(page.getByRole('article')).toContainText(text);
  await expect(page.getByRole('article').getByText('Recipe below.')).toBeVisible();
  await page.getByRole('link', { name: 'Community Feed' }).first().click();
  await expect(postWith(page, text)).toBeVisible();

  const visitor = await openBrowser();
  tolerate(failedResponse(401));
  for (const path of [`/posts/${id}`, '/settings', '/messages']) {
    await visitor.goto(path);
    await expect(visitor).toHaveURL(`/login?returnTo=${encodeURIComponent(path)}`);
  }
});

test('a moderator removes a post with a reason, and its author gets a mail', async ({
  admin,
  join,
  openBrowser,
  server,
}) => {
  const author = await join('Kai');
  const text = unique('Buy my miracle pills.');
  await author.share(text);
  const page = await openBrowser(admin);
  await page.goto('/');
  await chooseFromMenu(postWith(page, text), 'Post options', 'Remove Post');
  const dialog = page.getByRole('dialog', { name: 'Remove post' });
  await expect(dialog.getByRole('button', { name: 'Remove Post' })).toBeDisabled();
  await dialog.getByLabel('Guideline').selectOption({ label: 'No room for advertising, recruiting, begging or spam' });
  await dialog.getByLabel('Message to the author').fill('We do not sell things here.');
  await dialog.getByRole('button', { name: 'Remove Post' }).click();
  await expect(postWith(page, text)).toHaveCount(0);
  await expect
    .poll(() => server.mailsTo(author.email))
    .toEqual([expect.stringContaining('We do not sell things here.')]);
});
