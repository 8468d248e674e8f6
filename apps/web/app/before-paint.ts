/**
 * Runs in each page that the server has rendered for a member, before the first paint. Sets everything that depends on
 * the reader's time zone and device. Collects input until React handles events (`shell/early-input.ts`).
 */
import { isBlank } from '@commons/contract/text';
import { formatEventTime, monthAndDay, startLines } from './features/events/event-times.ts';
import { findSeenUntil, isSeenBoundary } from './features/feed/seen-posts.ts';
import { findLastMember, isSiteAllowed, keyOf } from './features/player/listening-keys.ts';
import { dayLabel, dayOf, formatDateTime, periodLabel } from './lib/locale.ts';
import { readStored, store, storedKeys } from './lib/storage.ts';
import { collectEarlyInput } from './shell/early-input.ts';
import { lightOf } from './ui/hour-light.ts';

/** Sets the texts of elements. Hides those without a text. */
function setTexts(elements: HTMLCollection, texts: readonly (string | undefined)[]): void {
  for (const [index, element] of [...elements].entries()) {
    const text = texts[index];
    element.textContent = text ?? '';
    element.toggleAttribute('hidden', text === undefined);
  }
}

function applyDeviceState(): void {
  const now = new Date();

  for (const element of document.querySelectorAll<HTMLElement>('[data-date-time]'))
    element.title = formatDateTime(element.dataset['dateTime'] ?? '');

  let dayBefore: number | undefined;
  for (const line of document.querySelectorAll<HTMLElement>('[data-day]')) {
    const at = line.dataset['day'] ?? '';
    const day = dayOf(at);
    if (day === dayBefore) continue;
    line.hidden = false;
    line.firstChild?.replaceWith(dayLabel(at, now));
    dayBefore = day;
  }

  let periodBefore: string | undefined;
  for (const line of document.querySelectorAll<HTMLElement>('[data-period]')) {
    const period = periodLabel(line.dataset['period'] ?? '', now);
    if (period === periodBefore) continue;
    line.hidden = false;
    line.firstChild?.replaceWith(period);
    periodBefore = period;
  }

  for (const badge of document.querySelectorAll<HTMLElement>('[data-date-badge]'))
    setTexts(badge.children, monthAndDay(badge.dataset['dateBadge'] ?? ''));

  for (const time of document.querySelectorAll<HTMLTimeElement>('[data-event-time]'))
    time.textContent = formatEventTime(time.dateTime);

  for (const { children, dataset } of document.querySelectorAll<HTMLElement>('[data-event-date]'))
    setTexts(children, startLines(dataset['eventDate'] ?? '', dataset['timeZone'] ?? ''));

  for (const sky of document.querySelectorAll<HTMLElement>('[data-light]')) sky.dataset['light'] = lightOf(now);

  const memberId = findLastMember();
  const seenUntil = memberId === null ? null : findSeenUntil(memberId, now.getTime());
  for (const line of document.querySelectorAll<HTMLElement>('[data-seen-line]'))
    line.hidden = !isSeenBoundary(seenUntil, line.dataset['newer'] ?? null, line.dataset['seenLine'] ?? '');

  for (const notice of document.querySelectorAll<HTMLElement>('[data-consent-sites]'))
    notice.hidden =
      memberId !== null &&
      (notice.dataset['consentSites'] ?? '').split(' ').every((site) => isSiteAllowed(memberId, site));

  for (const frame of document.querySelectorAll<HTMLElement>('[data-continue-listening]'))
    frame.hidden = memberId === null || storedKeys(keyOf(memberId, 'place', '')).length === 0;

  const composer = document.querySelector<HTMLFormElement>('form[data-draft]');
  const field = composer?.querySelector('textarea');
  if (composer && field) {
    const key = composer.dataset['draft'] ?? '';
    /** Expands the composer: two lines and the button. */
    const unfold = () => {
      composer.querySelector('[hidden]')?.removeAttribute('hidden');
      field.style.minHeight = field.style.minHeight.replace('1lh', '2lh');
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
  }
}

try {
  applyDeviceState();
} finally {
  // Until then, the style sheet hides the page.
  document.documentElement.dataset['isSet'] = '';
  collectEarlyInput();
}
