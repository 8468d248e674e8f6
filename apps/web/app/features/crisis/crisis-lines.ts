// oxlint-disable-next-line boundaries/imports -- starter content is data of the repository, shared by server and web
import content from '../../../../../content/crisis-lines.json';

export type CrisisLine = {
  name: string;
  call?: string;
  text?: { to: string; /** Keyword to send first, if the line needs one. */ word?: string };
  chatUrl?: string;
  hours: string;
  languages: string;
  source: { name: string; url: string; basis: Basis; /** ISO date of the last check. */ checkedOn: string };
};

/** Source of the number: a page of the line or its operator, or a page of a public authority. */
type Basis = 'own page' | 'authority page';

export type CrisisCountry = {
  /** ISO 3166-1 alpha-2. */
  code: string;
  name: string;
  emergencyNumber: string;
  lines: readonly CrisisLine[];
};

/** Sorted by name. */
export const crisisCountries = content.countries as readonly CrisisCountry[];

/** Removes all characters except digits and the plus sign from a phone number. */
export const toDialableNumber = (number: string): string => number.replace(/[^\d+]/g, '');

/** Returns the `tel:` URL of a phone number. */
export const telephoneUrl = (number: string): string => `tel:${toDialableNumber(number)}`;
