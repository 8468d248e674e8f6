import type { CurrentUser } from '@commons/contract/auth';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { showFormFailure } from '../../lib/form-failure.ts';
import { laterResolver } from '../../lib/later-resolver.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { EditProfileFields } from './edit-profile-fields.tsx';
import {
  changesIn,
  clearProfileDraft,
  profileFields,
  readProfileDraft,
  valuesOf,
  writeProfileDraft,
} from './profile-draft.ts';
import { useUpdateProfile } from './profile.api.ts';

const check = laterResolver(async () => (await import('@commons/contract/profiles/schemas')).profileInput);

type EditProfileFormProps = {
  id: string;
  viewer: CurrentUser;
  onSavingChange: (isSaving: boolean) => void;
  onSaved: () => void;
};

export function EditProfileForm({ id, viewer, onSavingChange, onSaved }: EditProfileFormProps) {
  const [stored] = useState(() => valuesOf(viewer));
  const [draft, setDraft] = useState(() => readProfileDraft(viewer.id));
  const [failure, setFailure] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  const initial = { ...stored, ...draft };
  const form = useForm({ resolver: check.resolver, defaultValues: initial });
  const { handleSubmit, setError, getValues, register, reset, subscribe, formState } = form;
  const update = useUpdateProfile();

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

  const submit = handleSubmit(async () => {
    setFailure(undefined);
    const changes = changesIn(getValues(), stored);
    onSavingChange(true);
    try {
      if (Object.keys(changes).length > 0) await update.mutateAsync(changes);
      clearProfileDraft(viewer.id);
      onSaved();
    } catch (error) {
      setFailure(showFormFailure(error, profileFields, setError));
    } finally {
      onSavingChange(false);
    }
  });

  return (
    <form
      id={id}
      noValidate
      {...check.touched}
      className="flex flex-col gap-6 pb-1"
      onSubmit={(event) => void submit(event)}
    >
      {Object.keys(draft).length > 0 && (
        <Banner
          action={
            <Button variant="secondary" size="small" onClick={startOver}>
              Start over
            </Button>
          }
        >
          What you typed last time is here again.
        </Banner>
      )}
      {failure !== undefined && (
        <Banner tone="danger" isAlert>
          {failure}
        </Banner>
      )}
      <EditProfileFields key={attempt} register={register} errors={formState.errors} initial={initial} />
    </form>
  );
}
