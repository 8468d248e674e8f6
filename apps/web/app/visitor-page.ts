/**
 * Runs in prerendered pages of visitors, which are complete without the application. A form that is touched, or what says
 * `data-wakes`, brings its code; one that is sent before the code is there goes to the server as it is, which answers with
 * a page.
 */
import { registerServiceWorker } from './shell/service-worker-registration.ts';

const { start = '' } = document.currentScript?.dataset ?? {};
const begin = () => import(/* @vite-ignore */ start).catch(() => undefined);

const touched = ({ target }: Event): void => {
  if (target instanceof Element && target.closest('form, [data-wakes]')) void begin();
};
for (const type of ['pointerover', 'pointerdown', 'focusin'])
  document.addEventListener(type, touched, { passive: true });

registerServiceWorker();
