import { readPrintedEmails, signInToDemo } from './support/demo.ts';
import { expect, test } from './support/journey.ts';
import { messagesLink } from './support/messages.ts';

test('a visitor can use the demo with each printed account', async ({ startServer, openBrowser }) => {
  test.slow();
  const server = await startServer({}, 'demo');
  const [member, manager, admin] = await readPrintedEmails(server);

  const page = await openBrowser(null, { server });
  await signInToDemo(page, member);
  await expect(page.getByRole('article').first()).toContainText('Careful on the bridge');
  await expect(page.getByRole('img', { name: /^A bridge with two arches/ })).toBeVisible();
  await expect(messagesLink(page)).toHaveAccessibleName(/3/);
  await page.goto('/events');
  await expect(page.getByRole('heading', { name: 'A slow walk along the river' })).toBeVisible();
  await page.goto('/journal');
  await expect(page.getByText('The light comes in low and asks nothing', { exact: false })).toBeVisible();

  const managerPage = await openBrowser(null, { server });
  await signInToDemo(managerPage, manager);
  await managerPage.goto('/events');
  await expect(managerPage.getByRole('button', { name: 'Create Event' })).toBeVisible();

  const adminPage = await openBrowser(null, { server });
  await signInToDemo(adminPage, admin);
  await adminPage.goto('/admin');
  await expect(adminPage.getByText('amara@demo.example')).toBeVisible();

  for (const openPage of [page, managerPage, adminPage]) await openPage.context().close();
  await server.pause();
  await server.resume();
  const pageAfterRestart = await openBrowser(null, { server });
  await signInToDemo(pageAfterRestart, member);
  await expect(pageAfterRestart.getByRole('article').first()).toContainText('Careful on the bridge');
});
