/**
 * Enhances the pages with forms, which work without it: validates before sending, and shows the response in place. React
 * is loaded for members only.
 */
import './lib/older-browsers.ts';
import { authPaths } from '@commons/contract/auth';
import type { SignInOptions } from '@commons/contract/auth/schemas';
import { isBlank } from '@commons/contract/text';
import type { z } from 'zod';
import { markCurrentSection } from './features/meditation-tools/mark-section.ts';
import { showToast } from './features/visitor-lists/toasts.ts';
import { announceBreathing } from './features/waitlist/announce-breathing.ts';
import { paths } from './lib/paths.ts';
import './lib/schemas-without-eval.ts';
import { registerServiceWorker } from './shell/service-worker-registration.ts';

const requestTimeoutMilliseconds = 30_000;
/** Long enough to load the schema on a slow connection, and short compared to the request timeout. */
const schemaTimeoutMilliseconds = 5_000;
const returnTo = new URLSearchParams(window.location.search).get('returnTo');

const loadSchema = async (form: HTMLFormElement): Promise<z.ZodType | undefined> => {
  const path = new URL(form.action).pathname.replace(/(?<=.)\/$/, '');
  if (path === paths.waitlist) return (await import('@commons/contract/waitlist/schemas')).joinWaitlistInput;
  if (path === paths.meditationTools)
    return (await import('@commons/contract/book-notifications/schemas')).bookNotificationInput;
  if (path === paths.reportConcern) return (await import('@commons/contract/concerns/schemas')).concernInput;
  if (path === paths.signInCode) return (await import('@commons/contract/security/schemas')).codeInput;
  const contract = await import('@commons/contract/auth/schemas');
  const schemas: Record<string, z.ZodType> = {
    [paths.login]: contract.signInInput,
    [paths.signUp]: contract.signUpInput,
    [paths.forgotPassword]: contract.requestPasswordReset.body,
    [paths.resetPassword]: contract.resetPassword.body.pick({ newPassword: true }),
  };
  return schemas[path];
};

type Field = HTMLInputElement | HTMLTextAreaElement;

const fieldsOf = (form: HTMLFormElement) => form.querySelectorAll<Field>('input[name], textarea[name]');

/** Returns error messages by field name. If the schema does not load in time, the server validates. */
const validate = async (form: HTMLFormElement): Promise<Record<string, string>> => {
  const timeout = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), schemaTimeoutMilliseconds));
  const schema = await Promise.race([loadSchema(form).catch(() => undefined), timeout]);
  const values = Object.fromEntries(new FormData(form));
  for (const { name, type, checked } of form.querySelectorAll('input'))
    if (type === 'checkbox') Object.assign(values, { [name]: checked });
  const issues = schema?.safeParse(values).error?.issues ?? [];
  const errors = Object.fromEntries(issues.toReversed().map(({ path, message }) => [String(path[0]), message]));
  for (const { name, value, dataset } of fieldsOf(form))
    if (dataset['missing'] !== undefined && isBlank(value)) errors[name] = dataset['missing'];
  return errors;
};

const cloneTemplate = (form: HTMLFormElement, name: string): HTMLElement | null => {
  const template = form.querySelector<HTMLTemplateElement>(`template[data-${name}]`);
  return (template?.content.cloneNode(true) as DocumentFragment | undefined)?.firstElementChild as HTMLElement | null;
};

/** Shows an error below a field, or removes it if there is no text. */
const showFieldError = (form: HTMLFormElement, field: Field, text: string | undefined): void => {
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

/** Shows a toast about the errors, in forms that have such toasts. */
const showErrorToast = (form: HTMLFormElement, errors: Record<string, string>): void => {
  const isMissing = [...fieldsOf(form)].some(({ required, value }) => required && isBlank(value));
  if (isMissing) showToast(form, 'missing');
  else if ('email' in errors) showToast(form, 'invalid-email');
};

/**
 * Shows the server's response: the element at the fragment of the form's action, or the whole page. Scripts of a parsed
 * document never run.
 */
const showResponse = (form: HTMLFormElement, html: string): void => {
  const page = new DOMParser().parseFromString(html, 'text/html');
  const id = new URL(form.action).hash.slice(1) || 'main';
  const [shown, response] = [document.getElementById(id), page.getElementById(id)];
  // Keeps the typed values: the server never returns secrets and does not know later input.
  for (const field of fieldsOf(form)) {
    const newField = response?.querySelector<Field>(`[name="${field.name}"]`);
    if (field instanceof HTMLInputElement && newField instanceof HTMLInputElement && field.type === 'checkbox')
      newField.checked = field.checked;
    else if (newField) newField.value = field.value;
  }
  if (id === 'main') document.title = page.title;
  // A shorter response must not move the content below.
  else if (shown) shown.style.minHeight = `${shown.offsetHeight}px`;
  shown?.replaceChildren(...(response?.childNodes ?? []));
  const next =
    shown?.querySelector<HTMLElement>('[autofocus], form button[type=submit], [role=status][tabindex]') ?? shown;
  next?.focus({ preventScroll: !next.matches('form *') });
  if (next?.matches('[role=status]')) next.scrollIntoView({ block: 'nearest' });
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
    if (response.status === 409 && showToast(form, 'listed')) return;
    if (response.headers.get('content-type')?.startsWith('text/html')) showResponse(form, text);
    else if (!showToast(form, 'failure')) showFormError(form, (JSON.parse(text) as { detail?: string }).detail);
  } catch {
    showFormError(form);
  }
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
    if (Object.keys(errors).length > 0) showErrorToast(form, errors);
    else await send(form);
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
  const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  if (!isField || !target.form || target.getAttribute('aria-invalid') !== 'true') return;
  const { form, name } = target;
  void validate(form).then((errors) => showFieldError(form, target, errors[name]));
});

for (const type of ['focusin', 'pointerover'])
  document.addEventListener(type, ({ target }) => {
    const form = target instanceof Element ? target.closest('form') : null;
    if (form) void loadSchema(form).catch(() => undefined);
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

const [exercise, bar] = ['[data-breathing]', '[data-sections]'].map((part) => document.querySelector(part));
if (document.querySelector('[data-player]'))
  void import('./features/meditation-tools/audio-player.ts').then(
    ({ enhancePlayers }) => enhancePlayers(),
    () => undefined,
  );
if (exercise) announceBreathing(exercise);
if (bar) markCurrentSection(bar);

registerServiceWorker();
document.documentElement.dataset['ready'] = '';
