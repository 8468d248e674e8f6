import { toast } from './support/feed.ts';
import { expect, test } from './support/journey.ts';
import { aPerson, Member } from './support/member.ts';
import { ask, connect, idOf, ownConnections, suggestions } from './support/members.ts';

test.describe('connections', () => {
  test('a request is seen and accepted live, and both leave each other’s suggestions', async ({
    startServer,
    openBrowser,
  }) => {
    // Three suggestions are made at most: only in a small community is it sure whom they name.
    const server = await startServer();
    const ana = await Member.join(server, aPerson('Ana'));
    const ben = await Member.join(server, aPerson('Ben'));
    const anas = await openBrowser(ana);
    const bens = await openBrowser(ben);
    await Promise.all([anas.goto('/'), bens.goto('/connections?tab=incoming')]);
    await expect(suggestions(bens)).toContainText(ana.name);
    await expect(bens.getByText('No requests waiting')).toBeVisible();

    await suggestions(anas)
      .getByRole('button', { name: `Connect with ${ben.name}` })
      .click();
    await expect(toast(anas)).toContainText('Request sent');
    await expect(suggestions(anas)).toContainText('Requested');

    const accept = bens.getByRole('tabpanel').getByRole('button', { name: `Accept the request of ${ana.name}` });
    await expect(accept).toBeVisible();
    await expect(suggestions(bens)).not.toContainText(ana.name);
    await expect(bens.getByRole('tab', { name: /Requests/ })).toContainText('1 request waits for you');
    await accept.click();

    await expect(ownConnections(bens)).toHaveText(/^1/);
    await expect(ownConnections(anas)).toHaveText(/^1/);
    await expect(suggestions(anas)).toContainText('No suggestions available');
    await bens.getByRole('tab', { name: 'Connected' }).click();
    await expect(bens.getByRole('tabpanel')).toContainText(ana.name);
  });

  test('a request can be taken back, and declined', async ({ join, openBrowser }) => {
    const ana = await join('Ana');
    const ben = await join('Ben');
    const page = await openBrowser(ana);
    await page.goto(`/profile/${await idOf(ben)}`);
    const main = page.getByRole('main');
    await main.getByRole('button', { name: `Connect with ${ben.name}` }).click();
    const undo = main.getByRole('button', { name: `Undo the request to ${ben.name}` });
    // The keyboard stays where the pressed button was.
    await expect(undo).toBeFocused();
    await undo.click();
    await expect(toast(page)).toContainText('Request taken back');

    await ask(ben, 'POST', '/api/connections', { userId: await idOf(ana) });
    await main.getByRole('button', { name: `Decline the request of ${ben.name}` }).click();
    await expect(toast(page)).toContainText('Request declined');
    await expect(main.getByRole('button', { name: `Connect with ${ben.name}` })).toBeVisible();
  });

  test('a connection ends when either asks for it', async ({ join, openBrowser }) => {
    const ana = await join('Ana');
    const ben = await join('Ben');
    await connect(ana, ben);
    const page = await openBrowser(ana);
    await page.goto('/connections');
    await page.getByRole('button', { name: `End connection with ${ben.name}` }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'End connection' }).click();
    await expect(page.getByText('No connections yet')).toBeVisible();
    await expect(ownConnections(page)).toHaveText(/^0/);
  });
});
