import * as contract from '@commons/contract/auth/schemas';
import type { PlainPage } from '@commons/contract/plain-pages';
import * as securityContract from '@commons/contract/security/schemas';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { AppError, platformError } from '../../platform/errors.ts';
import { form } from '../../platform/http/forms.ts';
import { sendPlainPage } from '../../platform/http/page-answers.ts';
import { limits } from '../../platform/rate-limits/rate-limits.ts';
import { suspensionPath } from '../../platform/sessions/suspension.ts';
import { sameOriginPath } from './http-bridge.ts';
import type { createSignIn } from './sign-in.service.ts';

const secondStepPath = '/sign-in-code';

/** Where signing in leads: the form is sent to the address of its page, which says it. Before that, perhaps, to a code. */
function landing({ query }: FastifyRequest, left: 'signed in' | 'needs code' = 'signed in') {
  const returnTo = sameOriginPath(contract.loginQuery.safeParse(query).data?.returnTo);
  if (left === 'signed in') return { goTo: returnTo };
  return {
    goTo: returnTo === '/' ? secondStepPath : `${secondStepPath}?${new URLSearchParams({ returnTo }).toString()}`,
  };
}

type AccountCalls = ReturnType<typeof createSignIn> & {
  signUp: (request: FastifyRequest, input: z.output<typeof contract.signUpInput>) => Promise<void>;
  confirmEmailChange: (body: z.output<typeof securityContract.confirmEmailChange.body>) => Promise<void>;
};

/** Where a form leads, or, once they have signed in, somebody suspended. */
async function orSuspension<Outcome>(submit: () => Promise<Outcome>): Promise<Outcome | { goTo: string }> {
  try {
    return await submit();
  } catch (error) {
    if (error instanceof AppError && error.code === 'request.suspended') return { goTo: suspensionPath };
    throw error;
  }
}

/** The account pages' forms, sent by a browser without the pages' code. */
export function authForms(app: FastifyInstance, accounts: AccountCalls): void {
  form(
    app,
    '/login',
    contract.signIn,
    { access: 'public', limits: [limits.signIn], fields: { email: 'shown again', password: 'secret' } },
    ({ body, request, reply }) =>
      orSuspension(async () => landing(request, await accounts.signIn({ request, reply }, body))),
  );

  form(
    app,
    secondStepPath,
    securityContract.signInWithCode,
    { access: 'public', limits: [limits.signIn], fields: { code: 'secret' } },
    ({ body, request, reply }) =>
      orSuspension(async () => {
        await accounts.signInWithCode({ request, reply }, body);
        return landing(request);
      }),
  );

  form(
    app,
    '/confirm-email',
    securityContract.confirmEmailChange,
    {
      access: 'public',
      limits: [limits.passwordReset],
      fields: {},
      toInput: (_typed, { token = '' }) => ({ token }),
    },
    async ({ body }) => {
      await accounts.confirmEmailChange(body);
      return 'done';
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
      // The account may be open by now: the call stays counted, whatever the sign-in says.
      request.giveBackCall = undefined;
      // Refused, the email has an account with another password: only this tells.
      const left = await accounts.signIn({ request, reply }, body);
      const next = landing(request, left);
      // Who wanted to go somewhere gets there; all others are shown around first.
      return next.goTo === '/' ? { goTo: '/welcome' } : next;
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
