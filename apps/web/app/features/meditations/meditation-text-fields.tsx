import { meditationLimits } from '@commons/contract/meditations';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';

type FieldOf = (name: 'title' | 'description') => UseFormRegisterReturn & { error: string | undefined };

type MeditationTextFieldsProps = { field: FieldOf; initial: { title: string; description: string } };

/** Fields shared by all meditation forms. */
export const MeditationTextFields = ({ field, initial }: MeditationTextFieldsProps) => (
  <>
    <TextField
      label="Title"
      autoComplete="off"
      required
      {...field('title')}
      defaultValue={initial.title}
      limit={{ max: meditationLimits.titleCharacters }}
    />
    <TextArea
      label="Description"
      isOptional
      hint="What it is and how to do it. Line breaks are kept."
      minRows={4}
      maxRows={10}
      {...field('description')}
      defaultValue={initial.description}
      limit={{ max: meditationLimits.descriptionCharacters }}
    />
  </>
);
