/**
 * Runs within the crisis page, between the choice of a country and the cards: the visitor's country, by the region of the
 * browser's language or as they chose before, is first from the moment its card arrives. So nothing moves under a finger on
 * its way to a number. Nothing of it is sent anywhere.
 */
import { countryStorageKey, readOwnCountry } from './features/crisis/own-country.ts';
import { store } from './lib/draft-storage.ts';
import './reading-page.ts';

const choice = document.querySelector<HTMLSelectElement>('[data-country-choice]');
const call = document.querySelector<HTMLAnchorElement>('[data-emergency-call]');
const style = document.createElement('style');
document.head.append(style);
const emergencyNumbers = JSON.parse(choice?.dataset['emergencyNumbers'] ?? '{}') as Record<string, string>;

const cardOf = (code: string) => `[data-crisis-country="${code}"]`;

/** One country's card before the others, its first way as the one to take, and its emergency number above, not twice. */
const styleOf = (card: string): string =>
  [
    `${card}{order:-1}`,
    `${card} [data-emergency]{display:none}`,
    `${card} [data-first-way]{background:var(--primary);border-color:var(--primary);color:var(--on-primary)}`,
    `${card} [data-first-way]:hover{background:var(--primary-strong)}`,
    // On a slow line others arrive before it, and it would push them down.
    `[data-countries]:not(:has(>${card}))>*{visibility:hidden}`,
  ].join('');

function showCountry(code: string): void {
  const number = emergencyNumbers[code];
  style.textContent = number === undefined ? '' : styleOf(cardOf(code));
  if (choice) choice.value = number === undefined ? 'elsewhere' : code;
  if (!call) return;
  call.hidden = number === undefined;
  if (number === undefined) return;
  call.href = `tel:${number}`;
  // Whose number it is: the language of a phone is not always that of where its owner is.
  call.querySelector('span')?.replaceChildren(`Call ${number} (${choice?.selectedOptions[0]?.text ?? code})`);
}

/** Brings the cards into the order in which they are seen, for the keyboard and for screen readers. */
function arrangeCards(first: string): void {
  const list = document.querySelector('[data-countries]');
  const codes = Object.keys(emergencyNumbers).filter((code) => code !== first);
  list?.append(...[first, ...codes].flatMap((code) => list.querySelector(cardOf(code)) ?? []));
}

showCountry(readOwnCountry());
document.addEventListener('DOMContentLoaded', () => arrangeCards(choice?.value ?? ''));

choice?.addEventListener('change', () => {
  const { value, selectedOptions } = choice;
  store(countryStorageKey, value);
  showCountry(value);
  arrangeCards(value);
  document
    .querySelector('[data-country-chosen]')
    ?.replaceChildren(
      value === 'elsewhere' ? 'All countries, by their names' : `${selectedOptions[0]?.text ?? ''} is first now`,
    );
});
