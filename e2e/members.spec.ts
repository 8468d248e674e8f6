import { expectAccessible } from './support/accessible.ts';
import { postWith, toast } from './support/feed.ts';
import { expect, failedResponse, test } from './support/journey.ts';
import { controlLiveConnection } from './support/live-connection.ts';
import { unique } from './support/member.ts';
import { sendRequest, connect, idOf } from './support/members.ts';
import { settingsScreens } from './support/screens.ts';

test('a member mutes another, whose posts disappear, then blocks them, and takes both back', async ({
  join,
  openBrowser,
  tolerate,
}) => {
  const [ana, ben] = [await join('Ana'), await join('Ben')];
  const text = unique('A post of Ben’s');
  await ben.share(text);
  const [anaId, benId] = await Promise.all([idOf(ana), idOf(ben)]);
  const [page, bensPage] = [await openBrowser(ana), await openBrowser(ben)];
  const composerField = page.getByRole('textbox', { name: /Share your thoughts/ });
  const chooseFromMemberMenu = async (item: string) => {
    await page.getByRole('button', { name: `More about ${ben.name}` }).click();
    await page.getByRole('menuitem', { name: item, exact: true }).click();
  };
  await page.goto('/');
  await postWith(page, text).getByRole('link', { name: ben.name, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: ben.name })).toBeVisible();
  await chooseFromMemberMenu('Mute');
  await expect(toast(page)).toContainText('Muted');
  await expect(postWith(page, text)).toBeVisible();
  await page.goBack();
  await expect(composerField).toBeVisible();
  await expect(postWith(page, text)).toHaveCount(0);
  await page.goto('/settings/muted');
  await page.getByRole('button', { name: `Unmute ${ben.name}` }).click();
  await expect(page.getByText('You have not muted anyone.')).toBeVisible();

  await page.goto('/');
  await postWith(page, text).getByRole('link', { name: ben.name, exact: true }).click();
  await chooseFromMemberMenu('Block');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Block' }).click();
  await expect(toast(page)).toContainText('Blocked');
  await expect(composerField).toBeVisible();
  await expect(postWith(page, text)).toHaveCount(0);
  tolerate(failedResponse(404));
  await Promise.all([page.goto(`/profile/${benId}`), bensPage.goto(`/profile/${anaId}`)]);
  for (const blockedPage of [page, bensPage])
    await expect(blockedPage.getByRole('heading', { name: 'Member not found' })).toBeVisible();
  await page.goto('/settings/muted');
  await page.getByRole('button', { name: `Unblock ${ben.name}` }).click();
  await expect(page.getByText('You have not blocked anyone.')).toBeVisible();
  await bensPage.reload();
  await expect(bensPage.getByRole('heading', { level: 1, name: ana.name })).toBeVisible();
});

test('the left rail updates live and leads to the member’s posts, which show a new name without refetching', async ({
  join,
  openBrowser,
}) => {
  const ana = await join('Ana');
  const page = await openBrowser(ana);
  const connection = await controlLiveConnection(page);
  const rail = page.getByRole('complementary', { name: 'Main sidebar' });
  const posts = page.getByRole('region', { name: 'Posts', exact: true });
  const postsLink = rail.getByRole('link', { name: /Posts?$/ });
  await page.goto('/profile');
  await expect(rail).toContainText('Mental Health Advocate');
  await expect(page.getByText('No posts yet')).toBeVisible();
  await expect(rail.getByRole('region', { name: 'Community Impact' })).toContainText('Active Members');
  await connection.waitUntilCaughtUp();
  const text = unique('Under my old name.');
  await ana.share(text);
  await expect(postsLink).toHaveText(/^1/);
  await expect(page.getByRole('region', { name: 'Mindfulness Journey' })).toContainText('Mindfulness Points1');

  await test.step('the link to the posts moves the keyboard focus to them', async () => {
    await postsLink.press('Enter');
    await expect(posts).toBeFocused();
    await page.goto('/settings');
    await postsLink.press('Enter');
    await expect(page).toHaveURL('/profile#posts');
    await expect(posts).toBeFocused();
    // The section is loaded later than the rest of the screen.
    await page.reload();
    await expect(posts).toBeFocused();
  });

  await test.step('saving a profile updates the name on loaded posts', async () => {
    await page.goto('/');
    await expect(postWith(page, text)).toContainText('Ana Field');
    const ownPostsLoaded = page.waitForResponse(/\/api\/posts\?userId=/);
    await rail.getByRole('link', { name: ana.name }).click();
    await ownPostsLoaded;
    await expect(posts).toContainText(text);
    // Opening the live connection refetches everything once.
    await connection.waitUntilCaughtUp();
    const postRequests: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'GET' && request.url().includes('/api/posts')) postRequests.push(request.url());
    });
    await page.getByRole('button', { name: 'Edit Profile' }).click();
    await page.getByLabel('First name').fill('Anita');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(toast(page)).toContainText('Profile updated');
    await expect(postWith(page, text)).toContainText('Anita Field');
    expect(postRequests).toEqual([]);
    await page.goBack();
    await expect(postWith(page, text)).toContainText('Anita Field');
  });
});

const longNames = [
  ['Maximiliana-Alexandrina', 'von Hohenlohe-Öhringen'],
  ['Bartholomew-Fitzgerald', 'Featherstonehaugh-Cole'],
] as const;

test('member screens with long names are accessible', async ({ join, openBrowser }) => {
  const [ana, ben] = [await join(...longNames[0]), await join(...longNames[1])];
  const cleo = await join('Cleo');
  await sendRequest(ana, 'PUT', '/api/auth/user', {
    title: 'Supercalifragilistic'.repeat(3),
    instagram: 'ana',
    bio: 'Word'.repeat(60),
  });
  await connect(ana, ben);
  await sendRequest(cleo, 'POST', '/api/connections', { userId: await idOf(ana) });
  await sendRequest(ana, 'POST', `/api/mutes/${await idOf(ben)}`);
  const page = await openBrowser(ana);
  for (const path of [
    '/profile',
    `/profile/${await idOf(ben)}`,
    '/connections',
    '/connections?tab=incoming',
    '/settings',
    ...settingsScreens,
    '/',
  ]) {
    await page.goto(path);
    await expect(page.getByRole('main').getByRole('heading').first()).toBeAttached();
    await expect(page.getByText(/^Loading/)).toHaveCount(0);
    await expectAccessible(page, path);
  }
});
