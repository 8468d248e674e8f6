import { goodPassword, newcomer, newcomerFormFields } from '../../../test/accounts.ts';
import { type Authorization, formFields } from '../../../test/scene.ts';

const passwordRequest = { body: { password: goodPassword } };

export const authorization: Authorization = {
  // Anybody may open the pages. The community of the test has no pages and no provider, so it answers 404.
  rows: `
    GET    /api/login                          302 302 302 302 302 302 302
    GET    /api/logout                         302 302 302 302 302 302 302
    GET    /api/auth/options                   200 200 200 200 200 200 200
    POST   /api/auth/sign-up/email             200 200 200 200 200 200 200
    POST   /api/auth/sign-in/email             200 200 200 200 200 200 200
    POST   /api/auth/request-password-reset    200 200 200 200 200 200 200
    POST   /api/auth/reset-password            400 400 400 400 400 400 400
    GET    /login                              404 404 404 404 404 404 404
    GET    /signup                             404 404 404 404 404 404 404
    GET    /forgot-password                    404 404 404 404 404 404 404
    GET    /api/auth/callback/openid           404 404 404 404 404 404 404
    POST   /login                              303 303 303 303 303 303 303
    POST   /signup                             303 303 303 303 303 303 303
    POST   /forgot-password                    204 204 204 204 204 204 204
    GET    /reset-password                     404 404 404 404 404 404 404
    POST   /reset-password                     400 400 400 400 400 400 400
    GET    /api/auth/user                      401 200 200 200 200 200 200
    GET    /api/auth/suspension                401 200 200 200 200 200 200
    GET    /api/auth/sessions                  401 200 200 200 200 200 200
    DELETE /api/auth/sessions                  401 204 204 204 204 204 204
    DELETE /api/auth/sessions/:id              401 404 404 404 404 404 404
    DELETE /api/auth/other-sessions            401 204 204 204 204 204 204
    POST   /api/auth/change-password           401 404 404 404 404 404 404
    POST   /api/auth/change-email              401 404 404 404 404 404 404
    POST   /api/auth/email-confirmation        401 204 204 204 204 204 204
    POST   /api/auth/confirm-email             400 400 400 400 400 400 400
    POST   /confirm-email                      400 400 400 400 400 400 400
    POST   /api/auth/sign-in/code              401 401 401 401 401 401 401
    POST   /sign-in-code                       401 401 401 401 401 401 401
    GET    /api/auth/two-factor                401 200 200 200 200 200 200
    POST   /api/auth/two-factor                401 404 404 404 404 404 404
    POST   /api/auth/two-factor/confirm        401 409 409 409 409 409 409
    POST   /api/auth/two-factor/disable        401 404 404 404 404 404 404
    POST   /api/auth/two-factor/recovery-codes 401 404 404 404 404 404 404
    POST   /api/account/break                  401 204 204 204 204 204 204
    DELETE /api/account/break                  401 204 204 204 204 204 204
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
    'POST /login': async ({ withPassword }) =>
      formFields({ email: (await withPassword()).email, password: goodPassword }),
    'POST /signup': () => formFields(newcomerFormFields()),
    'POST /forgot-password': async ({ withPassword }) => formFields({ email: (await withPassword()).email }),
    // These calls must fail, because a successful call would change the shared accounts. The session is unknown, and
    // the members have no password.
    'DELETE /api/auth/sessions/:id': ({ bystander }) => ({ path: `/api/auth/sessions/${bystander.id}` }),
    'POST /api/auth/change-password': () => ({
      body: { password: goodPassword, newPassword: goodPassword, endsOtherSessions: false },
    }),
    'POST /api/auth/change-email': () => ({ body: { newEmail: newcomer().email, password: goodPassword } }),
    'POST /api/auth/confirm-email': () => ({ body: { token: 'not one of ours' } }),
    'POST /confirm-email': () => ({ ...formFields({}), path: '/confirm-email?token=none' }),
    'POST /api/auth/sign-in/code': () => ({ body: { code: '123456' } }),
    'POST /sign-in-code': () => formFields({ code: '123456' }),
    'POST /api/auth/two-factor': () => passwordRequest,
    'POST /api/auth/two-factor/confirm': () => ({ body: { code: '123456' } }),
    'POST /api/auth/two-factor/disable': () => passwordRequest,
    'POST /api/auth/two-factor/recovery-codes': () => passwordRequest,
    'POST /api/account/break': async ({ community }) => {
      // The last active admin cannot take a break.
      await community.member({ role: 'admin' });
      return { body: { until: new Date(Date.now() + 86_400_000).toISOString() } };
    },
    'POST /reset-password': () => formFields({ newPassword: goodPassword }),
  },
};
