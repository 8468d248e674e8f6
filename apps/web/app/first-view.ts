/**
 * Runs in the page that the server draws for a member, right after the first view of the feed and before it is seen: sets
 * what depends on the reader's clock, calendar and device. What is pressed before React came is noted, and pressed again
 * then (`shell/sent-view.tsx`).
 */
import { isBlank } from '@commons/contract/text';
import { readStored, store } from './lib/draft-storage.ts';
import { dayLabel, dayOf } from './lib/locale.ts';
import { lightOf } from './ui/hour-light.ts';

// A page that is loaded again begins at the top: what was further down is not in the view.
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
  /** What the composer does when it is wanted: three lines, and the button below. */
  const unfold = () => {
    composer.querySelector('[hidden]')?.removeAttribute('hidden');
    field.style.minHeight = field.style.minHeight.replace('1lh', '3lh');
  };
  const share = composer.querySelector<HTMLButtonElement>('[type=submit]');
  const letShare = () => {
    if (share) share.disabled = isBlank(field.value);
  };
  field.value = readStored(key) ?? '';
  letShare();
  if (field.value !== '') unfold();
  field.addEventListener('focus', unfold);
  field.addEventListener('input', () => {
    store(key, field.value);
    letShare();
  });
  // The keys that share are a press of the button, as in `ui/text-area.tsx`.
  field.addEventListener('keydown', ({ key: pressedKey, ctrlKey, metaKey }) => {
    if (pressedKey === 'Enter' && (ctrlKey || metaKey)) share?.click();
  });
  // Its button is pressed again when there is who shares.
  composer.addEventListener('submit', (event) => event.preventDefault());
}

const early: NonNullable<Window['early']> = { pressed: [], held: null, typed: new Set() };
window.early = early;
const pressableOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('button, summary') : null;
const isBusy = (element: Element | null) => element?.getAttribute('aria-busy') === 'true';
view.addEventListener('pointerdown', ({ target, pointerType, button }) => {
  // A finger's tap finds what is under it in the end.
  const pressed = pointerType === 'mouse' && button === 0 ? pressableOf(target) : null;
  early.held = isBusy(pressed) ? null : pressed;
});
for (const end of ['pointerup', 'pointercancel']) window.addEventListener(end, () => (early.held = null));
/** What takes the keyboard when it is pressed again: menus, dialogs, the search. */
const opening = '[aria-haspopup], header [aria-expanded]';
/** Whoever went on to something else stays there. */
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
  // Pressed once more because nothing happened yet, it would undo what the first press did.
  if (!pressed || isBusy(pressed)) return;
  if (pressed.matches(opening)) forgetOpenings();
  // What is folded opens at once; a button waits for who answers it.
  if (pressed.localName === 'button') pressed.setAttribute('aria-busy', 'true');
  early.pressed.push(pressed);
});
view.addEventListener('input', ({ target }) => early.typed.add(target as HTMLInputElement));
