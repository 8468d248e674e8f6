import { goodPassword, newcomer, typedByNewcomer } from '../../../test/accounts.ts';
import { type Authorization, typed } from '../../../test/scene.ts';

export const authorization: Authorization & { rowsWithOpenId: string } = {
  rows: `
    GET    /api/login                          302 302 302 302 302 302 302
    GET    /api/logout                         302 302 302 302 302 302 302
    GET    /api/auth/options                   200 200 200 200 200 200 200
    POST   /api/auth/sign-up/email             200 200 200 200 200 200 200
    POST   /api/auth/sign-in/email             200 200 200 200 200 200 200
    POST   /api/auth/request-password-reset    200 200 200 200 200 200 200
    POST   /api/auth/reset-password            400 400 400 400 400 400 400
    POST   /login                              303 303 303 303 303 303 303
    POST   /signup                             303 303 303 303 303 303 303
    POST   /forgot-password                    204 204 204 204 204 204 204
    POST   /reset-password                     400 400 400 400 400 400 400
    GET    /api/auth/user                      401 200 200 200 200 200 200
    GET    /api/auth/sessions                  401 200 200 200 200 200 200
    DELETE /api/auth/sessions                  401 204 204 204 204 204 204
  `,
  /** With an OpenID provider the browser comes back from it to one route more. */
  rowsWithOpenId: `
    GET    /login                              200 200 200 200 200 200 200
    GET    /signup                             200 200 200 200 200 200 200
    GET    /api/auth/callback/openid           302 302 302 302 302 302 302
  `,
  visibility: {
    rows: 'GET /api/auth/sessions    hidden hidden hidden hidden hidden 401 hidden',
    lists: {},
  },
  calls: {
    'POST /api/auth/sign-up/email': () => ({ body: newcomer() }),
    'POST /api/auth/sign-in/email': async ({ withPassword }) => ({
      body: { email: (await withPassword()).email, password: goodPassword },
    }),
    'POST /api/auth/request-password-reset': async ({ withPassword }) => ({
      body: { email: (await withPassword()).email },
    }),
    'POST /api/auth/reset-password': () => ({ body: { token: 'not one of ours', newPassword: goodPassword } }),
    'POST /login': async ({ withPassword }) => typed({ email: (await withPassword()).email, password: goodPassword }),
    'POST /signup': () => typed(typedByNewcomer()),
    'POST /forgot-password': async ({ withPassword }) => typed({ email: (await withPassword()).email }),
    'POST /reset-password': () => typed({ newPassword: goodPassword }),
  },
};
