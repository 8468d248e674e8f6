import { expectAccessible } from './support/accessible.ts';
import { failRequest, postWith as cardWith, toast } from './support/feed.ts';
import { expect, failedResponse, test } from './support/journey.ts';
import { unique } from './support/member.ts';
import { flagMember, readViewer } from './support/members.ts';
import { addButton, recommendationSection, submitButton } from './support/recommendations.ts';

const screens = [
  { path: '/journal-prompts', heading: 'Community Recommendations', buttonName: 'Recommend a Prompt' },
  { path: '/books', heading: 'Community Book Recommendations', buttonName: 'Recommend a Book' },
  { path: '/podcasts', heading: 'Community Podcast Recommendations', buttonName: 'Recommend a Podcast' },
];

test('a member recommends a prompt, a book and a podcast, and each appears first on its screen @critical', async ({
  join,
  openBrowser,
}) => {
  const ana = await join('Ana', 'Lund');
  const page = await openBrowser(ana);
  for (const { path, heading, buttonName } of screens) {
    await page.goto(path);
    await expect(recommendationSection(page, heading).getByRole('heading', { name: heading, level: 2 })).toBeVisible();
    await addButton(page, buttonName).click();
    const title = unique(`From ${path}`);
    await page.getByLabel('Title').fill(title);
    await page.getByRole('textbox', { name: /why you/i }).fill('Short.\nAnd kind.');
    await submitButton(page).click();
    await expect(toast(page)).toContainText('Recommendation added');
    await expect(page.getByLabel('Title')).toHaveCount(0);
    await expect(addButton(page, buttonName)).toBeFocused();
    const first = recommendationSection(page, heading).getByRole('article').first();
    await expect(first.getByRole('heading', { level: 3 })).toHaveText(title);
    await expect(first).toContainText('Short.\nAnd kind.', { useInnerText: true });
    await expect(first.getByRole('link', { name: 'Ana Lund' })).toBeVisible();
  }
  expect((await readViewer(ana)).mindfulnessScore).toBe(0);
});

test('a button opens and closes the form, and a form with empty or blank fields is not sent', async ({
  join,
  openBrowser,
}) => {
  const page = await openBrowser(await join());
  await page.goto('/books');
  await expect(addButton(page)).toHaveAttribute('aria-expanded', 'false');
  await addButton(page).click();
  await expect(addButton(page)).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByLabel('Title')).toBeFocused();
  await addButton(page).click();
  await expect(page.getByLabel('Title')).toHaveCount(0);
  await addButton(page).click();

  let requestCount = 0;
  await page.route('/api/recommendations', (route) => {
    if (route.request().method() === 'POST') requestCount += 1;
    return route.fallback();
  });
  await page.getByRole('textbox', { name: 'Why you recommend it' }).fill('Kind.');
  await expect(submitButton(page)).toBeDisabled();
  await page.getByLabel('Title').press('Enter');
  await page.getByLabel('Title').fill('   ');
  await expect(submitButton(page)).toBeEnabled();
  await submitButton(page).click();
  await expect(page.getByLabel('Title')).toBeFocused();
  const title = unique('Tales');
  await page.getByLabel('Title').fill(title);
  await page.getByRole('textbox', { name: 'Why you recommend it' }).fill(' \n ');
  await submitButton(page).click();
  await expect(page.getByRole('textbox', { name: 'Why you recommend it' })).toBeFocused();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(toast(page)).toHaveCount(0);
  expect(requestCount).toBe(0);

  await page.getByRole('textbox', { name: 'Why you recommend it' }).fill('Kind.');
  await submitButton(page).click();
  await expect(cardWith(page, title)).toBeVisible();
  expect(requestCount).toBe(1);
  await addButton(page).click();
  for (const name of ['Title', 'Why you recommend it', 'Link (optional)'])
    await expect(page.getByRole('textbox', { name })).toHaveValue('');
});

test('a link must be a web address and opens in a new tab', async ({ join, openBrowser }) => {
  const page = await openBrowser(await join());
  await page.goto('/podcasts');
  await addButton(page, 'Recommend a Podcast').click();
  const title = unique('Night voices');
  await page.getByLabel('Title').fill(title);
  await page.getByRole('textbox', { name: 'Why you recommend it' }).fill('Slow.');
  const link = page.getByRole('textbox', { name: 'Link (optional)' });
  for (const invalid of ['javascript:alert(1)', 'books.example', 'https://books.example@evil.test/']) {
    await link.fill(invalid);
    await submitButton(page).click();
    await expect(link).toHaveAccessibleDescription('Please enter a web address that begins with https:// or http://');
    await link.fill('');
    await expect(link).toHaveAccessibleDescription('');
  }
  await link.fill('https://www.voices.example/night?episode=3');
  await submitButton(page).click();
  const renderedLink = cardWith(page, title).getByRole('link', { name: 'voices.example (opens in a new tab)' });
  await expect(renderedLink).toHaveAttribute('href', 'https://www.voices.example/night?episode=3');
  await expect(renderedLink).toHaveAttribute('target', '_blank');
  await expect(renderedLink).toHaveAttribute('rel', /noopener noreferrer/);
});

test('a recommendation draft survives closing, a reload and a failure and is sent once, and Cancel discards it', async ({
  join,
  openBrowser,
  tolerate,
}) => {
  tolerate(failedResponse(500));
  const page = await openBrowser(await join());
  await page.goto('/books');
  const title = unique('The Winter Book');
  const reasonField = page.getByRole('textbox', { name: 'Why you recommend it' });
  await addButton(page).click();
  await page.getByLabel('Title').fill(title);
  await reasonField.fill('Snow, and soup.');
  await addButton(page).click();
  await page.reload();
  await page.goto('/podcasts');
  await addButton(page, 'Recommend a Podcast').click();
  await expect(page.getByLabel('Title')).toHaveValue('');
  await page.goto('/books');
  let idempotencyKeys: (string | undefined)[] = [];
  await page.route('/api/recommendations', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    idempotencyKeys = [...idempotencyKeys, route.request().headers()['idempotency-key']];
    // The server stores the recommendation, but its response is lost.
    if (idempotencyKeys.length === 1) await route.fetch();
    return idempotencyKeys.length === 1 ? failRequest(route) : route.continue();
  });
  await addButton(page).click();
  await expect(page.getByLabel('Title')).toHaveValue(title);
  await expect(reasonField).toHaveValue('Snow, and soup.');
  await submitButton(page).click();
  await expect(toast(page)).toContainText('Failed to add recommendation. Please try again.');
  await expect(page.getByLabel('Title')).toHaveValue(title);
  await submitButton(page).click();
  await expect(toast(page)).toContainText('Recommendation added');
  expect(idempotencyKeys).toEqual([idempotencyKeys[0], idempotencyKeys[0]]);
  await page.reload();
  await expect(cardWith(page, title)).toHaveCount(1);

  await addButton(page).click();
  await page.getByLabel('Title').fill('Never mind');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await addButton(page).click();
  await expect(page.getByLabel('Title')).toHaveValue('');
});

test('a recommendation that fails offline keeps its text and shows the reason', async ({
  join,
  openBrowser,
  tolerate,
}) => {
  const page = await openBrowser(await join());
  await page.goto('/books');
  const title = unique('In the tunnel');
  await addButton(page).click();
  await page.getByLabel('Title').fill(title);
  await page.getByRole('textbox', { name: 'Why you recommend it' }).fill('Dark, then light.');
  tolerate(/net::ERR_INTERNET_DISCONNECTED|WebSocket connection to .* failed/);
  await page.context().setOffline(true);
  await submitButton(page).click();
  await expect(toast(page)).toContainText('Failed to add recommendation. Please try again.');
  await expect(recommendationSection(page).getByRole('alert')).toContainText('The community could not be reached.');
  await page.context().setOffline(false);
  await submitButton(page).click();
  await expect(cardWith(page, title)).toBeVisible();
});

test('a flagged member sees that their recommendation awaits review', async ({ join, openBrowser }) => {
  const ana = await join('Ana');
  await flagMember(ana);
  const page = await openBrowser(ana);
  await page.goto('/books');
  const title = unique('Held');
  await addButton(page).click();
  await page.getByLabel('Title').fill(title);
  await page.getByRole('textbox', { name: 'Why you recommend it' }).fill('For a long night.');
  await submitButton(page).click();
  await expect(toast(page)).toContainText('Your recommendation awaits review');
  await expect(cardWith(page, title)).toContainText('Awaiting review');
});

test('a member recommends a book by keyboard', async ({ join, openBrowser }) => {
  const page = await openBrowser(await join());
  await page.goto('/books');
  await addButton(page).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Title')).toBeFocused();
  const title = unique('Key by key');
  await page.keyboard.type(title);
  await page.keyboard.press('Tab');
  await page.keyboard.type('It is short.');
  for (const name of ['Link (optional)', 'Cancel', 'Add Recommendation']) {
    await page.keyboard.press('Tab');
    await expect(page.locator(':focus')).toHaveAccessibleName(name);
  }
  await page.keyboard.press('Enter');
  await expect(cardWith(page, title)).toBeVisible();
  await expect(addButton(page)).toBeFocused();
});

test('the recommendation form is accessible', async ({ join, openBrowser }) => {
  const page = await openBrowser(await join());
  await page.goto('/books');
  await addButton(page).click();
  await page.getByLabel('Title').fill('Unbreakable'.repeat(19));
  await page.getByRole('textbox', { name: 'Why you recommend it' }).fill('Short.');
  await page.getByRole('textbox', { name: 'Link (optional)' }).fill('nowhere');
  await submitButton(page).click();
  await expect(page.getByText('Please keep it within 200 characters')).toBeVisible();
  await expectAccessible(page, 'the recommendation form');
});
