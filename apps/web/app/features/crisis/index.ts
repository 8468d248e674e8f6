export { CrisisLineWays } from './country-card.tsx';
export { crisisCountries, telephone } from './crisis-lines.ts';
export { readOwnCountry } from './own-country.ts';
