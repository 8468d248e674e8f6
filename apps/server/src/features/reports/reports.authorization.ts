import type { Authorization } from '../../../test/scene.ts';

export const authorization: Authorization = {
  rows: `
    POST   /api/reports                        401 201 201 201 201 201 201
    GET    /api/reports/mine                   401 200 200 200 200 200 200
  `,
  calls: {
    'POST /api/reports': ({ bystander }) => ({
      body: { subjectType: 'member', subjectId: bystander.id, reason: 'spam' },
    }),
  },
};
