export { CrisisLineItem } from './country-card.tsx';
export { crisisCountries, telephoneUrl } from './crisis-lines.ts';
export { readCountry } from './country.ts';
