/** Runs in pages that are only read: they work without it. */
import { registerServiceWorker } from './shell/service-worker-registration.ts';

registerServiceWorker();
document.documentElement.dataset['ready'] = '';
