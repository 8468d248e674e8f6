import { type Guideline, guidelines } from '@commons/contract/moderation';
import { Select } from '../../ui/choices.tsx';

const options = [
  { value: '', label: 'Please choose' },
  ...Object.entries(guidelines).map(([value, label]) => ({ value, label })),
];

type GuidelineFieldProps = { value: Guideline | null; onChange: (value: Guideline | null) => void };

/** Selects the community guideline that a decision is based on. */
export const GuidelineField = ({ value, onChange }: GuidelineFieldProps) => (
  <Select
    label="Guideline"
    hint="The member sees which one applies."
    options={options}
    value={value ?? ''}
    onChange={(event) => onChange((event.target.value || null) as Guideline | null)}
  />
);
