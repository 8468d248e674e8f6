import {
  type MeditationLength,
  meditationLengths,
  type MeditationTheme,
  meditationThemes,
} from '@commons/contract/meditations';
import type { Meditation } from '@commons/contract/meditations/schemas';

export type MeditationFilter = { theme?: MeditationTheme; length?: MeditationLength };

const lengthNames = Object.keys(meditationLengths) as MeditationLength[];

/** Reads the filter of a URL. Ignores unknown values. */
export const parseFilter = (search: URLSearchParams): MeditationFilter => {
  const theme = meditationThemes.find((name) => name === search.get('theme'));
  const length = lengthNames.find((name) => name === search.get('length'));
  return { ...(theme && { theme }), ...(length && { length }) };
};

/** Writes a filter as the query of a URL. Also the key of its cached list. */
export const formatFilter = ({ theme, length }: MeditationFilter): string =>
  new URLSearchParams({ ...(theme && { theme }), ...(length && { length }) }).toString();

export const matchesFilter = (
  { theme, duration }: Pick<Meditation, 'theme' | 'duration'>,
  filter: MeditationFilter,
): boolean => {
  if (filter.theme !== undefined && theme !== filter.theme) return false;
  if (filter.length === undefined) return true;
  const { from, to } = meditationLengths[filter.length];
  return duration >= from && duration <= to;
};
