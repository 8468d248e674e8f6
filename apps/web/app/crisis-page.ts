/**
 * Runs in the crisis page, between the country field and the cards. Moves the card of the visitor's country to the top:
 * the country chosen before, or the region of the browser's language. Hides the cards until that one has arrived. After
 * a timeout, the cards that have arrived are shown and nothing moves any more, so that no number shifts under a finger.
 * Nothing is sent anywhere.
 */
import { countryStorageKey, readCountry } from './features/crisis/country.ts';
import { store } from './lib/storage.ts';
import './reading-page.ts';

const choice = document.querySelector<HTMLSelectElement>('[data-country-choice]');
const call = document.querySelector<HTMLAnchorElement>('[data-emergency-call]');
// The content security policy forbids style elements of scripts.
const style = new CSSStyleSheet();
const waiting = new CSSStyleSheet();
document.adoptedStyleSheets.push(style, waiting);
const emergencyNumbers = JSON.parse(choice?.dataset['emergencyNumbers'] ?? '{}') as Record<string, string>;

const cardOf = (code: string) => `[data-crisis-country="${code}"]`;

/** On a slow connection other cards arrive first, and the visitor's card would push them down. */
const longestWaitMilliseconds = 2_000;

/** Highlights the first contact of the visitor's card, and hides its emergency number, which is shown above. */
const styleOf = (card: string): string =>
  [
    `${card} [data-emergency]{display:none}`,
    `${card} [data-first-way]{background:var(--primary);border-color:var(--primary);color:var(--on-primary)}`,
    `${card} [data-first-way]:hover{background:var(--primary-strong)}`,
  ].join('');

function showCountry(code: string): void {
  const number = emergencyNumbers[code];
  style.replaceSync(number === undefined ? '' : styleOf(cardOf(code)));
  waiting.replaceSync(number === undefined ? '' : `[data-countries]:not(:has(>${cardOf(code)}))>*{visibility:hidden}`);
  if (choice) choice.value = number === undefined ? 'elsewhere' : code;
  if (!call) return;
  call.hidden = number === undefined;
  if (number === undefined) return;
  call.href = `tel:${number}`;
  // Names the country, because the phone's language may not match its location.
  call.querySelector('span')?.replaceChildren(`Call ${number} (${choice?.selectedOptions[0]?.text ?? code})`);
}

const findList = () => document.querySelector('[data-countries]');

/** Moves only that card, before it is visible, so that positions in other cards are kept. */
function bringForward(): void {
  const list = findList();
  const own = list?.querySelector(cardOf(choice?.value ?? ''));
  if (own && own !== list?.firstElementChild) list?.prepend(own);
}

showCountry(readCountry());
const arrival = new MutationObserver(bringForward);
arrival.observe(document.body, { childList: true, subtree: true });

function showWhatHasCome(): void {
  arrival.disconnect();
  document.removeEventListener('DOMContentLoaded', showComplete);
  waiting.disabled = true;
}

function showComplete(): void {
  // Content at the end of the page may not trigger the observer any more.
  bringForward();
  showWhatHasCome();
}

document.addEventListener('DOMContentLoaded', showComplete);
// The connection may have stopped: show the numbers that are there.
setTimeout(showWhatHasCome, longestWaitMilliseconds);

choice?.addEventListener('change', () => {
  const { value, selectedOptions } = choice;
  store(countryStorageKey, value);
  showCountry(value);
  const list = findList();
  const others = Object.keys(emergencyNumbers).filter((code) => code !== value);
  list?.append(...[value, ...others].flatMap((code) => list.querySelector(cardOf(code)) ?? []));
  const number = emergencyNumbers[value];
  document
    .querySelector('[data-country-chosen]')
    ?.replaceChildren(
      number === undefined
        ? 'All countries in alphabetical order'
        : `${selectedOptions[0]?.text ?? ''} is now first. The emergency number above is ${number}.`,
    );
});
