import { createBook, createPodcast } from '@commons/contract/library/schemas';
import type { Authorization, ListScene, Scene } from '../../../test/scene.ts';

const book = { title: 'Wintering', author: 'Katherine May', buyLink: 'https://books.test/wintering' };
const podcast = { title: 'The Way Out Is In', podcastLink: 'https://podcasts.test/way' };

const admin = ({ community }: ListScene | Scene) => community.member({ role: 'admin' });

const bookRequest = (body?: object) => async (scene: Scene) => {
  const { id } = (await (await admin(scene)).call(createBook, { body: book })).body;
  return { path: `/api/books/${id}`, body };
};
const podcastRequest = (body?: object) => async (scene: Scene) => {
  const { id } = (await (await admin(scene)).call(createPodcast, { body: podcast })).body;
  return { path: `/api/podcasts/${id}`, body };
};

export const authorization: Authorization = {
  rows: `
    GET    /api/books         401 200 200 200 200 200 200
    POST   /api/books         401 403 403 403 403 403 201
    PUT    /api/books/:id     401 403 403 403 403 403 200
    DELETE /api/books/:id     401 403 403 403 403 403 204
    GET    /api/podcasts      401 200 200 200 200 200 200
    POST   /api/podcasts      401 403 403 403 403 403 201
    PUT    /api/podcasts/:id  401 403 403 403 403 403 200
    DELETE /api/podcasts/:id  401 403 403 403 403 403 204
  `,
  visibility: {
    // Books and podcasts have no author and are visible to all members. Another test covers that.
    rows: `
      GET /api/books     hidden hidden hidden hidden hidden 401 hidden
      GET /api/podcasts  hidden hidden hidden hidden hidden 401 hidden
    `,
    lists: {
      async 'GET /api/books'(scene) {
        for (let count = 0; count < 3; count += 1) await (await admin(scene)).call(createBook, { body: book });
      },
      async 'GET /api/podcasts'(scene) {
        for (let count = 0; count < 3; count += 1) await (await admin(scene)).call(createPodcast, { body: podcast });
      },
    },
  },
  calls: {
    'POST /api/books': () => ({ body: book }),
    'PUT /api/books/:id': bookRequest({ ...book, title: 'Wintering, again' }),
    'DELETE /api/books/:id': bookRequest(),
    'POST /api/podcasts': () => ({ body: podcast }),
    'PUT /api/podcasts/:id': podcastRequest({ ...podcast, title: 'The Way In' }),
    'DELETE /api/podcasts/:id': podcastRequest(),
  },
};
