import { expect, type Page } from '@playwright/test';
import type { CommunityServer } from './community-server.ts';

const password = 'morning light';

/** Returns the email addresses of the member, the manager and the administrator that the demo prints. */
export async function readPrintedEmails(server: CommunityServer): Promise<readonly [string, string, string]> {
  const readEmails = () =>
    [...server.output.matchAll(/^ +(?:Member|Manager|Administrator): +(\S+)$/gm)].map(([, email = '']) => email);
  await expect.poll(readEmails).toHaveLength(3);
  const [member = '', manager = '', admin = ''] = readEmails();
  return [member, manager, admin];
}

export async function signInToDemo(page: Page, email: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL('/');
}
