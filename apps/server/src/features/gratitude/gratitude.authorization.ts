import { createNote } from '@commons/contract/gratitude/schemas';
import { type Authorization, itemCalls } from '../../../test/scene.ts';

const note = { content: 'For the smell of rain', positionX: 40, positionY: 30, rotation: -3 };

export const authorization: Authorization = {
  rows: `
    GET    /api/gratitude-posts      401 200 200 200 200 200 200
    POST   /api/gratitude-posts      401 201 201 201 201 201 201
    GET    /api/gratitude-posts/:id  401 200 200 200 200 200 200
    PUT    /api/gratitude-posts/:id  401 403 200 403 403 200 200
    DELETE /api/gratitude-posts/:id  401 403 204 403 403 204 204
  `,
  visibility: {
    rows: 'GET /api/gratitude-posts  shown shown hidden hidden shown 401 hidden',
    lists: {
      async 'GET /api/gratitude-posts'({ author }) {
        await author.call(createNote, { body: note });
      },
    },
  },
  kinds: { note: 'POST /api/gratitude-posts' },
  calls: itemCalls('/api/gratitude-posts', { body: note, change: { ...note, content: 'For the smell of snow' } }),
};
