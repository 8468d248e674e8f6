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
