import type { CurrentUser } from '@commons/contract/auth';
import { profileLimits } from '@commons/contract/profiles';
import { type SocialSite, socialSites } from '@commons/contract/social-handles';
import { type ReactNode, useEffect, useState } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ContractForm, contractSchema, useContractForm } from '../../ui/contract-form.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import {
  changesIn,
  clearProfileDraft,
  type ProfileField,
  profileFields,
  type ProfileValues,
  readProfileDraft,
  valuesOf,
  writeProfileDraft,
} from './profile-draft.ts';
import { useUpdateProfile } from './profile.api.ts';

type EditProfileDialogProps = { viewer: CurrentUser; isOpen: boolean; onOpenChange: (isOpen: boolean) => void };

/** Closing keeps the draft; only Cancel discards it. */
export default function EditProfileDialog({ viewer, isOpen, onOpenChange }: EditProfileDialogProps) {
  const [isSaving, setIsSaving] = useState(false);
  return (
    <DialogForm
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title="Edit Profile"
      description="Only your first name is required."
      submitLabel="Save"
      pendingLabel="Saving..."
      isPending={isSaving}
      onCancel={() => clearProfileDraft(viewer.id)}
    >
      {(id) => (
        <EditProfileForm id={id} viewer={viewer} onSavingChange={setIsSaving} onSaved={() => onOpenChange(false)} />
      )}
    </DialogForm>
  );
}

const schema = contractSchema(async () => (await import('@commons/contract/profiles/schemas')).profileInput);

type EditProfileFormProps = {
  id: string;
  viewer: CurrentUser;
  onSavingChange: (isSaving: boolean) => void;
  onSaved: () => void;
};

function EditProfileForm({ id, viewer, onSavingChange, onSaved }: EditProfileFormProps) {
  const [stored] = useState(() => valuesOf(viewer));
  const [draft, setDraft] = useState(() => readProfileDraft(viewer.id));
  const [attempt, setAttempt] = useState(0);
  const initial = { ...stored, ...draft };
  const update = useUpdateProfile();
  const form = useContractForm({
    schema,
    fields: profileFields,
    defaultValues: initial,
    onPendingChange: onSavingChange,
    submit: async () => {
      const changes = changesIn(getValues(), stored);
      if (Object.keys(changes).length > 0) await update.mutateAsync(changes);
      clearProfileDraft(viewer.id);
      onSaved();
      return null;
    },
  });
  const { getValues, reset, subscribe } = form.form;

  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => writeProfileDraft(viewer.id, changesIn(values, stored)),
      }),
    [subscribe, viewer.id, stored],
  );

  const startOver = () => {
    clearProfileDraft(viewer.id);
    setDraft({});
    reset(stored);
    setAttempt(attempt + 1);
  };

  return (
    <ContractForm form={form} id={id} className="flex flex-col gap-6 pb-1">
      {Object.keys(draft).length > 0 && (
        <Banner
          action={
            <Button variant="secondary" size="small" disabled={form.isSubmitting} onClick={startOver}>
              Start over
            </Button>
          }
        >
          We restored what you typed last time.
        </Banner>
      )}
      <EditProfileFields key={attempt} field={form.field} initial={initial} />
    </ContractForm>
  );
}

type EditProfileFieldsProps = {
  field: (name: ProfileField) => UseFormRegisterReturn & { error: string | undefined };
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

function EditProfileFields({ field, initial }: EditProfileFieldsProps) {
  const common = (name: ProfileField, max: number) => ({
    ...field(name),
    defaultValue: initial[name],
    limit: { max } as const,
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
          hint="Put each one on its own line."
          {...common('threeInterestingThings', textCharacters)}
        />
      </Group>
      <Group title="Social Media">
        <p className="-mt-3 text-sm text-muted">Your username or the address of your page.</p>
        <div className="grid gap-4 sm:grid-cols-2">
          {sites.map((site) => (
            <TextField
              key={site}
              label={socialSites[site].label}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              {...field(site)}
              defaultValue={initial[site]}
            />
          ))}
        </div>
      </Group>
    </>
  );
}
