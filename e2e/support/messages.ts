import { randomUUID } from 'node:crypto';
import type { Message } from '@commons/contract/messages/schemas';
import type { Report } from '@commons/contract/reports/schemas';
import { expect, type Locator, type Page } from '@playwright/test';
import type { Member } from './member.ts';
import { idOf, request } from './members.ts';

export const sendMessage = async (sender: Member, recipient: Member, content: string): Promise<{ id: string }> =>
  request(sender, 'POST', '/api/messages', { receiverId: await idOf(recipient), content, clientId: randomUUID() });

export const changeSettings = (member: Member, settings: Record<string, unknown>): Promise<unknown> =>
  request(member, 'PUT', '/api/settings', settings);

/** Returns the stored messages of a conversation as one member sees them, oldest first. */
export const readMessages = async (member: Member, partner: Member): Promise<Message[]> => {
  const path = `/api/messages?limit=100&userId=${await idOf(partner)}`;
  return (await request<Message[]>(member, 'GET', path)).toReversed();
};

/** Returns the texts of a conversation, oldest first. */
export const readConversation = async (member: Member, partner: Member): Promise<string[]> =>
  (await readMessages(member, partner)).map(({ content }) => content);

export const readReports = (member: Member): Promise<Report[]> => request(member, 'GET', '/api/reports/mine');

export const openChat = async (page: Page, partner: Member): Promise<void> => {
  await page.goto(`/messages/${await idOf(partner)}`);
  await expect(messageField(page)).toBeVisible();
};

export const messageField = (page: Page): Locator => page.getByRole('textbox', { name: /^Message to/ });

/** The messages of the open chat. */
export const messageList = (page: Page): Locator => page.getByRole('region', { name: /^Messages with/ });

/** One message of the open chat. */
export const messageWith = (page: Page, text: string): Locator =>
  messageList(page).getByRole('listitem').filter({ hasText: text });

/** The messages link in the header. Its accessible name includes the number of unread conversations. */
export const messagesLink = (page: Page): Locator => page.getByRole('banner').getByRole('link', { name: /^Messages/ });

export async function sendInBrowser(page: Page, text: string): Promise<void> {
  await messageField(page).fill(text);
  await messageField(page).press('Enter');
}
