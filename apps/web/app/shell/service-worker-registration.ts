const quietMilliseconds = 1_000;

const registerSoon = (onRegistered?: () => void) => {
  setTimeout(() => {
    // Private windows and strict settings may forbid it; the application works without.
    navigator.serviceWorker.register('/sw.js').then(onRegistered, () => undefined);
  }, quietMilliseconds);
};

/** Registered once the page is quiet: filling its cache must not compete with what the visitor waits for. */
export function registerServiceWorker(onRegistered?: () => void) {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  if (document.readyState === 'complete') registerSoon(onRegistered);
  else window.addEventListener('load', () => registerSoon(onRegistered), { once: true });
}

/** Has the worker keep the application, which visitors who only read have no use for. */
export function keepApplication() {
  void navigator.serviceWorker.ready.then(({ active }) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is of one origin
    active?.postMessage('keep-application');
  });
}
