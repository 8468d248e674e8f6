import type { Page } from '@playwright/test';
import { waitForServiceWorker, waitForCachedApplication } from './support/device.ts';
import { composer, postWith, shareButton, shareInBrowser, toast } from './support/feed.ts';
import { expect, test } from './support/journey.ts';
import { controlLiveConnection } from './support/live-connection.ts';
import { createPerson, Member, unique } from './support/member.ts';

test('a post that fails offline keeps its text and can be shared when the connection is back', async ({
  join,
  openBrowser,
  tolerate,
}) => {
  const page = await openBrowser(await join());
  await page.goto('/');
  await expect(page.getByRole('region', { name: /^Notifications/ })).toBeAttached();
  await expect(page.getByText('You are offline')).toBeHidden();
  const composerBox = () => composer(page).boundingBox();
  const boxBefore = await composerBox();
  tolerate(/net::ERR_INTERNET_DISCONNECTED|WebSocket connection to .* failed/);
  await page.context().setOffline(true);
  await expect(page.getByRole('status').filter({ hasText: 'You are offline' })).toBeVisible();
  await expect(page.getByText('You are offline')).toBeInViewport();
  // The offline notice does not move the content.
  expect(await composerBox()).toEqual(boxBefore);

  const text = unique('Written in the tunnel.');
  await composer(page).fill(text);
  await shareButton(page).click();
  await expect(toast(page)).toContainText('Failed to create post. Please try again.');
  await expect(composer(page)).toHaveValue(text);

  await page.context().setOffline(false);
  await expect(page.getByText('You are offline')).toBeHidden();
  await shareButton(page).click();
  await expect(postWith(page, text)).toHaveCount(1);

  // A page goes live at once when the network is back. Its clock stands still, so that its retry delay of at least half
  // a second does not pass.
  await page.clock.install();
  const connection = await controlLiveConnection(page);
  await page.goto('/');
  await connection.waitForFrame();
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000);
  await connection.disconnect();
  await connection.reconnect();
  await page.clock.runFor(100);
  await expect.poll(connection.countOpened).toBe(1);
});

test('after a server restart, the page loads the missed updates', async ({ openBrowser, startServer, tolerate }) => {
  const server = await startServer({}, 'embedded');
  const mira = await Member.join(server, createPerson('Mira'));
  const likedPost = await mira.share('Before the storm.');
  const deletedPost = await mira.share('Only for a moment.');
  const page = await openBrowser(await Member.join(server, createPerson('Olu')));
  await page.goto('/');
  await shareInBrowser(page, 'All quiet here.');

  tolerate(/WebSocket connection to .* failed|net::ERR_/);
  await page.context().setOffline(true);
  await server.pause();
  await server.resume();
  await mira.share('The lights are back.');
  await mira.like(likedPost.id);
  await mira.delete(deletedPost.id);
  await page.context().setOffline(false);

  await expect(page.getByRole('button', { name: '1 new post', exact: true })).toBeVisible();
  await expect(postWith(page, 'Before the storm.').getByRole('button', { name: 'Like 1 like' })).toBeVisible();
  await expect(postWith(page, 'Only for a moment.')).toHaveCount(0);

  // The connection is live again.
  await mira.share('So is the kettle.');
  await expect(page.getByRole('button', { name: '2 new posts' })).toBeVisible();
});

const crisisHeading = (page: Page) => page.getByRole('heading', { name: 'You do not have to get through this alone' });
const failureHeading = (page: Page) => page.getByRole('heading', { name: 'We cannot reach the community right now' });

test('the crisis lines can be read offline from any page, by a visitor without the application too @critical', async ({
  join,
  openBrowser,
  tolerate,
}) => {
  tolerate(/net::ERR_INTERNET_DISCONNECTED|WebSocket connection to .* failed/);

  const membersPage = await openBrowser(await join(), { serviceWorkers: 'allow' });
  await membersPage.goto('/');
  await waitForCachedApplication(membersPage);
  await membersPage.context().setOffline(true);
  await membersPage.getByRole('link', { name: 'Get help now' }).click();
  await expect(membersPage).toHaveURL('/crisis');
  await expect(crisisHeading(membersPage)).toBeVisible();
  await expect(membersPage.getByText('If you are in immediate danger')).toBeVisible();
  await membersPage.goto('/messages');
  await expect(failureHeading(membersPage)).toBeVisible();
  await expect(membersPage.getByRole('link', { name: 'Get help now' })).toBeVisible();

  const page = await openBrowser(null, { serviceWorkers: 'allow' });
  await page.goto('/dmtools');
  await waitForServiceWorker(page);
  expect(await page.evaluate(() => caches.has('application'))).toBe(false);
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'Get help now' }).click();
  await expect(crisisHeading(page)).toBeVisible();
  await page.goto('/self-help/panic');
  await expect(page.getByRole('heading', { level: 1, name: /panic/i })).toBeVisible();
  await page.goto('/login');
  await expect(failureHeading(page)).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Self-Help Library' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Self-Help Library' })).toBeVisible();
  await page.goBack();
  await page.getByRole('link', { name: 'Crisis lines', exact: true }).click();
  await expect(crisisHeading(page)).toBeVisible();
});
