import { showToast } from '../lib/toast-store.ts';

const quietMilliseconds = 1_000;

const registerSoon = (onRegistered?: () => void) => {
  setTimeout(() => {
    // Private windows or strict settings may forbid it. The application works without.
    navigator.serviceWorker.register('/sw.js').then(onRegistered, () => undefined);
  }, quietMilliseconds);
};

/** Registers the service worker after the page has loaded, so that filling its cache does not delay the page. */
export function registerServiceWorker(onRegistered?: () => void) {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  if (document.readyState === 'complete') registerSoon(onRegistered);
  else window.addEventListener('load', () => registerSoon(onRegistered), { once: true });
}

/** Tells the worker to cache the application. Visitors who only read public pages do not need it. */
export function cacheApplication() {
  void navigator.serviceWorker.ready.then(({ active }) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is of one origin
    active?.postMessage('keep-application');
  });
}

/** Minimum interval between update checks of a page that stays open for days. Checked when the page becomes visible. */
const updateCheckMilliseconds = 60 * 60 * 1000;

/** Offers to load a waiting service worker. Otherwise, the new version starts when the community is next opened. */
export async function offerNewVersions(): Promise<void> {
  const registration = await navigator.serviceWorker.ready;
  const offer = () => {
    // Without a controller, no older version is running.
    if (!registration.waiting || !navigator.serviceWorker.controller) return;
    showToast({
      title: 'A new version is ready',
      variant: 'news',
      action: { label: 'Reload', onPress: () => startNewVersion(registration) },
    });
  };
  afterTyping(offer);
  registration.addEventListener('updatefound', () => {
    const worker = registration.installing;
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed') afterTyping(offer);
    });
  });
  let checkedAt = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || Date.now() - checkedAt < updateCheckMilliseconds) return;
    checkedAt = Date.now();
    registration.update().catch(() => undefined);
  });
}

/** Runs now, or after the focused field loses the focus, to avoid interrupting a writer. */
const afterTyping = (work: () => void): void => {
  if (document.activeElement?.matches('input, textarea'))
    document.activeElement.addEventListener('blur', () => afterTyping(work), { once: true });
  else work();
};

const reload = (): void => window.location.reload();

const startNewVersion = ({ waiting }: ServiceWorkerRegistration): void => {
  // Another tab may have activated it already.
  if (!waiting) return reload();
  navigator.serviceWorker.addEventListener('controllerchange', reload, { once: true });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is of one origin
  waiting.postMessage('start');
};
