/**
 * Enhances the account pages, which are plain forms that work without it: validates before sending, and replaces the
 * page content with the response. React is loaded for members only.
 */
import './lib/older-browsers.ts';
import { authPaths, type SignInOptions } from '@commons/contract/auth';
import type { z } from 'zod';
// The build inlines this script in each page. Pages that the server renders for visitors load it from here.
import './appearance.ts';
import { paths } from './lib/paths.ts';
import './lib/schemas-without-eval.ts';
import { registerServiceWorker } from './shell/service-worker-registration.ts';

/** Scripts of the members' first screen. Set by the build. */
declare const MEMBER_SCRIPTS: readonly string[];

const requestTimeoutMilliseconds = 30_000;
/** Long enough to load the schema on a slow connection, and short compared to the request timeout. */
const schemaTimeoutMilliseconds = 5_000;
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
const validate = async (form: HTMLFormElement): Promise<Record<string, string>> => {
  const timeout = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), schemaTimeoutMilliseconds));
  const schema = await Promise.race([loadSchema().catch(() => undefined), timeout]);
  const values = Object.fromEntries(new FormData(form));
  if (form.elements.namedItem('isAdult')) Object.assign(values, { isAdult: 'isAdult' in values });
  const issues = schema?.safeParse(values).error?.issues ?? [];
  return Object.fromEntries(issues.toReversed().map(({ path, message }) => [String(path[0]), message]));
};

const cloneTemplate = (form: HTMLFormElement, name: string): HTMLElement | null => {
  const template = form.querySelector<HTMLTemplateElement>(`template[data-${name}]`);
  return (template?.content.cloneNode(true) as DocumentFragment | undefined)?.firstElementChild as HTMLElement | null;
};

const fieldsOf = (form: HTMLFormElement) => form.querySelectorAll<HTMLInputElement>('input[name]');

/** Shows an error below a field, or removes it if there is no text. */
const showFieldError = (form: HTMLFormElement, field: HTMLInputElement, text: string | undefined): void => {
  const errorId = `${field.id}-error`;
  document.getElementById(errorId)?.remove();
  const descriptionIds = (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .filter((id) => id !== '' && id !== errorId);
  if (text === undefined) field.removeAttribute('aria-invalid');
  else {
    field.setAttribute('aria-invalid', 'true');
    const error = cloneTemplate(form, 'error');
    if (error) {
      error.id = errorId;
      error.append(text);
      field.closest('div')?.append(error);
      descriptionIds.push(errorId);
    }
  }
  if (descriptionIds.length > 0) field.setAttribute('aria-describedby', descriptionIds.join(' '));
  else field.removeAttribute('aria-describedby');
};

const showFieldErrors = (form: HTMLFormElement, errors: Record<string, string>): void => {
  for (const field of fieldsOf(form)) showFieldError(form, field, errors[field.name]);
  [...fieldsOf(form)].find((field) => field.name in errors)?.focus();
};

/** Shows an error above the form. Without a text, it says that the server could not be reached. */
const showFormError = (form: HTMLFormElement, text?: string): void => {
  const alert = cloneTemplate(form, 'failure');
  if (!alert) return;
  const message = alert.querySelector('[data-message]');
  if (message && text !== undefined) message.textContent = text;
  form.prepend(alert);
};

/** Replaces the page with the server's response. Scripts of a parsed document never run. */
const replacePage = (form: HTMLFormElement, html: string): void => {
  const page = new DOMParser().parseFromString(html, 'text/html');
  const main = document.querySelector('main');
  // Keeps the typed values: the server never returns secrets and does not know later input.
  for (const { name, value, checked } of fieldsOf(form)) {
    const newField = page.querySelector<HTMLInputElement>(`main input[name="${name}"]`);
    if (newField?.type === 'checkbox') newField.checked = checked;
    else if (newField) newField.value = value;
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
      signal: AbortSignal.timeout(requestTimeoutMilliseconds),
    });
    if (response.redirected) {
      // Requests do not include the hash. Search instead of parsing, because `returnTo` may be an invalid URL.
      const hash = /#.*/s.exec(returnTo ?? '')?.[0] ?? '';
      window.location.assign(`${response.url}${hash}`);
      await new Promise(() => undefined);
    }
    const text = await response.text();
    if (response.headers.get('content-type')?.startsWith('text/html')) replacePage(form, text);
    else showFormError(form, (JSON.parse(text) as { detail?: string }).detail);
  } catch {
    showFormError(form);
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
    const errors = await validate(form);
    showFieldErrors(form, errors);
    if (Object.keys(errors).length > 0) return;
    // The server needs time to check the password, so preload the next screen.
    if (form.hasAttribute('data-opens-app')) MEMBER_SCRIPTS.forEach(preload);
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
  void validate(form).then((errors) => showFieldError(form, target, errors[name]));
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
  const field = cloneTemplate(form, 'setup-code');
  if (needsSetupCode && field) form.querySelector('[name=isAdult]')?.closest('div')?.before(field);
};
const signUpForm = document.querySelector<HTMLTemplateElement>('template[data-setup-code]')?.closest('form');
if (signUpForm) askForSetupCode(signUpForm).catch(() => undefined);

registerServiceWorker();
document.documentElement.dataset['ready'] = '';
