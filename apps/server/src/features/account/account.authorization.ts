import type { Authorization } from '../../../test/scene.ts';

export const authorization: Authorization = {
  rows: `
    GET    /api/account/export   401 200 200 200 200 200 200
    DELETE /api/account          401 204 204 204 204 204 204
  `,
  calls: {
    // Deletes another member with the same role, because later calls still need the caller.
    'DELETE /api/account': async ({ community, caller }) => {
      const role = caller === 'admin' || caller === 'manager' ? caller : 'user';
      const leavingMember = await community.member({ role, isFlagged: caller === 'flagged' });
      return {
        body: { content: 'anonymise' },
        ...(caller !== 'anonymous' && { headers: { cookie: leavingMember.cookie } }),
      };
    },
  },
};
