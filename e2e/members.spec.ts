import { expectAccessible } from './support/accessible.ts';
import { postWith, toast } from './support/feed.ts';
import { expect, failedResponse, test } from './support/journey.ts';
import { controlLiveConnection, waitUntilLive } from './support/live-connection.ts';
import { unique } from './support/member.ts';
import { sendRequest, connect, idOf } from './support/members.ts';

test('saving a profile updates the name on loaded posts without refetching', async ({ join, openBrowser }) => {
  const ana = await join('Ana');
  const text = unique('Under my old name.');
  await ana.share(text);
  const page = await openBrowser(ana);
  const connection = await controlLiveConnection(page);
  await page.goto('/');
  await expect(postWith(page, text)).toContainText('Ana Field');
  // Opening the live connection refetches everything once.
  await connection.waitUntilCaughtUp();
  const ownPostsLoaded = page.waitForResponse(/\/api\/posts\?userId=/);
  await page.getByRole('complementary', { name: 'Main sidebar' }).getByRole('link', { name: ana.name }).click();
  await ownPostsLoaded;
  await expect(page.getByRole('region', { name: 'Posts' })).toContainText(text);
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

test('another member’s profile hides empty sections and zero counts', async ({ join, openBrowser }) => {
  const [ana, ben] = [await join('Ana'), await join('Ben')];
  const page = await openBrowser(ana);
  await page.goto(`/profile/${await idOf(ben)}`);
  await expect(page.getByText('No posts yet')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Mindfulness Journey' })).toHaveCount(0);
  await expect(page.getByRole('main').getByText(/\b0\b/)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Tell us a little about yourself' })).toHaveCount(0);
  // Header and posts have the same width.
  const [about, posts] = [page.getByRole('region', { name: 'About' }), page.getByRole('region', { name: 'Posts' })];
  expect((await about.boundingBox())!.width).toBe((await posts.boundingBox())!.width);

  await ben.share(unique('First words.'));
  await page.reload();
  const mindfulnessSection = page.getByRole('region', { name: 'Mindfulness Journey' });
  await expect(mindfulnessSection).toContainText('Mindfulness Points1');
  await expect(mindfulnessSection).not.toContainText('Meditation');
  await expect(page.getByRole('link', { name: '1 Post' })).toBeVisible();
  // The number is next to its label.
  const [number, label] = [
    mindfulnessSection.getByText('1', { exact: true }),
    mindfulnessSection.getByText('Mindfulness Points'),
  ];
  const [numberBox, labelBox] = [await number.boundingBox(), await label.boundingBox()];
  expect(labelBox!.x - (numberBox!.x + numberBox!.width)).toBeLessThan(24);
});

test('a block hides two members from each other and can be removed @critical', async ({
  join,
  openBrowser,
  tolerate,
}) => {
  const ana = await join('Ana');
  const ben = await join('Ben');
  const text = unique('A post of Ben’s');
  await ben.share(text);
  const [anaId, benId] = await Promise.all([idOf(ana), idOf(ben)]);
  const anasPage = await openBrowser(ana);
  const bensPage = await openBrowser(ben);
  await anasPage.goto('/');
  await postWith(anasPage, text).getByRole('link', { name: ben.name, exact: true }).click();
  await expect(anasPage.getByRole('heading', { level: 1, name: ben.name })).toBeVisible();
  await anasPage.getByRole('button', { name: `More about ${ben.name}` }).click();
  await anasPage.getByRole('menuitem', { name: 'Block' }).click();
  await anasPage.getByRole('alertdialog').getByRole('button', { name: 'Block' }).click();
  await expect(toast(anasPage)).toContainText('Blocked');
  await expect(
    anasPage.getByRole('main', { name: '' }).getByRole('article').first().or(anasPage.getByText('Welcome to The')),
  ).toBeVisible();
  await expect(postWith(anasPage, text)).toHaveCount(0);

  tolerate(failedResponse(404));
  await Promise.all([anasPage.goto(`/profile/${benId}`), bensPage.goto(`/profile/${anaId}`)]);
  for (const page of [anasPage, bensPage])
    await expect(page.getByRole('heading', { name: 'Member not found' })).toBeVisible();

  await anasPage.goto('/settings');
  await anasPage.getByRole('button', { name: `Unblock ${ben.name}` }).click();
  await expect(anasPage.getByText('You have not blocked anyone.')).toBeVisible();
  await bensPage.reload();
  await expect(bensPage.getByRole('heading', { level: 1, name: ana.name })).toBeVisible();
});

test('a muted member’s posts disappear from the feed and return after unmuting @critical', async ({
  join,
  openBrowser,
}) => {
  const ana = await join('Ana');
  const ben = await join('Ben');
  const text = unique('A post of Ben’s');
  await ben.share(text);
  const page = await openBrowser(ana);
  await page.goto('/');
  await postWith(page, text).getByRole('link', { name: ben.name, exact: true }).click();
  await page.getByRole('button', { name: `More about ${ben.name}` }).click();
  await page.getByRole('menuitem', { name: 'Mute' }).click();
  await expect(toast(page)).toContainText('Muted');
  await expect(postWith(page, text)).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('textbox', { name: /Share your thoughts/ })).toBeVisible();
  await expect(postWith(page, text)).toHaveCount(0);
  await page.goto('/settings');
  await page.getByRole('button', { name: `Unmute ${ben.name}` }).click();
  await expect(page.getByText('You have not muted anyone.')).toBeVisible();
});

test('points, counts and title in the left rail update live', async ({ join, openBrowser }) => {
  const ana = await join('Ana');
  const page = await openBrowser(ana);
  const pageIsLive = waitUntilLive(page);
  await page.goto('/profile');
  const rail = page.getByRole('complementary', { name: 'Main sidebar' });
  await expect(rail).toContainText('Mental Health Advocate');
  await expect(page.getByText('No posts yet')).toBeVisible();
  await expect(rail.getByRole('region', { name: 'Community Impact' })).toContainText('Active Members');
  await pageIsLive;
  await ana.share(unique('One more'));
  await expect(rail.getByRole('link', { name: /Posts?$/ })).toHaveText(/^1/);
  await expect(page.getByRole('region', { name: 'Mindfulness Journey' })).toContainText('Mindfulness Points1');
});

test('the link to the member’s own posts moves keyboard focus to them', async ({ join, openBrowser }) => {
  const page = await openBrowser(await join('Ana'));
  const posts = page.getByRole('region', { name: 'Posts', exact: true });
  const link = page.getByRole('complementary', { name: 'Main sidebar' }).getByRole('link', { name: /Posts?$/ });
  await page.goto('/settings');
  await link.press('Enter');
  await expect(page).toHaveURL('/profile#posts');
  await expect(posts).toBeFocused();
  // The section is loaded later than the rest of the screen.
  await page.reload();
  await expect(posts).toBeFocused();
  await page.goto('/profile');
  await link.press('Enter');
  await expect(posts).toBeFocused();
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
    '/',
  ]) {
    await page.goto(path);
    await expect(page.getByRole('main').getByRole('heading').first()).toBeAttached();
    await expect(page.getByText(/^Loading/)).toHaveCount(0);
    await expectAccessible(page, path);
  }
});
