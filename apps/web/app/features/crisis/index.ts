export { CrisisLineItem } from './country-card.tsx';
export { crisisLinesQuery, knownCrisisCountries } from './crisis-lines.api.ts';
export { crisisCountries, telephoneUrl } from './crisis-lines.ts';
export { readCountry } from './country.ts';
