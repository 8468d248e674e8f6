import type { CallsOf } from './endpoint.ts';
import type * as schemas from './polls.schemas.ts';

export type * from './polls.schemas.ts';

export const pollLimits = { minOptions: 2, maxOptions: 6, optionCharacters: 80, maxDays: 7 } as const;

// Apart from those of the feed: they come with the poll, and not with the first load.
export const pollPaths = {
  votePoll: { method: 'POST', path: '/api/posts/{id}/poll/vote' },
} as const;

/** The same as calls: a client knows by their types what goes in and what comes out. */
export const pollCalls: CallsOf<typeof pollPaths, typeof schemas> = pollPaths;
