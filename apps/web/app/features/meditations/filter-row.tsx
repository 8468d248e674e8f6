import type { MeditationLength, MeditationTheme } from '@commons/contract/meditations';
import type { MeditationFilters } from '@commons/contract/meditations/schemas';
import { Chips } from '../../ui/chips.tsx';
import type { MeditationFilter } from './meditation-filter.ts';

export const themeLabels: Record<MeditationTheme, string> = {
  morning: 'Morning',
  breath: 'Breath',
  calm: 'Calm',
  body: 'Body',
  kindness: 'Kindness',
  sleep: 'Sleep',
};

const lengthLabels: Record<MeditationLength, string> = {
  short: 'Up to 5 min',
  medium: '6 to 15 min',
  long: 'Over 15 min',
};

type ChoiceProps<Name extends string> = {
  label: string;
  allLabel: string;
  labels: Record<Name, string>;
  /** The names of which there is a meditation. */
  names: readonly Name[];
  value: Name | undefined;
  onChange: (value: Name | undefined) => void;
};

/** Chips for one property. Nothing if all meditations have the same. */
function Choice<Name extends string>({ label, allLabel, labels, names, value, onChange }: ChoiceProps<Name>) {
  if (names.length < 2 && value === undefined) return null;
  const isOffered = (name: Name) => names.includes(name) || name === value;
  const offered = (Object.keys(labels) as Name[]).filter(isOffered);
  return (
    <Chips<Name | 'all'>
      label={label}
      options={[{ value: 'all', label: allLabel }, ...offered.map((name) => ({ value: name, label: labels[name] }))]}
      value={value ?? 'all'}
      onChange={(next) => onChange(next === 'all' ? undefined : next)}
    />
  );
}

type FilterRowProps = {
  offered: MeditationFilters;
  filter: MeditationFilter;
  onChange: (filter: MeditationFilter) => void;
};

/** The choice of a theme and a length: two rows on phones, one on wide screens. */
export const FilterRow = ({ offered, filter: { theme, length }, onChange }: FilterRowProps) => (
  <div className="flex flex-col gap-x-8 gap-y-2 empty:hidden lg:flex-row lg:flex-wrap">
    <Choice
      label="Theme"
      allLabel="All themes"
      labels={themeLabels}
      names={offered.themes}
      value={theme}
      onChange={(next) => onChange({ ...(next && { theme: next }), ...(length && { length }) })}
    />
    <Choice
      label="Length"
      allLabel="Any length"
      labels={lengthLabels}
      names={offered.lengths}
      value={length}
      onChange={(next) => onChange({ ...(theme && { theme }), ...(next && { length: next }) })}
    />
  </div>
);
