/** Types of search results, in display order. */
export const searchTypes = ['people', 'posts', 'prompts', 'books', 'podcasts', 'meditations', 'events'] as const;

export const searchLimits = {
  queryCharacters: 100,
  /** Minimum length of a query for suggestions. */
  minSuggestCharacters: 2,
  /** Results for each type, if no type was requested. */
  resultsPerType: 4,
  /** Maximum results of one type. The newest matches are taken, then sorted by relevance. */
  maxResults: 300,
} as const;

export const searchPaths = { search: { method: 'GET', path: '/api/search' } } as const;
