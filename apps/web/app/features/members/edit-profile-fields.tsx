import { type profileInput, profileLimits } from '@commons/contract/profiles';
import { type SocialSite, socialSites } from '@commons/contract/social-handles';
import type { ReactNode } from 'react';
import type { FieldErrors, UseFormRegister } from 'react-hook-form';
import type { z } from 'zod';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { ProfileField, ProfileValues } from './profile-draft.ts';

type Values = z.input<typeof profileInput>;

type EditProfileFieldsProps = {
  register: UseFormRegister<Values>;
  errors: FieldErrors<Values>;
  initial: ProfileValues;
};

const { nameCharacters, lineCharacters, textCharacters } = profileLimits;
const sites: readonly SocialSite[] = ['instagram', 'facebook', 'twitter', 'linkedin'];

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className="flex min-w-0 flex-col gap-4">
    <legend className="mb-3 font-heading text-lg font-semibold">{title}</legend>
    {children}
  </fieldset>
);

export function EditProfileFields({ register, errors, initial }: EditProfileFieldsProps) {
  const common = (name: ProfileField, max: number) => ({
    error: errors[name]?.message,
    defaultValue: initial[name],
    limit: { max, countedIn: 'units' } as const,
    ...register(name),
  });
  return (
    <>
      <Group title="About you">
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label="First name" autoComplete="given-name" {...common('firstName', nameCharacters)} />
          <TextField label="Last name" autoComplete="family-name" {...common('lastName', nameCharacters)} />
        </div>
        <TextField label="Title" placeholder="Mental Health Advocate" {...common('title', nameCharacters)} />
        <TextArea label="Bio" {...common('bio', textCharacters)} />
      </Group>
      <Group title="Personal Information">
        <TextField label="Location" autoComplete="off" {...common('location', lineCharacters)} />
        <TextField label="Favorite Book" {...common('favoriteBook', lineCharacters)} />
        <TextField label="Favorite Hobby" {...common('favoriteHobby', lineCharacters)} />
        <TextArea label="Current Goal" minRows={2} {...common('currentGoal', textCharacters)} />
        <TextArea label="Favorite Quote" minRows={2} {...common('favoriteQuote', textCharacters)} />
        <TextArea
          label="Three Things About Me"
          hint="One to a line makes a list."
          {...common('threeInterestingThings', textCharacters)}
        />
      </Group>
      <Group title="Social Media">
        <p className="-mt-3 text-sm text-muted">Your name there, or the address of your page.</p>
        <div className="grid gap-4 sm:grid-cols-2">
          {sites.map((site) => (
            <TextField
              key={site}
              label={socialSites[site].label}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              error={errors[site]?.message}
              defaultValue={initial[site]}
              {...register(site)}
            />
          ))}
        </div>
      </Group>
    </>
  );
}
