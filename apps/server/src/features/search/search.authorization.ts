import { createPost } from '@commons/contract/feed/schemas';
import type { Authorization } from '../../../test/scene.ts';
import { indexSearch } from '../../../test/search.ts';

export const authorization: Authorization = {
  rows: `
    GET    /api/search                         401 200 200 200 200 200 200
  `,
  visibility: {
    // Search includes muted members, because the viewer searches for them explicitly.
    rows: `
      GET /api/search?people  shown shown hidden hidden shown 401 hidden
      GET /api/search?posts   shown shown hidden hidden shown 401 hidden
    `,
    lists: {
      async 'GET /api/search?people'({ community }) {
        await indexSearch(community);
        return { path: '/api/search?q=robin+field&type=people&limit=100' };
      },
      async 'GET /api/search?posts'({ author, community }) {
        await author.call(createPost, { body: { content: 'Good morning to all herons' } });
        await indexSearch(community);
        return { path: '/api/search?q=herons&type=posts' };
      },
    },
  },
  calls: { 'GET /api/search': () => ({ path: '/api/search?q=morning' }) },
};
