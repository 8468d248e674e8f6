import type { CrisisChange, CrisisEntry, EditedCrisisCountry } from '@commons/contract/texts/schemas';

type Entry = EditedCrisisCountry['entries'][number];

const toEntry = ({ line, isHidden, added }: Entry): CrisisEntry =>
  added ? { added, isHidden } : { shipped: line.name, isHidden };

/** Returns the changes to publish: the complete list of each country that an admin has changed. */
export const toChanges = (countries: readonly EditedCrisisCountry[]): CrisisChange[] =>
  countries
    .filter(({ isChanged, entries }) => isChanged && entries.length > 0)
    .map(({ code, emergencyNumber, isShipped, entries }) => ({
      code,
      ...(!isShipped && { emergencyNumber }),
      entries: entries.map(toEntry),
    }));

/** Returns the countries with another list for one of them. */
export const withEntries = (
  countries: readonly EditedCrisisCountry[],
  code: string,
  entries: Entry[],
): EditedCrisisCountry[] =>
  countries.map((country) => (country.code === code ? { ...country, isChanged: true, entries } : country));

/** Returns the list with another item at a position. */
export const replaced = <Item>(items: readonly Item[], position: number, item: Item): Item[] =>
  items.map((other, index) => (index === position ? item : other));

/** Returns the list with an item at another position. */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const others = items.filter((_, index) => index !== from);
  return [...others.slice(0, to), ...items.slice(from, from + 1), ...others.slice(to)];
}
