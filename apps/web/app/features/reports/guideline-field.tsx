import { guidelines } from '@commons/contract/moderation';
import type { ComponentProps } from 'react';
import { Select } from '../../ui/choices.tsx';

const options = [
  { value: '', label: 'Please choose' },
  ...Object.entries(guidelines).map(([value, label]) => ({ value, label })),
];

/** Selects the community guideline that a decision is based on. */
export const GuidelineField = (props: Omit<ComponentProps<typeof Select>, 'label' | 'options'>) => (
  <Select label="Guideline" hint="The member sees which one applies." options={options} {...props} />
);
