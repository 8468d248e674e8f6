import type { Recommendation, RecommendationInput } from '@commons/contract/recommendations';
import type { Page } from '@playwright/test';
import { type Member, unique } from './member.ts';
import { request } from './members.ts';

/** A member recommends something, a book unless told, without the ceremony of doing so in a browser. */
export const recommend = (member: Member, given: Partial<RecommendationInput> = {}): Promise<Recommendation> =>
  request(member, 'POST', '/api/recommendations', {
    type: 'book',
    title: unique('The Summer Book'),
    content: 'An island, a child, a grandmother.',
    ...given,
  });

/** The section of a screen, by what it is called there. */
export const section = (page: Page, name = 'Community Book Recommendations') =>
  page.getByRole('region', { name, exact: true });

export const addButton = (page: Page, name = 'Recommend a Book') => page.getByRole('button', { name, exact: true });

export const submit = (page: Page) => page.getByRole('button', { name: 'Add Recommendation' });
