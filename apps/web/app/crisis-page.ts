/**
 * Runs within the crisis page, between the choice of a country and the cards: the card of the visitor's country, by the
 * region of the browser's language or as they chose before, becomes the first as it arrives, and no other is seen before it.
 * Whoever has waited too long for it is shown those that have come, and it stays where it comes then: nothing moves under a
 * finger on its way to a number. Nothing of it is sent anywhere.
 */
import { countryStorageKey, readOwnCountry } from './features/crisis/own-country.ts';
import { store } from './lib/draft-storage.ts';
import './reading-page.ts';

const choice = document.querySelector<HTMLSelectElement>('[data-country-choice]');
const call = document.querySelector<HTMLAnchorElement>('[data-emergency-call]');
const style = document.createElement('style');
const waiting = document.createElement('style');
document.head.append(style, waiting);
const emergencyNumbers = JSON.parse(choice?.dataset['emergencyNumbers'] ?? '{}') as Record<string, string>;

const cardOf = (code: string) => `[data-crisis-country="${code}"]`;

/** On a slow line other cards arrive before the visitor's, which would push them down. */
const longestWaitMilliseconds = 2_000;

/** The visitor's card has its first way as the one to take, and its emergency number above, not twice. */
const styleOf = (card: string): string =>
  [
    `${card} [data-emergency]{display:none}`,
    `${card} [data-first-way]{background:var(--primary);border-color:var(--primary);color:var(--on-primary)}`,
    `${card} [data-first-way]:hover{background:var(--primary-strong)}`,
  ].join('');

function showCountry(code: string): void {
  const number = emergencyNumbers[code];
  style.textContent = number === undefined ? '' : styleOf(cardOf(code));
  waiting.textContent = number === undefined ? '' : `[data-countries]:not(:has(>${cardOf(code)}))>*{visibility:hidden}`;
  if (choice) choice.value = number === undefined ? 'elsewhere' : code;
  if (!call) return;
  call.hidden = number === undefined;
  if (number === undefined) return;
  call.href = `tel:${number}`;
  // Whose number it is: the language of a phone is not always that of where its owner is.
  call.querySelector('span')?.replaceChildren(`Call ${number} (${choice?.selectedOptions[0]?.text ?? code})`);
}

const findList = () => document.querySelector('[data-countries]');

/** Nothing but that one card moves, and before it is seen: a place that somebody has in another is not lost. */
function bringForward(): void {
  const list = findList();
  const own = list?.querySelector(cardOf(choice?.value ?? ''));
  if (own && own !== list?.firstElementChild) list?.prepend(own);
}

showCountry(readOwnCountry());
const arrival = new MutationObserver(bringForward);
arrival.observe(document.body, { childList: true, subtree: true });

function showWhatHasCome(): void {
  arrival.disconnect();
  document.removeEventListener('DOMContentLoaded', showComplete);
  waiting.remove();
}

function showComplete(): void {
  // What came with the end of the page is not told of any more.
  bringForward();
  showWhatHasCome();
}

document.addEventListener('DOMContentLoaded', showComplete);
// The line may have stopped half-way: some number is better than none.
setTimeout(showWhatHasCome, longestWaitMilliseconds);

choice?.addEventListener('change', () => {
  const { value, selectedOptions } = choice;
  store(countryStorageKey, value);
  showCountry(value);
  const list = findList();
  const others = Object.keys(emergencyNumbers).filter((code) => code !== value);
  list?.append(...[value, ...others].flatMap((code) => list.querySelector(cardOf(code)) ?? []));
  document
    .querySelector('[data-country-chosen]')
    ?.replaceChildren(
      value === 'elsewhere' ? 'All countries, by their names' : `${selectedOptions[0]?.text ?? ''} is now first`,
    );
});
