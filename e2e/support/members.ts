import type { CurrentUser } from '@commons/contract/auth/schemas';
import type { Locator, Page } from '@playwright/test';
import type { Member } from './member.ts';

/** Sends an API request as a member and returns the response, whatever its status. */
export const sendRequest = (member: Member, method: string, path: string, body?: unknown): Promise<Response> =>
  fetch(`${member.server.url}${path}`, {
    method,
    headers: {
      cookie: `${member.cookie.name}=${member.cookie.value}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

/** Sends an API request as a member and returns its JSON. Throws on an error status. */
export async function request<ResponseBody>(
  member: Member,
  method: string,
  path: string,
  body?: unknown,
): Promise<ResponseBody> {
  const response = await sendRequest(member, method, path, body);
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as ResponseBody;
}

export const readViewer = (member: Member): Promise<CurrentUser> => request(member, 'GET', '/api/auth/user');

export const idOf = async (member: Member): Promise<string> => (await readViewer(member)).id;

/** Gives a member a role directly in the database. */
export async function withRole(member: Member, role: 'manager' | 'admin'): Promise<Member> {
  const database = await member.server.database();
  await database.query('UPDATE users SET role = $2 WHERE email = $1', [member.email, role]);
  return member;
}

/** Connects two members. The first sends the request, and the second accepts it. */
export async function connect(requester: Member, accepter: Member): Promise<void> {
  await request(requester, 'POST', '/api/connections', { userId: await idOf(accepter) });
  await request(accepter, 'POST', `/api/connections/${await idOf(requester)}/accept`);
}

/** The left rail's link to the member's connections. Its name starts with their number. */
export const connectionsLink = (page: Page): Locator =>
  page.getByRole('complementary', { name: 'Main sidebar' }).getByRole('link', { name: /Connections?$/ });

export const suggestions = (page: Page): Locator => page.getByRole('region', { name: 'Suggested Connections' });
