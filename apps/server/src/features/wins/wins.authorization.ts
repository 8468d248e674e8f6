import { createWin } from '@commons/contract/wins/schemas';
import { type Authorization, itemCalls, type ListScene } from '../../../test/scene.ts';

const win = { title: 'Slept well', content: 'Seven hours, the window open.', category: 'physical-health' } as const;

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
  kinds: { win: 'POST /api/wellness-wins' },
  calls: itemCalls('/api/wellness-wins', {
    body: win,
    change: { ...win, category: 'mindfulness' },
    reaction: 'cheer',
  }),
};
