import { createReport } from '@commons/contract/reports/schemas';
import type { Authorization } from '../../../test/scene.ts';

export const authorization: Authorization = {
  rows: `
    POST   /api/reports                        401 201 201 201 201 201 201
    GET    /api/reports/mine                   401 200 200 200 200 200 200
  `,
  // A member sees their own reports regardless of blocks.
  visibility: {
    rows: 'GET /api/reports/mine      shown shown shown shown shown 401 shown',
    lists: {
      async 'GET /api/reports/mine'({ author, reader }) {
        await reader.call(createReport, { body: { subjectType: 'member', subjectId: author.id, reason: 'spam' } });
      },
    },
  },
  calls: {
    'POST /api/reports': ({ bystander }) => ({
      body: { subjectType: 'member', subjectId: bystander.id, reason: 'spam' },
    }),
  },
};
