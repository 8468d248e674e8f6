import type { CommunityEvent, EventInput } from '@commons/contract/events/schemas';
import type { Locator, Page } from '@playwright/test';
import { type Member, unique } from './member.ts';
import { request } from './members.ts';

let dayOffset = 0;

/** Adds an event, by default in 2199. Each default date is one day earlier, so new events sort first. */
export const addEvent = (organizer: Member, fields: Partial<EventInput> = {}): Promise<CommunityEvent> => {
  dayOffset += 1;
  const eventDate = new Date(Date.parse('2199-05-01T10:00:00.000Z') - dayOffset * 86_400_000).toISOString();
  return request(organizer, 'POST', '/api/events', { title: unique('A walk'), eventDate, ...fields });
};

export const respondToEvent = (member: Member, { id }: CommunityEvent, going = true): Promise<CommunityEvent> =>
  request(member, 'PUT', `/api/events/${id}/attendance`, { going });

export const eventCard = (page: Page, title: string): Locator => page.getByRole('article', { name: title });
