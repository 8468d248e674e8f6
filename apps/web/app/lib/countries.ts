import { locale } from './locale.ts';

const names = (fallback: 'code' | 'none') => new Intl.DisplayNames(locale, { type: 'region', fallback });

/** Returns the name of a country. */
export const countryName = (code: string): string => names('code').of(code) ?? code;

/** Groups of countries, and codes for tests. */
const noCountry = /^(?:EU|EZ|QO|UN|XA|XB|ZZ)$/;

/** Lists all countries by name. The browser knows them, so the list needs no data of ours. */
export function listCountries(): { code: string; name: string }[] {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const nameOf = names('none');
  return (
    letters
      .flatMap((first) => letters.map((second) => first + second))
      // A country that no longer exists has a newer code.
      .filter((code) => !noCountry.test(code) && Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`)
      .flatMap((code) => {
        const name = nameOf.of(code);
        return name === undefined ? [] : [{ code, name }];
      })
      .toSorted((one, other) => one.name.localeCompare(other.name, locale))
  );
}
