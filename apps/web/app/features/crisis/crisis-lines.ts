import type { CrisisCountry } from '@commons/contract/texts/schemas';
// oxlint-disable-next-line boundaries/imports -- starter content is data of the repository, shared by server and web
import content from '../../../../../content/crisis-lines.json';

/** The lines that ship with the product, sorted by the name of the country. */
export const crisisCountries = content.countries as readonly CrisisCountry[];

export type { CrisisCountry, CrisisLine } from '@commons/contract/texts/schemas';

/** Removes all characters except digits and the plus sign from a phone number. */
export const toDialableNumber = (number: string): string => number.replace(/[^\d+]/g, '');

/** Returns the `tel:` URL of a phone number. */
export const telephoneUrl = (number: string): string => `tel:${toDialableNumber(number)}`;
