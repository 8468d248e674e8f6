import type { CallsOf } from './endpoint.ts';
import type * as schemas from './search.schemas.ts';

export type * from './search.schemas.ts';

/** What is searched, in the order in which it is shown. */
export const searchTypes = ['people', 'posts', 'prompts', 'books', 'podcasts', 'meditations', 'events'] as const;

export const searchLimits = {
  queryCharacters: 100,
  /** From so many characters on there are suggestions. */
  suggestFrom: 2,
  /** Of each group, where no type was asked for. */
  ofEachGroup: 4,
  /** What one type shows at most, however much there is: the newest matches, best first. */
  reach: 300,
} as const;

export const searchPaths = { search: { method: 'GET', path: '/api/search' } } as const;

/** The same as calls: a client knows by their types what goes in and what comes out. */
export const searchCalls: CallsOf<typeof searchPaths, typeof schemas> = searchPaths;
