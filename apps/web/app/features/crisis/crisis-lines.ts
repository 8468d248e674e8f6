// oxlint-disable-next-line boundaries/imports -- starter content is data of the repository, shared by server and web
import content from '../../../../../content/crisis-lines.json';

export type CrisisLine = {
  name: string;
  call?: string;
  text?: { to: string; /** What to write first, where the line asks for it. */ word?: string };
  chatUrl?: string;
  hours: string;
  languages: string;
  /** Where the numbers were checked. */
  source: { name: string; url: string };
};

export type CrisisCountry = {
  /** ISO 3166-1 alpha-2. */
  code: string;
  name: string;
  emergencyNumber: string;
  lines: CrisisLine[];
};

export const crisisCountries: readonly CrisisCountry[] = content.countries;

/** ISO date on which every line was last checked. */
export const checkedOn: string = content.checkedOn;

/** The digits and leading plus that a phone dials. */
export const dialable = (number: string) => number.replace(/[^\d+]/g, '');
