/** Runs in articles and similar pages, which also work without it. */
import { registerServiceWorker } from './shell/service-worker-registration.ts';

registerServiceWorker();
document.documentElement.dataset['ready'] = '';
