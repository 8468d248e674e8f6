import type { CurrentUser } from '@commons/contract/auth/schemas';
import { profileLimits } from '@commons/contract/profiles';
import { type SocialSite, socialSites } from '@commons/contract/social-handles';
import { type ReactNode, useState } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { changedTexts, contractSchema, useContractForm } from '../../lib/contract-form.ts';
import { draftKey } from '../../lib/drafts.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/contract-form.tsx';
import type { DialogState } from '../../ui/lazy-opening.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useUpdateProfile } from './profile.api.ts';

const profileFields = [
  'firstName',
  'lastName',
  'title',
  'bio',
  'location',
  'favoriteBook',
  'favoriteQuote',
  'favoriteHobby',
  'threeInterestingThings',
  'currentGoal',
  'instagram',
  'facebook',
  'twitter',
  'linkedin',
] as const;
type ProfileField = (typeof profileFields)[number];

/** Initial form values. Missing values are empty strings. */
const valuesOf = (viewer: CurrentUser) =>
  Object.fromEntries(profileFields.map((field) => [field, viewer[field] ?? ''])) as Record<ProfileField, string>;

const schema = contractSchema(async () => (await import('@commons/contract/profiles/schemas')).profileInput);

type EditProfileDialogProps = DialogState & { viewer: CurrentUser };

export default function EditProfileDialog({ viewer, ...dialog }: EditProfileDialogProps) {
  const [stored] = useState(() => valuesOf(viewer));
  const update = useUpdateProfile();
  const form = useContractForm({
    schema,
    original: stored,
    draft: draftKey(viewer.id, 'profile'),
    submit: async () => {
      const changes = changedTexts(form.values, stored);
      if (Object.keys(changes).length > 0) await update.mutateAsync(changes);
      dialog.onOpenChange(false);
    },
  });
  return (
    <FormDialog
      {...dialog}
      form={form}
      title="Edit Profile"
      description="Only your first name is required."
      className="flex flex-col gap-6 pb-1"
    >
      {form.isRestored && (
        <Banner
          action={
            <Button variant="secondary" size="small" disabled={form.isSubmitting} onClick={form.startOver}>
              Start over
            </Button>
          }
        >
          We restored what you typed last time.
        </Banner>
      )}
      <EditProfileFields key={String(form.isRestored)} field={form.field} />
    </FormDialog>
  );
}

type EditProfileFieldsProps = {
  field: (name: ProfileField) => UseFormRegisterReturn & { error: string | undefined };
};

const { nameCharacters, lineCharacters, textCharacters } = profileLimits;
const sites: readonly SocialSite[] = ['instagram', 'facebook', 'twitter', 'linkedin'];

type GroupProps = { title: string; text?: string; children: ReactNode };

const Group = ({ title, text, children }: GroupProps) => (
  <fieldset className="flex min-w-0 flex-col gap-4 border-t border-line pt-4 first-of-type:border-0 first-of-type:pt-0">
    <legend className="float-start w-full">
      <span className="block font-heading text-lg leading-tight font-semibold">{title}</span>
      {text !== undefined && <span className="mt-1 block text-sm text-muted">{text}</span>}
    </legend>
    {children}
  </fieldset>
);

function EditProfileFields({ field }: EditProfileFieldsProps) {
  const common = (name: ProfileField, max: number) => ({
    ...field(name),
    limit: { max } as const,
  });
  return (
    <>
      <Group title="About you">
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label="First name" autoComplete="given-name" {...common('firstName', nameCharacters)} />
          <TextField label="Last name" autoComplete="family-name" {...common('lastName', nameCharacters)} />
        </div>
        <TextField
          label="Title"
          hint="A few words below your name."
          placeholder="Mental Health Advocate"
          {...common('title', nameCharacters)}
        />
        <TextArea label="Bio" {...common('bio', textCharacters)} />
      </Group>
      <Group title="Personal Information" text="As much or as little as you like. Empty fields are not shown.">
        <TextField label="Location" autoComplete="off" {...common('location', lineCharacters)} />
        <TextArea label="Current Goal" minRows={2} {...common('currentGoal', textCharacters)} />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label="Favorite Book" {...common('favoriteBook', lineCharacters)} />
          <TextField label="Favorite Hobby" {...common('favoriteHobby', lineCharacters)} />
        </div>
        <TextArea label="Favorite Quote" minRows={2} {...common('favoriteQuote', textCharacters)} />
        <TextArea
          label="Three Things About Me"
          hint="Put each one on its own line."
          {...common('threeInterestingThings', textCharacters)}
        />
      </Group>
      <Group title="Social Media" text="Your username or the address of your page.">
        <div className="grid gap-4 sm:grid-cols-2">
          {sites.map((site) => (
            <TextField
              key={site}
              label={socialSites[site].label}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              {...field(site)}
            />
          ))}
        </div>
      </Group>
    </>
  );
}
