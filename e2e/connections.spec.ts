import { toast } from './support/feed.ts';
import { expect, test } from './support/journey.ts';
import { controlLiveConnection } from './support/live-connection.ts';
import { createPerson, Member } from './support/member.ts';
import { connect, connectionsLink, idOf, sendRequest, suggestions } from './support/members.ts';

test('a request arrives and is accepted live, and both members disappear from each other’s suggestions', async ({
  startServer,
  openBrowser,
}) => {
  // At most three suggestions are shown, so only a small community makes them predictable.
  const server = await startServer();
  const ana = await Member.join(server, createPerson('Ana'));
  const ben = await Member.join(server, createPerson('Ben'));
  const anasPage = await openBrowser(ana);
  const bensPage = await openBrowser(ben);
  const connection = await controlLiveConnection(anasPage);
  await Promise.all([anasPage.goto('/'), bensPage.goto('/connections?tab=incoming')]);
  await connection.waitUntilCaughtUp();
  await expect(suggestions(bensPage)).toContainText(ana.name);
  await expect(bensPage.getByText('No requests waiting')).toBeVisible();

  await suggestions(anasPage)
    .getByRole('button', { name: `Connect with ${ben.name}` })
    .click();
  await expect(toast(anasPage)).toContainText('Request sent');
  await expect(suggestions(anasPage)).toContainText('Requested');

  const acceptButton = bensPage
    .getByRole('tabpanel')
    .getByRole('button', { name: `Accept the request of ${ana.name}` });
  await expect(acceptButton).toBeVisible();
  await expect(suggestions(bensPage)).not.toContainText(ana.name);
  await expect(bensPage.getByRole('tab', { name: /Requests/ })).toContainText('1 connection request');
  await acceptButton.click();

  await expect(connectionsLink(bensPage)).toHaveText(/^1/);
  await expect(connectionsLink(anasPage)).toHaveText(/^1/);
  await expect(suggestions(anasPage)).toContainText('No suggestions available');
  await bensPage.getByRole('tab', { name: 'Connected' }).click();
  await expect(bensPage.getByRole('tabpanel')).toContainText(ana.name);
});

test('a member withdraws a request, declines one, writes to a connection, and ends it', async ({
  join,
  openBrowser,
}) => {
  const [ana, ben] = [await join('Ana'), await join('Ben')];
  const page = await openBrowser(ana);
  await page.goto(`/profile/${await idOf(ben)}`);
  const main = page.getByRole('main');
  const connectButton = main.getByRole('button', { name: `Connect with ${ben.name}` });
  await connectButton.click();
  const undoButton = main.getByRole('button', { name: `Undo the request to ${ben.name}` });
  // Focus moves to the button that replaces the pressed one.
  await expect(undoButton).toBeFocused();
  await undoButton.click();
  await expect(toast(page)).toContainText('Request withdrawn');

  await sendRequest(ben, 'POST', '/api/connections', { userId: await idOf(ana) });
  await main.getByRole('button', { name: `Decline the request of ${ben.name}` }).click();
  await expect(toast(page)).toContainText('Request declined');
  await expect(connectButton).toBeVisible();

  await connect(ana, ben);
  await page.goto('/connections');
  // Messaging is a visible button. Ending the connection is in a menu, to avoid accidental presses.
  await page.getByRole('link', { name: `Message ${ben.name}` }).click();
  await expect(page).toHaveURL(`/messages/${await idOf(ben)}`);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Connections' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^End connection/ })).toHaveCount(0);
  await page.getByRole('button', { name: `More about ${ben.name}` }).click();
  await page.getByRole('menuitem', { name: 'End connection' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'End connection' }).click();
  await expect(page.getByText('No connections yet')).toBeVisible();
  await expect(connectionsLink(page)).toHaveText(/^0/);
});
