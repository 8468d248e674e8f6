import * as contract from '@commons/contract/auth/schemas';
import type { PlainPage } from '@commons/contract/plain-pages';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { platformError } from '../../platform/errors.ts';
import { form } from '../../platform/http/forms.ts';
import { sendPlainPage } from '../../platform/http/page-answers.ts';
import { limits } from '../../platform/rate-limits/rate-limits.ts';
import { sameOriginPath } from './http-bridge.ts';
import type { createSignIn } from './sign-in.service.ts';

/** Where signing in leads: the form is sent to the address of its page, which says it. */
const landing = ({ query }: FastifyRequest) => ({
  goTo: sameOriginPath(contract.loginQuery.safeParse(query).data?.returnTo),
});

type AccountCalls = ReturnType<typeof createSignIn> & {
  signUp: (request: FastifyRequest, input: z.output<typeof contract.signUpInput>) => Promise<void>;
};

/** The account pages' forms, sent by a browser without the pages' code. */
export function authForms(app: FastifyInstance, accounts: AccountCalls): void {
  form(
    app,
    '/login',
    contract.signIn,
    { access: 'public', limits: [limits.signIn], fields: { email: 'shown again', password: 'secret' } },
    async ({ body, request, reply }) => {
      await accounts.signIn({ request, reply }, body);
      return landing(request);
    },
  );

  form(
    app,
    '/signup',
    contract.signUp,
    {
      access: 'public',
      // It signs in as well.
      limits: [limits.signUp, limits.signIn],
      fields: {
        firstName: 'shown again',
        lastName: 'shown again',
        email: 'shown again',
        password: 'secret',
        setupCode: 'secret',
        isAdult: 'shown again',
      },
      toInput: ({ isAdult, setupCode, ...typed }, { invitation }) => ({
        ...typed,
        isAdult: isAdult !== undefined,
        ...(setupCode && { setupCode }),
        ...(invitation && { invitation }),
      }),
    },
    async ({ body, request, reply }) => {
      await accounts.signUp(request, body);
      // Refused, the email has an account with another password: only this tells.
      await accounts.signIn({ request, reply }, body);
      return landing(request);
    },
  );

  const resetting = { access: 'public', limits: [limits.passwordReset] } as const;
  form(
    app,
    '/forgot-password',
    contract.requestPasswordReset,
    { ...resetting, fields: { email: 'shown again' } },
    async ({ body }) => {
      await accounts.requestPasswordReset(body.email);
      return 'done';
    },
  );

  form(
    app,
    '/reset-password',
    contract.resetPassword,
    {
      ...resetting,
      fields: { newPassword: 'secret' },
      toInput: (typed, { token = '' }) => ({ ...typed, token }),
    },
    async ({ body, request, reply }) => {
      await accounts.resetPassword({ request, reply }, body);
      return 'done';
    },
  );
}

/**
 * Pages with these forms that lead elsewhere instead: to the community's own provider, which keeps the accounts, or to
 * the waitlist, where sign-up is by invitation. Without options the page shows its form.
 */
export function signInPages(
  app: FastifyInstance,
  paths: readonly string[],
  findWhatShows: (
    request: FastifyRequest,
    reply: FastifyReply,
  ) => Promise<Pick<PlainPage, 'signInOptions' | 'invited'>>,
): void {
  for (const path of paths)
    app.get(path, { config: { access: 'public' }, schema: { hide: true } }, async (request, reply) => {
      if (!app.pages) throw platformError('request.not_found');
      const search = /\?.*$/s.exec(request.url)?.[0] ?? '';
      return sendPlainPage(reply, await app.pages.render({ path, search, ...(await findWhatShows(request, reply)) }));
    });
}
