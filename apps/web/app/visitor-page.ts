/**
 * Runs in prerendered pages for visitors, which work without JavaScript. Loads the page's code when the page is idle,
 * or at once on interaction with a form or an element with `data-wakes`. A form that is submitted before the code has
 * loaded waits for it, and is posted natively after a timeout.
 */
import { registerServiceWorker } from './shell/service-worker-registration.ts';

const { start = '' } = document.currentScript?.dataset ?? {};
const root = document.documentElement;
const isReady = (): boolean => 'ready' in root.dataset;

/** Long enough to load the code on a slow connection. */
const longestWaitMilliseconds = 4_000;

let script: HTMLScriptElement | undefined;
/** Adds a script element, so that the watchdog (`watchdog.ts`) notices a failure. */
const begin = (): void => {
  if (script) return;
  script = document.createElement('script');
  script.type = 'module';
  script.dataset['starts'] = '';
  script.src = start;
  document.body.append(script);
};

const touched = ({ target }: Event): void => {
  if (target instanceof Element && target.closest('form, [data-wakes]')) begin();
};
for (const type of ['pointerover', 'pointerdown', 'focusin'])
  document.addEventListener(type, touched, { passive: true });

let isWaiting = false;
const holdBack = (event: SubmitEvent): void => {
  const { target: form, submitter } = event;
  if (isReady() || !(form instanceof HTMLFormElement)) return;
  event.preventDefault();
  if (isWaiting) return;
  isWaiting = true;
  begin();
  const send = (): void => {
    observer.disconnect();
    clearTimeout(timer);
    isWaiting = false;
    if (isReady()) form.requestSubmit(submitter);
    else form.submit();
  };
  const observer = new MutationObserver(send);
  observer.observe(root, { attributeFilter: ['data-ready'] });
  const timer = setTimeout(send, longestWaitMilliseconds);
};
document.addEventListener('submit', holdBack, true);

/** A busy device may never be idle, and Safari has no idle callbacks. */
const whenIdle = (): void => {
  if ('requestIdleCallback' in window) window.requestIdleCallback(begin, { timeout: 2_000 });
  else setTimeout(begin, 500);
};
if (document.readyState === 'complete') whenIdle();
else window.addEventListener('load', whenIdle, { once: true });

registerServiceWorker();
