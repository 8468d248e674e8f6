import { toast } from './support/feed.ts';
import { expect, test } from './support/journey.ts';
import { controlLiveConnection } from './support/live-connection.ts';
import { createPerson, Member } from './support/member.ts';
import { sendRequest, connect, idOf, connectionsLink, request, suggestions } from './support/members.ts';
import { resize } from './support/resize.ts';

test.describe('connections', () => {
  test('a request arrives and is accepted live, and both members disappear from each other’s suggestions @critical', async ({
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

  test('a member can withdraw a request and decline another member’s', async ({ join, openBrowser }) => {
    const ana = await join('Ana');
    const ben = await join('Ben');
    const page = await openBrowser(ana);
    await page.goto(`/profile/${await idOf(ben)}`);
    const main = page.getByRole('main');
    await main.getByRole('button', { name: `Connect with ${ben.name}` }).click();
    const undoButton = main.getByRole('button', { name: `Undo the request to ${ben.name}` });
    // Focus moves to the button that replaces the pressed one.
    await expect(undoButton).toBeFocused();
    await undoButton.click();
    await expect(toast(page)).toContainText('Request withdrawn');

    await sendRequest(ben, 'POST', '/api/connections', { userId: await idOf(ana) });
    await main.getByRole('button', { name: `Decline the request of ${ben.name}` }).click();
    await expect(toast(page)).toContainText('Request declined');
    await expect(main.getByRole('button', { name: `Connect with ${ben.name}` })).toBeVisible();
  });

  test('a member can end a connection', async ({ join, openBrowser }) => {
    const ana = await join('Ana');
    const ben = await join('Ben');
    await connect(ana, ben);
    const page = await openBrowser(ana);
    await page.goto('/connections');
    // Messaging is a visible button. Ending the connection is in a menu, to avoid accidental presses.
    await expect(page.getByRole('link', { name: `Message ${ben.name}` })).toBeVisible();
    await expect(page.getByRole('button', { name: /^End connection/ })).toHaveCount(0);
    await page.getByRole('button', { name: `More about ${ben.name}` }).click();
    await page.getByRole('menuitem', { name: 'End connection' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'End connection' }).click();
    await expect(page.getByText('No connections yet')).toBeVisible();
    await expect(connectionsLink(page)).toHaveText(/^0/);
  });

  test('a member opens a chat from the list of connections', async ({ join, openBrowser }) => {
    const [ana, ben] = [await join('Ana'), await join('Ben')];
    await connect(ana, ben);
    const page = await openBrowser(ana);
    await page.goto('/connections');
    await page.getByRole('link', { name: `Message ${ben.name}` }).click();
    await expect(page).toHaveURL(`/messages/${await idOf(ben)}`);
  });

  test('suggestions fill their row, and their buttons are aligned', async ({ startServer, openBrowser }) => {
    const server = await startServer();
    const ana = await Member.join(server, createPerson('Ana'));
    const page = await openBrowser(ana, { width: 768 });
    const titles = [null, 'Somebody with rather a long title about slow walks and soup', 'Gardener'];
    for (const [index, title] of titles.entries()) {
      const member = await Member.join(server, createPerson(`Suggested${index}`));
      if (title !== null) await request(member, 'PUT', '/api/auth/user', { title });
      await page.goto('/connections');
      for (const width of [768, 1023, 1279]) {
        await resize(page, width, 900);
        const list = suggestions(page).getByRole('list');
        await expect(list.getByRole('listitem')).toHaveCount(index + 1);
        const row = (await list.boundingBox())!;
        const last = (await list.getByRole('listitem').last().boundingBox())!;
        expect(Math.abs(row.x + row.width - last.x - last.width), `${index + 1} at ${width} px`).toBeLessThanOrEqual(1);
        if (width > 1023) continue;
        const tops = await list
          .getByRole('button')
          .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().y));
        expect(Math.max(...tops) - Math.min(...tops), `${index + 1} at ${width} px`).toBeLessThanOrEqual(1);
      }
    }
  });
});
