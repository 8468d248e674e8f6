import { readStored } from '../../lib/draft-storage.ts';

/** Where a visitor's choice of a country is kept, on their device alone. */
export const countryStorageKey = 'crisis-country';

/** The region that the browser's language names. */
const readRegion = (): string => {
  try {
    return new Intl.Locale(navigator.language).region ?? '';
  } catch {
    return '';
  }
};

/** The visitor's country, as they chose on the crisis page, else by the browser's language; empty where neither tells. */
export const readOwnCountry = (): string => readStored(countryStorageKey) ?? readRegion();
