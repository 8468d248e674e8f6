import type { CommunityEvent, EventInput } from '@commons/contract/events';
import type { Locator, Page } from '@playwright/test';
import { type Member, unique } from './member.ts';
import { request } from './members.ts';

/** An event in some hundred years unless told: far from every other one. */
export const addEvent = (by: Member, given: Partial<EventInput> = {}): Promise<CommunityEvent> =>
  request(by, 'POST', '/api/events', { title: unique('A walk'), eventDate: '2199-05-01T10:00:00.000Z', ...given });

export const answerEvent = (member: Member, { id }: CommunityEvent, going = true): Promise<CommunityEvent> =>
  request(member, 'PUT', `/api/events/${id}/attendance`, { going });

export const eventCard = (page: Page, title: string): Locator => page.getByRole('article', { name: title });

/** Somebody with a role, as an administrator would have given it. */
export async function withRole(member: Member, role: 'manager' | 'admin'): Promise<Member> {
  const database = await member.server.database();
  await database.query('UPDATE users SET role = $2 WHERE email = $1', [member.email, role]);
  return member;
}
