import type {
  AddedCrisisLine,
  CrisisChange,
  CrisisCountry,
  CrisisEntry,
  CrisisLine,
  EditedCrisisCountry,
} from '@commons/contract/texts/schemas';

const countryNames = new Intl.DisplayNames('en', { type: 'region' });

const toLine = ({ name, call, hours, languages, sourceUrl, checkedOn }: AddedCrisisLine): CrisisLine => ({
  name,
  call,
  hours,
  languages,
  source: { name: new URL(sourceUrl).hostname, url: sourceUrl, basis: 'added by this community', checkedOn },
});

type Entry = EditedCrisisCountry['entries'][number];

/** Returns the lines in their order. A line that the product no longer ships is left out, and a new one is last. */
function mergeEntries(shipped: readonly CrisisLine[], entries: readonly CrisisEntry[]): Entry[] {
  const chosen = entries.flatMap((entry): Entry[] => {
    const { isHidden } = entry;
    if ('added' in entry) return [{ line: toLine(entry.added), isHidden, added: entry.added }];
    const line = shipped.find(({ name }) => name === entry.shipped);
    return line ? [{ line, isHidden, added: null }] : [];
  });
  const missing = shipped.filter(({ name }) => !entries.some((entry) => 'shipped' in entry && entry.shipped === name));
  return [...chosen, ...missing.map((line) => ({ line, isHidden: false, added: null }))];
}

/** Applies an admin's changes to the shipped countries, sorted by name. Hidden lines are included. */
export function editedCountries(
  shipped: readonly CrisisCountry[],
  changes: readonly CrisisChange[],
): EditedCrisisCountry[] {
  const countries = shipped.map(({ lines, ...country }) => {
    const change = changes.find(({ code }) => code === country.code);
    const entries = mergeEntries(lines, change?.entries ?? []);
    return { ...country, isShipped: true, isChanged: change !== undefined, entries };
  });
  const added = changes
    .filter(({ code, entries }) => entries.length > 0 && !shipped.some((country) => country.code === code))
    .map(({ code, emergencyNumber = '', entries }) => ({
      code,
      name: countryNames.of(code) ?? code,
      emergencyNumber,
      isShipped: false,
      isChanged: true,
      entries: mergeEntries([], entries),
    }));
  return [...countries, ...added].toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
}

/** Returns the countries as members and visitors see them. */
export const shownCountries = (countries: readonly EditedCrisisCountry[]): CrisisCountry[] =>
  countries.map(({ code, name, emergencyNumber, entries }) => ({
    code,
    name,
    emergencyNumber,
    lines: entries.filter(({ isHidden }) => !isHidden).map(({ line }) => line),
  }));

/** Removes the countries whose lines are the shipped ones, all visible and in their order. */
export const withoutShipped = (shipped: readonly CrisisCountry[], changes: readonly CrisisChange[]): CrisisChange[] =>
  changes.filter(({ code, entries }) => {
    const lines = shipped.find((country) => country.code === code)?.lines;
    const isSame = (entry: CrisisEntry, index: number) =>
      'shipped' in entry && !entry.isHidden && entry.shipped === lines?.[index]?.name;
    return !lines || entries.length !== lines.length || !entries.every(isSame);
  });

/** Whether each added country has an emergency number, which is the most important one. */
export const haveEmergencyNumbers = (shipped: readonly CrisisCountry[], changes: readonly CrisisChange[]): boolean =>
  changes.every(
    ({ code, emergencyNumber }) => emergencyNumber !== undefined || shipped.some((country) => country.code === code),
  );
