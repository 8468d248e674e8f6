import { createNote } from '@commons/contract/gratitude/schemas';
import type { Authorization, Scene } from '../../../test/scene.ts';

const note = { content: 'For the smell of rain', positionX: 40, positionY: 30, rotation: -3 };

const noteRequest =
  (body?: object) =>
  async ({ member }: Scene) => {
    const { id } = (await (await member('owner')).call(createNote, { body: note })).body;
    return { path: `/api/gratitude-posts/${id}`, body };
  };

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
  calls: {
    'POST /api/gratitude-posts': () => ({ body: note }),
    'GET /api/gratitude-posts/:id': noteRequest(),
    'PUT /api/gratitude-posts/:id': noteRequest({ ...note, content: 'For the smell of snow' }),
    'DELETE /api/gratitude-posts/:id': noteRequest(),
  },
};
