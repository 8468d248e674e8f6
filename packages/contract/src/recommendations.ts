import { defineErrors } from './problem.ts';

export const recommendationLimits = { titleCharacters: 200, contentCharacters: 2_000, linkCharacters: 2_000 } as const;

export const recommendationTypes = ['journal_prompt', 'book', 'podcast'] as const;

export const recommendationErrors = defineErrors({
  'recommendations.not_found': {
    status: 404,
    title: 'Recommendation not found',
    detail: 'This recommendation is no longer available.',
  },
  'recommendations.cannot_change': {
    status: 403,
    title: 'Not allowed',
    detail: 'Only the author or a moderator can change or delete a recommendation.',
  },
});

export const recommendationPaths = {
  listRecommendations: { method: 'GET', path: '/api/recommendations' },
  getRecommendation: { method: 'GET', path: '/api/recommendations/{id}' },
  createRecommendation: { method: 'POST', path: '/api/recommendations', creates: true },
  updateRecommendation: { method: 'PUT', path: '/api/recommendations/{id}' },
  deleteRecommendation: { method: 'DELETE', path: '/api/recommendations/{id}' },
  toggleRecommendationLike: { method: 'POST', path: '/api/recommendations/{id}/like' },
} as const;
