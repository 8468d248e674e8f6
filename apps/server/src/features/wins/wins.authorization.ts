import { createWin } from '@commons/contract/wins/schemas';
import type { Authorization, ListScene, Scene } from '../../../test/scene.ts';

const win = { title: 'Slept well', content: 'Seven hours, the window open.', category: 'physical-health' } as const;

const winRequest =
  (suffix = '', body?: object) =>
  async ({ member }: Scene) => {
    const { id } = (await (await member('owner')).call(createWin, { body: win })).body;
    return { path: `/api/wellness-wins/${id}${suffix}`, body };
  };

const share = async ({ author }: ListScene) => {
  await author.call(createWin, { body: win });
};

export const authorization: Authorization = {
  rows: `
    GET    /api/wellness-wins            401 200 200 200 200 200 200
    POST   /api/wellness-wins            401 201 201 201 201 201 201
    GET    /api/wellness-wins/:id        401 200 200 200 200 200 200
    PUT    /api/wellness-wins/:id        401 403 200 403 403 200 200
    DELETE /api/wellness-wins/:id        401 403 204 403 403 204 204
    POST   /api/wellness-wins/:id/cheer  401 200 200 200 200 200 200
  `,
  visibility: {
    rows: `
      GET /api/wellness-wins           shown shown hidden hidden shown 401 hidden
      GET /api/wellness-wins?category  shown shown hidden hidden shown 401 hidden
    `,
    lists: {
      'GET /api/wellness-wins': share,
      async 'GET /api/wellness-wins?category'(scene) {
        await share(scene);
        return { path: `/api/wellness-wins?category=${win.category}` };
      },
    },
  },
  calls: {
    'POST /api/wellness-wins': () => ({ body: win }),
    'GET /api/wellness-wins/:id': winRequest(),
    'PUT /api/wellness-wins/:id': winRequest('', { ...win, category: 'mindfulness' }),
    'DELETE /api/wellness-wins/:id': winRequest(),
    'POST /api/wellness-wins/:id/cheer': winRequest('/cheer'),
  },
};
