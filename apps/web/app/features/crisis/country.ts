import { readStored } from '../../lib/storage.ts';

/** Local storage key of the country chosen on the crisis page. */
export const countryStorageKey = 'crisis-country';

/** Returns the region of the browser's language. */
const readRegion = (): string => {
  try {
    return new Intl.Locale(navigator.language).region ?? '';
  } catch {
    return '';
  }
};

/** Returns the country chosen on the crisis page, or else the region of the browser's language. Empty if unknown. */
export const readCountry = (): string => readStored(countryStorageKey) ?? readRegion();
