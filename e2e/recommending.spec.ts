import { toast } from './support/feed.ts';
import { expect, test } from './support/journey.ts';
import { unique } from './support/member.ts';
import { readViewer } from './support/members.ts';
import { addButton, recommendationSection, submitButton } from './support/recommendations.ts';

const screens = [
  { path: '/journal-prompts', heading: 'Community Recommendations', buttonName: 'Recommend a Prompt' },
  { path: '/books', heading: 'Community Book Recommendations', buttonName: 'Recommend a Book' },
  { path: '/podcasts', heading: 'Community Podcast Recommendations', buttonName: 'Recommend a Podcast' },
];

test('a member recommends a prompt, a book and a podcast, and each appears first on its screen', async ({
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
