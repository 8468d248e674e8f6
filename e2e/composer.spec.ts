import { composer, holdRequest, postWith, shareButton, toast } from './support/feed.ts';
import { expect, test } from './support/journey.ts';
import { unique } from './support/member.ts';

test('a post is sent once when its author leaves the screen or its response is lost @critical', async ({
  join,
  openBrowser,
  tolerate,
}) => {
  const member = await join();
  const page = await openBrowser(member);
  await page.goto('/');
  const expectSharedOnce = async (text: string) => {
    await expect(postWith(page, text)).toHaveCount(1);
    await expect(composer(page)).toHaveValue('');
    await expect(page.getByRole('button', { name: /^(Share|Sharing\.\.\.)$/, disabled: false })).toHaveCount(0);
    expect((await member.readFeed()).filter(({ content }) => content === text)).toHaveLength(1);
  };
  for (const arrival of ['while its author is away', 'after its author returns'])
    await test.step(`the response arrives ${arrival}`, async () => {
      const text = unique('Slowly, slowly.');
      const heldRequest = await holdRequest(page, '/api/posts', 'POST');
      await composer(page).fill(text);
      await shareButton(page).click();
      await heldRequest.arrived;
      await page.getByRole('complementary', { name: 'Main sidebar' }).getByRole('link', { name: member.name }).click();
      await expect(page).toHaveURL('/profile');
      if (arrival === 'while its author is away') {
        heldRequest.release();
        await expect(toast(page)).toContainText('Your post has been shared with the community');
      }
      await page.goBack();
      if (arrival === 'after its author returns') {
        await expect(page.getByRole('button', { name: 'Sharing...' })).toBeDisabled();
        await expect(composer(page)).toHaveValue(text);
        heldRequest.release();
      }
      await expectSharedOnce(text);
      await page.unrouteAll();
    });

  await test.step('the response is lost', async () => {
    const text = unique('The bus waited for me.');
    tolerate(/net::ERR_FAILED/);
    await page.route('/api/posts', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      await route.fetch();
      return route.abort();
    });
    await composer(page).fill(text);
    await shareButton(page).click();
    await expect(toast(page)).toContainText('Failed to create post. Please try again.');
    await page.unroute('/api/posts');
    await shareButton(page).click();
    await expect(toast(page)).toContainText('Your post has been shared with the community');
    await expectSharedOnce(text);
  });
});

test('two tabs edit one draft with text and a poll, and sharing it clears both tabs', async ({ join, openBrowser }) => {
  const page = await openBrowser(await join());
  await page.goto('/');
  const text = unique('Begun here');
  await composer(page).fill(text);
  await page.getByRole('button', { name: 'Poll' }).click();
  await page.getByLabel('Option 1', { exact: true }).fill('Tea');
  const otherTab = await page.context().newPage();
  await otherTab.goto('/');
  await expect(composer(otherTab)).toHaveValue(text);
  await composer(otherTab).fill(`${text}, ended there`);
  await expect(composer(page)).toHaveValue(`${text}, ended there`);
  await otherTab.getByLabel('Option 2', { exact: true }).fill('Coffee');
  await expect(page.getByLabel('Option 2', { exact: true })).toHaveValue('Coffee');
  await page.getByLabel('Option 1', { exact: true }).fill('Black tea');
  await expect(otherTab.getByLabel('Option 1', { exact: true })).toHaveValue('Black tea');
  await shareButton(otherTab).click();
  await expect(postWith(otherTab, 'ended there').getByRole('radio')).toHaveCount(2);
  await expect(composer(page)).toHaveValue('');
  await expect(page.getByLabel('Option 1', { exact: true })).toHaveCount(0);
});
