import { shippedGuidelinesVersion } from '@commons/contract/consent';
import type { Authorization } from '../../../test/scene.ts';

export const authorization: Authorization = {
  rows: `
    POST   /api/account/consent                401 200 200 200 200 200 200
    DELETE /api/account/consent                401 200 200 200 200 200 200
  `,
  calls: {
    'POST /api/account/consent': () => ({ body: { guidelinesVersion: shippedGuidelinesVersion } }),
  },
};
