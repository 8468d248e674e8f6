import { useSyncExternalStore } from 'react';

/** The region of the browser's language, read on the device and sent nowhere. */
function readCountry(): string | null {
  try {
    return new Intl.Locale(navigator.language).region ?? null;
  } catch {
    return null;
  }
}

const neverChanges = () => () => undefined;

/** Null while prerendered and at hydration, then the visitor's country where their language names one. */
export const useVisitorCountry = (): string | null => useSyncExternalStore(neverChanges, readCountry, () => null);

/**
 * Runs before the first paint of the prerendered page and notes the country on `<html>`, so that the style sheet can put
 * its card first before React arrives: nothing moves under a finger on its way to a number.
 */
export const noteCountryScript =
  "try{document.documentElement.dataset.country=new Intl.Locale(navigator.language).region||''}catch{}";

/** Lifts each country's card to the top on a page marked with that country. */
export const countryFirstStyle = (codes: readonly string[]) =>
  codes.map((code) => `[data-country="${code}"] [data-crisis-country="${code}"]{order:-1}`).join('');
