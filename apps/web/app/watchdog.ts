/**
 * Runs first in the head of every page, before any other file is requested.
 *
 * It redirects a browser that is too old to a plain page. If scripts or style sheets fail to load, it loads and starts
 * them again. If a file is gone because the page belongs to an older build, it reloads the page once. Otherwise, it
 * shows a message with a reload button.
 *
 * The build lowers its syntax to ES2018, which all browsers with modules can run. Others are redirected by `nomodule`.
 */
const root = document.documentElement;
const oldBrowserPage = '/supported-browsers';

/** Set on documents that need the application's code. */
const isApplication = document.currentScript?.hasAttribute('data-application') === true;

const checkMilliseconds = 1_000;
/** A request that hangs this long counts as failed. */
const fetchMilliseconds = 5_000;
const noticeAfterMilliseconds = 5_000;
/** Maximum time between two files on a slow connection or phone. */
const stalledAfterMilliseconds = 15_000;
/** Minimum time between two automatic reloads. */
const reloadPauseMilliseconds = 60_000;
const maxRenewals = 2;

type Renewable = HTMLLinkElement | HTMLScriptElement;

const failed = new Set<Renewable>();
let notice: HTMLElement | undefined;
/** Time of the first failure, or 0. */
let firstFailureAt = 0;
let renewals = 0;
/** A file arrived but is invalid: the browser's cached copy may be damaged. */
let isDamaged = false;
let isRecovering = false;

const isReady = (): boolean => root.hasAttribute('data-ready');

/** Later code has its own retries (`lib/lazy.ts`). A started page may still lack its style sheet. */
const isOver = (): boolean => isReady() && document.readyState === 'complete';

const hideNotice = (): void => {
  notice?.remove();
  notice = undefined;
};

function showNotice(text: string, label: string, act: () => void): void {
  if (notice) return;
  notice = document.createElement('div');
  notice.setAttribute('role', 'alert');
  notice.setAttribute('data-load-notice', '');
  // The page may have no style sheet. System colors follow the color scheme.
  notice.style.cssText = `position:fixed;inset:auto 0 0;z-index:99;padding:12px 16px;text-align:center;font:16px/1.5 system-ui,sans-serif;background:Canvas;color:CanvasText;border-top:2px solid;color-scheme:${root.dataset['theme'] ?? 'light dark'}`;
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = label;
  button.style.cssText =
    'font:inherit;font-weight:600;min-height:44px;margin:4px 12px;padding:0 20px;border:2px solid;border-radius:8px;background:Canvas;color:CanvasText;cursor:pointer';
  button.addEventListener('click', act);
  notice.append(text, ' ', button);
  (document.body ?? root).append(notice);
}

const showLoadFailure = (): void =>
  showNotice('This page could not be loaded completely. Please check your connection, then reload.', 'Reload', () =>
    window.location.reload(),
  );

/** Whether a reload would lose text. Forms with a draft are stored on the device. */
const hasTyped = (): boolean =>
  [
    ...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
      'input:not([type=checkbox],[type=radio]),textarea',
    ),
  ].some((field) => field.value !== field.defaultValue && field.closest('[data-draft]') === null);

/** Reloads the page once. The history entry records that, which also works without storage. */
function reloadOnce(): void {
  const state = window.history.state as { reloadedAt?: number } | null;
  if (hasTyped() || Date.now() - (state?.reloadedAt ?? 0) < reloadPauseMilliseconds) {
    showLoadFailure();
    return;
  }
  window.history.replaceState(Object.assign({}, state, { reloadedAt: Date.now() }), '');
  window.location.reload();
}

/** Replaces an element whose file failed, so that the browser requests the file again. */
function renew(old: Renewable): void {
  const fresh = document.createElement(old.localName) as Renewable;
  for (const { name, value } of old.attributes) fresh.setAttribute(name, value);
  // Scripts cannot read it as an attribute.
  fresh.nonce = old.nonce;
  fresh.textContent = old.textContent;
  // A module runs again only under another URL.
  if (old instanceof HTMLScriptElement && old.src) fresh.setAttribute('src', `${old.src.split('?')[0]}?${renewals}`);
  old.replaceWith(fresh);
}

/** Restarts the failed elements after all files could be loaded. */
function startAgain(): void {
  hideNotice();
  if (isDamaged || renewals >= maxRenewals) {
    reloadOnce();
    return;
  }
  renewals += 1;
  for (const element of failed) renew(element);
  failed.clear();
}

/** Requests all files that the page refers to. Returns the highest status, or 0 if a request failed. */
async function fetchFiles(): Promise<number> {
  const files = new Set(root.outerHTML.match(/\/assets\/[\w.-]+\.(?:js|css)\b/g));
  const statuses = [...files].map(async (file) => {
    const answer = await fetch(file, isDamaged ? { cache: 'reload' } : {});
    // The browser caches only complete responses.
    await answer.arrayBuffer();
    return answer.status;
  });
  const patience = new Promise<number[]>((resolve) => setTimeout(() => resolve([0]), fetchMilliseconds));
  return Math.max(...(await Promise.race([Promise.all(statuses).catch(() => [0]), patience])));
}

/** Whether a file is still missing. The application may have started in the meantime. */
const isIncomplete = (): boolean =>
  !isReady() || [...failed].some(({ isConnected, localName }) => isConnected && localName === 'link');

async function recover(): Promise<void> {
  const status = await fetchFiles();
  isRecovering = false;
  if (!isIncomplete()) hideNotice();
  else if (status === 200) startAgain();
  else if (status >= 400 && status < 500) reloadOnce();
  else recoverLater();
}

function recoverLater(): void {
  if (isRecovering) return;
  isRecovering = true;
  firstFailureAt ||= Date.now();
  if (Date.now() - firstFailureAt > noticeAfterMilliseconds) showLoadFailure();
  setTimeout(() => void recover(), checkMilliseconds);
}

/** The script that starts the application. Scripts of other pages are not restarted. */
const starter = (): HTMLScriptElement | null => document.querySelector('script[type=module]:not([src])');

function onError(event: Event): void {
  const { target } = event;
  if (isOver()) return;
  const isFile =
    target instanceof HTMLScriptElement || (target instanceof HTMLLinkElement && target.rel === 'stylesheet');
  const isUnreadable = event instanceof ErrorEvent && event.error instanceof SyntaxError;
  if (!isFile && !isUnreadable) return;
  if (isFile) failed.add(target);
  else isDamaged = true;
  recoverLater();
}

function onRejection(event: PromiseRejectionEvent): void {
  const { reason } = event as { reason: unknown };
  const script = starter();
  if (isReady() || !script) return;
  if (reason instanceof SyntaxError) isDamaged = true;
  // Browsers word this error differently.
  else if (!(reason instanceof TypeError && /module/i.test(reason.message))) return;
  event.preventDefault();
  failed.add(script);
  recoverLater();
}

/** Shows the message if the page is incomplete and no file has arrived for a while. */
function watchStart(): void {
  let movedAt = Date.now();
  let arrived = 0;
  const timer = setInterval(() => {
    if (isApplication ? isReady() : document.readyState === 'complete') {
      if (failed.size === 0) hideNotice();
      clearInterval(timer);
      return;
    }
    const count = performance.getEntriesByType('resource').length;
    if (count > arrived || document.hidden) movedAt = Date.now();
    arrived = count;
    if (notice || Date.now() - movedAt < stalledAfterMilliseconds) return;
    showLoadFailure();
    // A pending style sheet blocks painting, also of the message.
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]'))
      if (!link.sheet) link.remove();
  }, checkMilliseconds);
}

/** The first versions that pass are Chrome 111, Firefox 113 and Safari 16.4. */
function isSupported(): boolean {
  try {
    // A constructor, because a literal would be a syntax error in older browsers.
    return new RegExp('(?<=a)b').test('ab') && CSS.supports('color', 'color-mix(in srgb, red, red)');
  } catch {
    return false;
  }
}

const showOldBrowserPage = (): void => window.location.replace(oldBrowserPage);

if (isSupported()) {
  window.addEventListener('error', onError, true);
  window.addEventListener('unhandledrejection', onRejection);
  watchStart();
} else if (isApplication) showOldBrowserPage();
else if (window.location.pathname !== oldBrowserPage)
  document.addEventListener('DOMContentLoaded', () =>
    showNotice('Your browser is too old for parts of this site.', 'What you can do', showOldBrowserPage),
  );
