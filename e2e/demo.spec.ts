import type { Page } from '@playwright/test';
import type { CommunityServer } from './support/community-server.ts';
import { expect, test } from './support/journey.ts';
import { badge } from './support/messages.ts';

const password = 'morning light';

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL('/');
}

/** The three sign-ins, as they are printed. */
const printedIn = ({ output }: CommunityServer): string[] =>
  [...output.matchAll(/^ +(?:Member|Manager|Administrator): +(\S+)$/gm)].map(([, email = '']) => email);

test('somebody looks around in the demo as each of those whose sign-ins it prints', async ({
  startServer,
  openBrowser,
}) => {
  test.slow();
  const server = await startServer({}, 'demo');
  await expect.poll(() => printedIn(server)).toHaveLength(3);
  const [member = '', manager = '', admin = ''] = printedIn(server);

  const page = await openBrowser(null, { server });
  await signIn(page, member);
  await expect(page.getByRole('article').first()).toContainText('Careful on the bridge');
  await expect(page.getByRole('img', { name: /^A bridge with two arches/ })).toBeVisible();
  await expect(badge(page)).toHaveAccessibleName(/3/);
  await page.goto('/events');
  await expect(page.getByRole('heading', { name: 'A slow walk along the river' })).toBeVisible();
  await page.goto('/journal');
  await expect(page.getByText('The light comes in low and asks nothing', { exact: false })).toBeVisible();

  const managers = await openBrowser(null, { server });
  await signIn(managers, manager);
  await managers.goto('/events');
  await expect(managers.getByRole('button', { name: 'Create Event' })).toBeVisible();

  const admins = await openBrowser(null, { server });
  await signIn(admins, admin);
  await admins.goto('/admin');
  await expect(admins.getByText('amara@demo.example')).toBeVisible();

  for (const open of [page, managers, admins]) await open.context().close();
  await server.pause();
  await server.resume();
  const again = await openBrowser(null, { server });
  await signIn(again, member);
  await expect(again.getByRole('article').first()).toContainText('Careful on the bridge');
});
