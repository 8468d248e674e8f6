import type { CurrentUser } from '@commons/contract/auth';
import { useState } from 'react';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { ContractForm, contractSchema, useContractForm } from '../../ui/contract-form.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { ownProfile, PhotoDialog, useUpdateProfile } from '../members/index.ts';
import { Step } from './step.tsx';

const schema = contractSchema(async () =>
  (await import('@commons/contract/profiles/schemas')).profileInput.pick({ firstName: true, lastName: true }),
);

export function NameStep({ viewer, onDone }: { viewer: CurrentUser; onDone: () => void }) {
  const [isChoosing, setIsChoosing] = useState(false);
  const update = useUpdateProfile();
  const form = useContractForm({
    schema,
    fields: ['firstName', 'lastName'],
    defaultValues: { firstName: viewer.firstName, lastName: viewer.lastName },
    submit: async (names) => {
      if (names.firstName !== viewer.firstName || names.lastName !== viewer.lastName) await update.mutateAsync(names);
      onDone();
      return null;
    },
  });
  return (
    <Step count={1} title="What may we call you?">
      <div className="flex flex-wrap items-center gap-4">
        <Avatar id={viewer.id} name={viewer.displayName} imageUrl={viewer.profileImageUrl} size="huge" />
        <div className="flex min-w-0 flex-1 flex-col items-start gap-2">
          <p className="text-muted">A photo is welcome and not needed. Many are here with a first name alone.</p>
          <Button variant="secondary" onPointerEnter={PhotoDialog.preload} onClick={() => setIsChoosing(true)}>
            {viewer.profileImageUrl === null ? 'Add a photo' : 'Change the photo'}
          </Button>
        </div>
      </div>
      <ContractForm form={form}>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label="First name" autoComplete="given-name" {...form.field('firstName')} />
          <TextField label="Last name" autoComplete="family-name" isOptional {...form.field('lastName')} />
        </div>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" isPending={form.isSubmitting}>
            Go on
          </Button>
          <Button variant="quiet" onClick={onDone}>
            Skip
          </Button>
        </div>
      </ContractForm>
      {isChoosing && <PhotoDialog profile={ownProfile(viewer)} isOpen onOpenChange={setIsChoosing} />}
    </Step>
  );
}
