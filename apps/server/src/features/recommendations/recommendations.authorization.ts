import { createRecommendation } from '@commons/contract/recommendations/schemas';
import { type Authorization, itemCalls } from '../../../test/scene.ts';

const recommendation = {
  type: 'book',
  title: 'The Summer Book',
  content: 'An island, a child, a grandmother.',
  link: 'https://books.example/summer',
} as const;

export const authorization: Authorization = {
  rows: `
    GET    /api/recommendations           401 200 200 200 200 200 200
    POST   /api/recommendations           401 201 201 201 201 201 201
    GET    /api/recommendations/:id       401 200 200 200 200 200 200
    PUT    /api/recommendations/:id       401 403 200 403 403 200 200
    DELETE /api/recommendations/:id       401 403 204 403 403 204 204
    POST   /api/recommendations/:id/like  401 200 200 200 200 200 200
  `,
  visibility: {
    rows: 'GET /api/recommendations  shown shown hidden hidden shown 401 hidden',
    lists: {
      async 'GET /api/recommendations'({ author }) {
        await author.call(createRecommendation, { body: recommendation });
        return { path: `/api/recommendations?type=${recommendation.type}` };
      },
    },
  },
  kinds: { recommendation: 'POST /api/recommendations' },
  calls: {
    'GET /api/recommendations': () => ({ path: `/api/recommendations?type=${recommendation.type}` }),
    ...itemCalls('/api/recommendations', {
      body: recommendation,
      change: { ...recommendation, title: 'The Winter Book' },
      reaction: 'like',
    }),
  },
};
