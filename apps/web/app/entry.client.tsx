import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { showToast } from './lib/toast-store.ts';
import { isBrowserOnlyError } from './ui/lazy-part.tsx';

delayReloadWhileOffline();

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
    {
      onRecoverableError: (error) => {
        // React hides a difference between the server's HTML and the first rendering: it draws the part again.
        if (!isBrowserOnlyError(error)) reportError(error);
      },
    },
  );
});

/** A page that is reloaded again this soon would be reloaded forever. The watchdog then offers a button. */
const loopMilliseconds = 10_000;

const isReloadedAgain = (): boolean => {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const isReady = 'ready' in document.documentElement.dataset;
  return navigation?.type === 'reload' && performance.now() < loopMilliseconds && !isReady;
};

/**
 * Keeps the page while the device is offline. If a screen's code cannot be loaded, React Router reloads the page, which
 * helps after an update. Offline, it would replace the page with the browser's error, so the reload waits.
 */
function delayReloadWhileOffline(): void {
  if (!('navigation' in window)) return;
  window.navigation.addEventListener('navigate', (event) => {
    if (event.navigationType !== 'reload' || !event.cancelable) return;
    if (isReloadedAgain()) event.preventDefault();
    if (navigator.onLine) return;
    event.preventDefault();
    showToast({
      title: 'You are offline',
      description: 'This will load as soon as you are online. What you wrote is saved on this device.',
      variant: 'info',
    });
    window.addEventListener('online', () => window.location.reload(), { once: true });
  });
}
