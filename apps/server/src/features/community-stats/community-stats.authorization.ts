import type { Authorization } from '../../../test/scene.ts';

export const authorization: Authorization = {
  rows: 'GET /api/community/stats              401 200 200 200 200 200 200',
  calls: {},
};
