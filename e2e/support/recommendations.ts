import type { Recommendation, RecommendationInput } from '@commons/contract/recommendations/schemas';
import type { Page } from '@playwright/test';
import { type Member, unique } from './member.ts';
import { request } from './members.ts';

/** Creates a recommendation through the API, a book by default. */
export const recommend = (member: Member, fields: Partial<RecommendationInput> = {}): Promise<Recommendation> =>
  request(member, 'POST', '/api/recommendations', {
    type: 'book',
    title: unique('The Summer Book'),
    content: 'An island, a child, a grandmother.',
    ...fields,
  });

/** A region of the page, by its accessible name. */
export const recommendationSection = (page: Page, name = 'Community Book Recommendations') =>
  page.getByRole('region', { name, exact: true });

export const addButton = (page: Page, name = 'Recommend a Book') => page.getByRole('button', { name, exact: true });

export const submitButton = (page: Page) => page.getByRole('button', { name: 'Add Recommendation' });
