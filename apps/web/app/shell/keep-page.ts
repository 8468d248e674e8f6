import { showToast } from '../ui/toast-store.ts';

/**
 * Keeps the page while the device is offline. If a screen's code cannot be loaded, React Router reloads the page, which
 * helps after an update. Offline, it would replace the page with the browser's error. So the reload waits.
 */
export function keepPageWhileOffline(): void {
  if (!('navigation' in window)) return;
  window.navigation.addEventListener('navigate', (event) => {
    if (event.navigationType !== 'reload' || navigator.onLine || !event.cancelable) return;
    event.preventDefault();
    showToast({
      title: 'You are offline',
      description: 'This will load as soon as you are online. What you wrote is saved on this device.',
      variant: 'info',
    });
    window.addEventListener('online', () => window.location.reload(), { once: true });
  });
}
