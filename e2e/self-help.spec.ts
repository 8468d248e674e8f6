import { expect, test } from './support/journey.ts';

test('a visitor goes from the landing page to an article and the crisis lines by keyboard @critical', async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  await page.goto('/');
  const followLink = async (name: string) => {
    const link = page.getByRole('link', { name, exact: true });
    for (
      let stop = 0;
      stop < 80 && !(await link.evaluateAll((links) => links.includes(document.activeElement as HTMLElement)));
      stop += 1
    )
      await page.keyboard.press('Tab');
    await expect(link.and(page.locator(':focus'))).toBeVisible();
    await page.keyboard.press('Enter');
  };
  await followLink('Self-Help Library');
  await expect(page).toHaveURL('/self-help');
  await followLink('When panic comes');
  await expect(page).toHaveURL('/self-help/panic');
  await expect(page.getByRole('heading', { level: 1, name: 'When panic comes' })).toBeVisible();
  await expect(page.getByText(/^\d minutes to read · Sources checked on /)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Sources' }).getByRole('link')).not.toHaveCount(0);
  await followLink('When to ask for help, and how');
  await expect(page).toHaveURL('/self-help/when-to-seek-help');
  await page.getByRole('article').getByRole('link', { name: 'Get help now' }).last().press('Enter');
  await expect(page).toHaveURL('/crisis');

  // The pages of the library do not load the application, and lines have at most 75 characters.
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  for (const path of ['/self-help', '/self-help/sleep', '/privacy', '/guidelines', '/accessibility', '/crisis']) {
    await page.goto(path);
    await expect(page.locator('html[data-ready]')).toBeAttached();
  }
  expect(scripts).toEqual([]);
  await page.goto('/self-help/sleep');
  const lettersPerLine = await page
    .getByRole('article')
    .locator('p')
    .evaluateAll((paragraphs) =>
      paragraphs.map((paragraph) => {
        const { height } = paragraph.getBoundingClientRect();
        const lines = Math.round(height / Number.parseFloat(getComputedStyle(paragraph).lineHeight));
        return lines > 3 ? paragraph.textContent.length / lines : 0;
      }),
    );
  expect(Math.max(...lettersPerLine)).toBeGreaterThan(45);
  expect(Math.max(...lettersPerLine)).toBeLessThanOrEqual(75);
});

test('members find the library next to the feed, and community pages in their settings', async ({
  join,
  openBrowser,
}) => {
  const page = await openBrowser(await join());
  await page.goto('/');
  await page.getByRole('link', { name: 'Self-Help Library Articles & Guides' }).click();
  await expect(page).toHaveURL('/self-help');
  await expect(page.getByRole('link', { name: 'Log in' })).toHaveCount(0);
  await page.getByRole('banner').getByRole('link', { name: 'Mindful Commons' }).click();
  await expect(page.getByRole('navigation', { name: 'Community' })).toBeVisible();

  for (const [name, path] of [
    ['Community guidelines', '/guidelines'],
    ['Privacy', '/privacy'],
    ['Accessibility', '/accessibility'],
  ] as const) {
    await page.goto('/settings/about');
    await page.getByRole('region', { name: 'About this community' }).getByRole('link', { name }).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  }
});
