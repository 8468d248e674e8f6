import type { Authorization, Scene } from '../../../test/scene.ts';

const memberRequest =
  (kind: 'blocks' | 'mutes') =>
  ({ bystander }: Scene) => ({ path: `/api/${kind}/${bystander.id}` });

export const authorization: Authorization = {
  rows: `
    GET    /api/blocks                         401 200 200 200 200 200 200
    POST   /api/blocks/:userId                 401 204 204 204 204 204 204
    DELETE /api/blocks/:userId                 401 204 204 204 204 204 204
    GET    /api/mutes                          401 200 200 200 200 200 200
    POST   /api/mutes/:userId                  401 204 204 204 204 204 204
    DELETE /api/mutes/:userId                  401 204 204 204 204 204 204
    GET    /api/muted-words                    401 200 200 200 200 200 200
    PUT    /api/muted-words                    401 200 200 200 200 200 200
  `,
  // Lists of one member: they contain only the members whom that member hides.
  visibility: {
    rows: `
      GET /api/blocks  hidden hidden hidden shown  hidden 401 hidden
      GET /api/mutes   hidden hidden hidden hidden shown  401 hidden
    `,
    lists: {},
  },
  calls: {
    'POST /api/blocks/:userId': memberRequest('blocks'),
    'DELETE /api/blocks/:userId': memberRequest('blocks'),
    'POST /api/mutes/:userId': memberRequest('mutes'),
    'DELETE /api/mutes/:userId': memberRequest('mutes'),
    'PUT /api/muted-words': () => ({ body: { words: ['election', 'diet talk'] } }),
  },
};
