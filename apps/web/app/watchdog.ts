/**
 * Runs first in the head of every page, before any other file is requested.
 *
 * - Sends a browser that is too old to a plain page that it can show.
 * - Fetches the first scripts and style sheets again when a request fails, and starts them.
 * - Reloads the page once when a file is gone: the page belongs to an older build.
 * - Otherwise says that the page could not be loaded, with a button that reloads it.
 *
 * The build lowers its syntax to ES2018, which browsers with modules can run. Others are led away by `nomodule`.
 */
const root = document.documentElement;
const oldBrowserPage = '/supported-browsers';

/** Set by the build where nothing works without the code of the application. */
const isApplication = document.currentScript?.hasAttribute('data-application') === true;

const checkMilliseconds = 1_000;
/** A request that hangs counts as failed after this time. */
const fetchMilliseconds = 5_000;
const noticeAfterMilliseconds = 5_000;
/** A slow line or a slow phone may take this long between two files. */
const stalledAfterMilliseconds = 15_000;
/** A page that was reloaded less than this ago is not reloaded by itself again. */
const reloadPauseMilliseconds = 60_000;
const maxRenewals = 2;

type Renewable = HTMLLinkElement | HTMLScriptElement;

const failed = new Set<Renewable>();
let notice: HTMLElement | undefined;
/** When the first file failed; 0 while none has. */
let firstFailureAt = 0;
let renewals = 0;
/** A file that arrived and cannot be run: the copy that the browser keeps may be damaged. */
let isDamaged = false;
let isRecovering = false;

const isReady = (): boolean => root.hasAttribute('data-ready');

/** Later code has ways of its own to be fetched again (`lib/lazy.ts`). A page that is ready may still lack its style. */
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
  // The page may have no style sheet. System colours follow the reader's light or dark.
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

const sayNotLoaded = (): void =>
  showNotice('This page could not be loaded completely. Please check your connection, then reload.', 'Reload', () =>
    window.location.reload(),
  );

/** Whether a reload would lose words. Those of a form with a draft are kept on the device. */
const hasTyped = (): boolean =>
  [
    ...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
      'input:not([type=checkbox],[type=radio]),textarea',
    ),
  ].some((field) => field.value !== field.defaultValue && field.closest('[data-draft]') === null);

/** Reloads the page once. Its entry in the history remembers that, also where the browser blocks storage. */
function reloadOnce(): void {
  const state = window.history.state as { reloadedAt?: number } | null;
  if (hasTyped() || Date.now() - (state?.reloadedAt ?? 0) < reloadPauseMilliseconds) {
    sayNotLoaded();
    return;
  }
  window.history.replaceState(Object.assign({}, state, { reloadedAt: Date.now() }), '');
  window.location.reload();
}

/** Puts a new element in the place of one whose file failed: the browser requests the file again. */
function renew(old: Renewable): void {
  const fresh = document.createElement(old.localName) as Renewable;
  for (const { name, value } of old.attributes) fresh.setAttribute(name, value);
  fresh.textContent = old.textContent;
  // A module that has run once runs again only at another address.
  if (old instanceof HTMLScriptElement && old.src) fresh.setAttribute('src', `${old.src.split('?')[0]}?${renewals}`);
  old.replaceWith(fresh);
}

/** Starts again what failed, when all of its files can be had. */
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

/** Requests every file that the page names. Returns the highest status; 0 when a file could not be had. */
async function fetchFiles(): Promise<number> {
  const files = new Set(root.outerHTML.match(/\/assets\/[\w.-]+\.(?:js|css)\b/g));
  const statuses = [...files].map(async (file) => {
    const answer = await fetch(file, isDamaged ? { cache: 'reload' } : {});
    // Only a whole answer is kept by the browser.
    await answer.arrayBuffer();
    return answer.status;
  });
  const patience = new Promise<number[]>((resolve) => setTimeout(() => resolve([0]), fetchMilliseconds));
  return Math.max(...(await Promise.race([Promise.all(statuses).catch(() => [0]), patience])));
}

/** Whether the page still lacks a file. The application may have started in the meantime. */
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
  if (Date.now() - firstFailureAt > noticeAfterMilliseconds) sayNotLoaded();
  setTimeout(() => void recover(), checkMilliseconds);
}

/** The script whose module starts the application; the code of other pages is not started twice. */
const starter = (): HTMLScriptElement | null =>
  document.querySelector('script[type=module]:not([src]), script[data-starts]');

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
  // Each browser has words of its own for a module that it could not fetch.
  else if (!(reason instanceof TypeError && /module/i.test(reason.message))) return;
  event.preventDefault();
  failed.add(script);
  recoverLater();
}

/** Shows the notice when the page does not become complete and no file has arrived for long. */
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
    sayNotLoaded();
    // A style sheet that never arrives keeps the browser from painting anything, the notice too.
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]'))
      if (!link.sheet) link.remove();
  }, checkMilliseconds);
}

/** Chrome 111, Firefox 113 and Safari 16.4 are the first versions that pass. */
function isSupported(): boolean {
  try {
    // Older browsers would refuse the whole script for a literal.
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
