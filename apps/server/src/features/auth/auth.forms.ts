import * as contract from '@commons/contract/auth/schemas';
import type { PlainPage } from '@commons/contract/plain-pages';
import * as securityContract from '@commons/contract/security/schemas';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { form } from '../../pages/forms.ts';
import { sameOriginPath } from '../../pages/same-origin-path.ts';
import { type PreparedPage, renderForReader, sendPage, sendPrivatePage } from '../../pages/send-page.ts';
import { AppError, platformError } from '../../platform/errors.ts';
import { limits } from '../../platform/rate-limits/rate-limits.ts';
import { suspensionPath } from '../../platform/sessions/suspension.ts';
import type { createSignIn } from './sign-in.service.ts';

const codeFormPath = '/sign-in-code';

/**
 * Returns the page to open after sign-in: `returnTo` from the form's URL, or first the code form if a code is needed.
 */
function landingPage({ query }: FastifyRequest, outcome: 'signed in' | 'needs code' = 'signed in') {
  const returnTo = sameOriginPath(contract.loginQuery.safeParse(query).data?.returnTo);
  if (outcome === 'signed in') return { redirectTo: returnTo };
  return {
    redirectTo: returnTo === '/' ? codeFormPath : `${codeFormPath}?${new URLSearchParams({ returnTo }).toString()}`,
  };
}

type AccountOperations = ReturnType<typeof createSignIn> & {
  signUp: (input: z.output<typeof contract.signUpInput>) => Promise<void>;
  confirmEmailChange: (body: z.output<typeof securityContract.confirmEmailChange.body>) => Promise<void>;
};

/** Submits a form. Redirects suspended members to the suspension page. */
async function withSuspensionRedirect<Outcome>(
  submit: () => Promise<Outcome>,
): Promise<Outcome | { redirectTo: string }> {
  try {
    return await submit();
  } catch (error) {
    if (error instanceof AppError && error.code === 'request.suspended') return { redirectTo: suspensionPath };
    throw error;
  }
}

/** Forms of the account pages, for browsers without JavaScript. */
export function authForms(app: FastifyInstance, accounts: AccountOperations): void {
  form(
    app,
    '/login',
    contract.signIn,
    { access: 'public', limits: [limits.signIn], fields: { email: 'shown', password: 'secret' } },
    ({ body, request, reply }) =>
      withSuspensionRedirect(async () => landingPage(request, await accounts.signIn({ request, reply }, body))),
  );

  form(
    app,
    codeFormPath,
    securityContract.signInWithCode,
    { access: 'public', limits: [limits.signIn], fields: { code: 'secret' } },
    ({ body, request, reply }) =>
      withSuspensionRedirect(async () => {
        await accounts.signInWithCode({ request, reply }, body);
        return landingPage(request);
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
      toInput: (_formFields, { token = '' }) => ({ token }),
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
      // This form also signs the member in.
      limits: [limits.signUp, limits.signIn],
      fields: {
        firstName: 'shown',
        lastName: 'shown',
        email: 'shown',
        password: 'secret',
        setupCode: 'secret',
        isAdult: 'shown',
        agreesToHealthData: 'shown',
      },
      toInput: ({ isAdult, agreesToHealthData, setupCode, ...formFields }, { invitation }) => ({
        ...formFields,
        isAdult: isAdult !== undefined,
        agreesToHealthData: agreesToHealthData !== undefined,
        ...(setupCode && { setupCode }),
        ...(invitation && { invitation }),
      }),
    },
    async ({ body, request, reply }) => {
      await accounts.signUp(body);
      // The account may exist now, so the call counts against the limit even if the sign-in fails.
      request.refundRateLimit = undefined;
      // Fails only if the email already has an account with another password.
      const outcome = await accounts.signIn({ request, reply }, body);
      const next = landingPage(request, outcome);
      // New members without a target page start with the welcome page.
      return next.redirectTo === '/' ? { redirectTo: '/welcome' } : next;
    },
  );

  const resetRules = { access: 'public', limits: [limits.passwordReset] } as const;
  form(
    app,
    '/forgot-password',
    contract.requestPasswordReset,
    { ...resetRules, fields: { email: 'shown' } },
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
      ...resetRules,
      fields: { newPassword: 'secret' },
      toInput: (formFields, { token = '' }) => ({ ...formFields, token }),
    },
    async ({ body, request, reply }) => {
      await accounts.resetPassword({ request, reply }, body);
      return 'done';
    },
  );
}

/**
 * Renders an account page on request, if it depends on its query or on the sign-in options: links to the OpenID provider
 * or, with sign-up by invitation, to the waitlist. Without data, sends the page with its form, as for any public page.
 */
export function accountPages(
  app: FastifyInstance,
  path: string,
  findPageData: (
    request: FastifyRequest,
    reply: FastifyReply,
  ) => Promise<Pick<PlainPage, 'signInOptions' | 'invited'> | undefined>,
): void {
  app.get(path, { config: { access: 'public' }, schema: { hide: true } }, async (request, reply) => {
    const data = await findPageData(request, reply);
    if (!data) return reply.callNotFound();
    const search = /\?.*$/s.exec(request.url)?.[0] ?? '';
    const page = await renderForReader(request, reply, { path, search, ...data });
    if (!page) throw platformError('request.not_found');
    return sendPrivatePage(reply, page.html, page.policy);
  });
}

/**
 * Serves the form for a new password, or a page that explains that the link has no token. Members who sign in through a
 * provider have no password.
 */
export function resetPasswordPage(app: FastifyInstance, hasPasswords: () => boolean): void {
  const path = '/reset-password';
  let incompleteLink: { formPage: PreparedPage; page: Promise<PreparedPage> } | undefined;
  app.get(path, { config: { access: 'public' }, schema: { hide: true } }, async (request, reply) => {
    if (!hasPasswords()) return reply.redirect('/login', 302);
    const formPage = app.pages?.publicPages.get(path);
    if (!app.pages || !formPage) throw platformError('request.not_found');
    await app.findPageViewer(request, reply);
    if (new URL(request.url, 'http://localhost').searchParams.get('token')) return sendPage(request, reply, formPage);
    // Rendered again with the other pages after a change of the settings.
    if (incompleteLink?.formPage !== formPage)
      incompleteLink = { formPage, page: app.pages.preparePage({ path, search: '' }) };
    return sendPage(request, reply, await incompleteLink.page);
  });
}
