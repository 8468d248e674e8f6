import { showToast } from '../ui/toast-store.ts';

/** A page that stays open for days asks now and then, when it is looked at again. */
const askAgainMilliseconds = 60 * 60 * 1000;

/** Offers a version that waits to start. Whoever lets it pass has it when the community is next opened. */
export async function offerNewVersions(): Promise<void> {
  const registration = await navigator.serviceWorker.ready;
  const offer = () => {
    // Without a controller nothing older runs here.
    if (!registration.waiting || !navigator.serviceWorker.controller) return;
    showToast({
      title: 'A new version is ready',
      variant: 'news',
      action: { label: 'Reload', onPress: () => startNewVersion(registration) },
    });
  };
  whenNotWriting(offer);
  registration.addEventListener('updatefound', () => {
    const worker = registration.installing;
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed') whenNotWriting(offer);
    });
  });
  let askedAt = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || Date.now() - askedAt < askAgainMilliseconds) return;
    askedAt = Date.now();
    registration.update().catch(() => undefined);
  });
}

/** Nobody who is writing is spoken to: it is said when they leave the field. */
const whenNotWriting = (work: () => void): void => {
  if (document.activeElement?.matches('input, textarea'))
    document.activeElement.addEventListener('blur', () => whenNotWriting(work), { once: true });
  else work();
};

const reload = (): void => window.location.reload();

const startNewVersion = ({ waiting }: ServiceWorkerRegistration): void => {
  // Another tab may have started it already.
  if (!waiting) return reload();
  navigator.serviceWorker.addEventListener('controllerchange', reload, { once: true });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is of one origin
  waiting.postMessage('start');
};
