// oxlint-disable-next-line boundaries/imports -- starter content is data of the repository, shared by server and web
import content from '../../../../../content/crisis-lines.json';

export type CrisisLine = {
  name: string;
  call?: string;
  text?: { to: string; /** What to write first, where the line asks for it. */ word?: string };
  chatUrl?: string;
  hours: string;
  languages: string;
  source: { name: string; url: string; basis: Basis; /** ISO date on which it was last read. */ checkedOn: string };
};

/** Source of the number: the page of the line or its operator, or of a public authority. */
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

/** Returns the digits and the leading plus of a phone number. */
export const dialable = (number: string): string => number.replace(/[^\d+]/g, '');

/** Returns the `tel:` URL of a number. */
export const telephone = (number: string): string => `tel:${dialable(number)}`;
