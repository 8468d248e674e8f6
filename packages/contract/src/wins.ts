import { defineErrors } from './problem.ts';

/** Limits in grapheme clusters (`graphemes.ts`). */
export const winLimits = { titleCharacters: 100, detailsCharacters: 500 } as const;

export const winCategories = {
  'mental-health': 'Mental Health',
  'physical-health': 'Physical Health',
  spiritual: 'Spiritual',
  relationships: 'Relationships',
  'personal-growth': 'Personal Growth',
  mindfulness: 'Mindfulness',
  other: 'Other',
} as const;
export type WinCategory = keyof typeof winCategories;

export const winErrors = defineErrors({
  'wins.not_found': { status: 404, title: 'Win not found', detail: 'This win is no longer available.' },
  'wins.cannot_change': {
    status: 403,
    title: 'Not allowed',
    detail: 'Only the author or a moderator can change or delete a win.',
  },
});

export const winPaths = {
  listWins: { method: 'GET', path: '/api/wellness-wins' },
  getWin: { method: 'GET', path: '/api/wellness-wins/{id}' },
  createWin: { method: 'POST', path: '/api/wellness-wins', creates: true },
  updateWin: { method: 'PUT', path: '/api/wellness-wins/{id}' },
  deleteWin: { method: 'DELETE', path: '/api/wellness-wins/{id}' },
  toggleCheer: { method: 'POST', path: '/api/wellness-wins/{id}/cheer' },
} as const;
