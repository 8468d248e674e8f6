/**
 * Enhances the account pages, which are plain forms that work without it: validates before sending, and replaces the
 * page content with the response. React is loaded for members only.
 */
import './lib/older-browsers.ts';
import { authPaths, type SignInOptions } from '@commons/contract/auth';
import type { z } from 'zod';
// The build includes it in each page. Pages rendered for a visitor get it with this script.
import './appearance.ts';
import { paths } from './lib/paths.ts';
import './lib/schemas-without-eval.ts';
import { registerServiceWorker } from './shell/service-worker-registration.ts';

/** Scripts of the members' first screen. Set by the build. */
declare const MEMBER_SCRIPTS: readonly string[];

const timeoutMilliseconds = 30_000;
/** Longer than a slow connection takes for the schema, and short compared to the request timeout. */
const checkMilliseconds = 5_000;
const returnTo = new URLSearchParams(window.location.search).get('returnTo');

const loadSchema = async (): Promise<z.ZodType | undefined> => {
  if (window.location.pathname.startsWith(paths.signInCode))
    return (await import('@commons/contract/security/schemas')).codeInput;
  const contract = await import('@commons/contract/auth/schemas');
  const schemas: Record<string, z.ZodType> = {
    [paths.login]: contract.signInInput,
    [paths.signUp]: contract.signUpInput,
    [paths.forgotPassword]: contract.requestPasswordReset.body,
    [paths.resetPassword]: contract.resetPassword.body.pick({ newPassword: true }),
  };
  return schemas[window.location.pathname.replace(/(?<=.)\/$/, '')];
};

/** Returns error messages by field name. If the schema does not load in time, the server validates. */
const check = async (form: HTMLFormElement): Promise<Record<string, string>> => {
  const tooLate = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), checkMilliseconds));
  const schema = await Promise.race([loadSchema().catch(() => undefined), tooLate]);
  const typed = Object.fromEntries(new FormData(form));
  if (form.elements.namedItem('isAdult')) Object.assign(typed, { isAdult: 'isAdult' in typed });
  const issues = schema?.safeParse(typed).error?.issues ?? [];
  return Object.fromEntries(issues.toReversed().map(({ path, message }) => [String(path[0]), message]));
};

const copyOf = (form: HTMLFormElement, name: string): HTMLElement | null => {
  const template = form.querySelector<HTMLTemplateElement>(`template[data-${name}]`);
  return (template?.content.cloneNode(true) as DocumentFragment | undefined)?.firstElementChild as HTMLElement | null;
};

const fieldsOf = (form: HTMLFormElement) => form.querySelectorAll<HTMLInputElement>('input[name]');

/** Shows an error below a field, or removes it if there is no text. */
const mark = (form: HTMLFormElement, field: HTMLInputElement, text: string | undefined): void => {
  const errorId = `${field.id}-error`;
  document.getElementById(errorId)?.remove();
  const described = (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .filter((id) => id !== '' && id !== errorId);
  if (text === undefined) field.removeAttribute('aria-invalid');
  else {
    field.setAttribute('aria-invalid', 'true');
    const error = copyOf(form, 'error');
    if (error) {
      error.id = errorId;
      error.append(text);
      field.closest('div')?.append(error);
      described.push(errorId);
    }
  }
  if (described.length > 0) field.setAttribute('aria-describedby', described.join(' '));
  else field.removeAttribute('aria-describedby');
};

const markAll = (form: HTMLFormElement, errors: Record<string, string>): void => {
  for (const field of fieldsOf(form)) mark(form, field, errors[field.name]);
  [...fieldsOf(form)].find((field) => field.name in errors)?.focus();
};

/** Shows above the form why it was not sent. */
const fail = (form: HTMLFormElement, text?: string): void => {
  const alert = copyOf(form, 'failure');
  if (!alert) return;
  const words = alert.querySelector('[data-words]');
  if (words && text !== undefined) words.textContent = text;
  form.prepend(alert);
};

/** Replaces the page with the server's response. Scripts of a parsed document never run. */
const show = (form: HTMLFormElement, html: string): void => {
  const page = new DOMParser().parseFromString(html, 'text/html');
  const main = document.querySelector('main');
  // The server never returns secrets and does not know later input, so the typed values are kept.
  for (const { name, value, checked } of fieldsOf(form)) {
    const successor = page.querySelector<HTMLInputElement>(`main input[name="${name}"]`);
    if (successor?.type === 'checkbox') successor.checked = checked;
    else if (successor) successor.value = value;
  }
  document.title = page.title;
  main?.replaceChildren(...(page.querySelector('main')?.childNodes ?? []));
  const next = main?.querySelector<HTMLElement>('[autofocus], form button[type=submit]') ?? main;
  next?.focus({ preventScroll: next === main });
};

const send = async (form: HTMLFormElement): Promise<void> => {
  try {
    const response = await fetch(form.action, {
      method: 'POST',
      headers: { Accept: 'text/html' },
      body: new URLSearchParams(
        [...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value : '']),
      ),
      signal: AbortSignal.timeout(timeoutMilliseconds),
    });
    if (response.redirected) {
      // Requests do not include the hash. Search instead of parsing, because `returnTo` may be an invalid URL.
      const hash = /#.*/s.exec(returnTo ?? '')?.[0] ?? '';
      window.location.assign(`${response.url}${hash}`);
      await new Promise(() => undefined);
    }
    const text = await response.text();
    if (response.headers.get('content-type')?.startsWith('text/html')) show(form, text);
    else fail(form, (JSON.parse(text) as { detail?: string }).detail);
  } catch {
    fail(form);
  }
};

const preload = (href: string): void => {
  const link = document.createElement('link');
  Object.assign(link, { rel: 'modulepreload', href });
  document.head.append(link);
};

let isSending = false;
document.addEventListener('submit', (event) => {
  const form = event.target as HTMLFormElement;
  event.preventDefault();
  if (isSending) return;
  isSending = true;
  const button = form.querySelector('button[type=submit]');
  for (const name of ['aria-busy', 'aria-disabled']) button?.setAttribute(name, 'true');
  const run = async () => {
    form.querySelector(':scope > [role=alert]')?.remove();
    const errors = await check(form);
    markAll(form, errors);
    if (Object.keys(errors).length > 0) return;
    // The server needs time to check the password, so preload the next screen.
    if (form.hasAttribute('data-leads-in')) MEMBER_SCRIPTS.forEach(preload);
    await send(form);
  };
  void run().finally(() => {
    isSending = false;
    for (const name of ['aria-busy', 'aria-disabled']) button?.removeAttribute(name);
  });
});

// A page from the back-forward cache is still in its pending state, with the password in it.
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted && isSending) window.location.reload();
});

// Remove the error once the input is valid.
document.addEventListener('input', ({ target }) => {
  if (!(target instanceof HTMLInputElement) || !target.form || target.getAttribute('aria-invalid') !== 'true') return;
  const { form, name } = target;
  void check(form).then((errors) => mark(form, target, errors[name]));
});

for (const type of ['focusin', 'pointerover'])
  document.addEventListener(type, ({ target }) => {
    if (target instanceof Element && target.closest('form')) void loadSchema().catch(() => undefined);
  });

document.addEventListener('click', ({ target }) => {
  const toggle = target instanceof Element ? target.closest('[data-shows-password]') : null;
  const field = toggle?.closest('div')?.querySelector('input');
  if (!toggle || !field) return;
  const isShown = field.type === 'text';
  field.type = isShown ? 'password' : 'text';
  toggle.setAttribute('aria-pressed', String(!isShown));
});

if (returnTo !== null)
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-keeps-return]'))
    link.search = new URLSearchParams({ returnTo }).toString();

/** Shows the setup code field if the first account of a new community needs it. */
const askForSetupCode = async (form: HTMLFormElement): Promise<void> => {
  const response = await fetch(authPaths.getSignInOptions.path);
  const { needsSetupCode } = (await response.json()) as SignInOptions;
  const field = copyOf(form, 'setup-code');
  if (needsSetupCode && field) form.querySelector('[name=isAdult]')?.closest('div')?.before(field);
};
const signUpForm = document.querySelector<HTMLTemplateElement>('template[data-setup-code]')?.closest('form');
if (signUpForm) askForSetupCode(signUpForm).catch(() => undefined);

registerServiceWorker();
document.documentElement.dataset['ready'] = '';
