/**
 * Runs in the server-rendered feed page before the first paint. Sets everything that depends on the reader's time zone
 * and device. Records clicks before React has started, for replay (`shell/server-rendered-view.tsx`).
 */
import { isBlank } from '@commons/contract/text';
import { readStored, store } from './lib/draft-storage.ts';
import { dayLabel, dayOf } from './lib/locale.ts';
import { lightOf } from './ui/hour-light.ts';

// A reloaded page starts at the top, because the view contains only the first posts.
history.scrollRestoration = 'manual';

const view = document.currentScript?.parentElement ?? document.body;
view.dataset['isSet'] = '';
const now = new Date();

let dayBefore: number | undefined;
for (const line of view.querySelectorAll<HTMLElement>('[data-day]')) {
  const at = line.dataset['day'] ?? '';
  const day = dayOf(at);
  if (day === dayBefore) continue;
  line.hidden = false;
  line.firstChild?.replaceWith(dayLabel(at, now));
  dayBefore = day;
}

for (const sky of view.querySelectorAll<HTMLElement>('[data-light]')) {
  const { light, transform } = lightOf(now, window.location.pathname);
  sky.dataset['light'] = light;
  if (sky.firstElementChild instanceof HTMLElement) sky.firstElementChild.style.transform = transform;
}

const composer = view.querySelector<HTMLFormElement>('form[data-draft]');
const field = composer?.querySelector('textarea');
if (composer && field) {
  const key = composer.dataset['draft'] ?? '';
  /** Expands the composer: three lines and the button. */
  const unfold = () => {
    composer.querySelector('[hidden]')?.removeAttribute('hidden');
    field.style.minHeight = field.style.minHeight.replace('1lh', '3lh');
  };
  const share = composer.querySelector<HTMLButtonElement>('[type=submit]');
  const updateShareButton = () => {
    if (share) share.disabled = isBlank(field.value);
  };
  field.value = readStored(key) ?? '';
  updateShareButton();
  if (field.value !== '') unfold();
  field.addEventListener('focus', unfold);
  field.addEventListener('input', () => {
    store(key, field.value);
    updateShareButton();
  });
  // The submit shortcut clicks the button, as in `ui/text-area.tsx`.
  field.addEventListener('keydown', ({ key: pressedKey, ctrlKey, metaKey }) => {
    if (pressedKey === 'Enter' && (ctrlKey || metaKey)) share?.click();
  });
  // The click is replayed when React can handle it.
  composer.addEventListener('submit', (event) => event.preventDefault());
}

const early: NonNullable<Window['early']> = { pressed: [], held: null, typed: new Set() };
window.early = early;
const pressableOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('button, summary') : null;
const isBusy = (element: Element | null) => element?.getAttribute('aria-busy') === 'true';
view.addEventListener('pointerdown', ({ target, pointerType, button }) => {
  // Touch needs no tracking: its click event fires on the element that is there at the end.
  const pressed = pointerType === 'mouse' && button === 0 ? pressableOf(target) : null;
  early.held = isBusy(pressed) ? null : pressed;
});
for (const end of ['pointerup', 'pointercancel']) window.addEventListener(end, () => (early.held = null));
/** Buttons that move the focus when replayed: menus, dialogs, search. */
const opening = '[aria-haspopup], header [aria-expanded]';
/** Forgets clicks on such buttons after the user has moved on. */
const forgetOpenings = () => {
  early.pressed = early.pressed.filter((pressed) => {
    if (!pressed.matches(opening)) return true;
    pressed.removeAttribute('aria-busy');
    return false;
  });
};
view.addEventListener('focusin', ({ target }) => {
  if (target instanceof Element && target.matches('input, textarea')) forgetOpenings();
});
view.addEventListener('click', ({ target }) => {
  const pressed = pressableOf(target);
  // A repeated click would undo the first one.
  if (!pressed || isBusy(pressed)) return;
  if (pressed.matches(opening)) forgetOpenings();
  // A `details` element opens at once. A button shows its pending state.
  if (pressed.localName === 'button') pressed.setAttribute('aria-busy', 'true');
  early.pressed.push(pressed);
});
view.addEventListener('input', ({ target }) => early.typed.add(target as HTMLInputElement));
