import { securityCalls } from '@commons/contract/security';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api-client.ts';
import { showToast } from '../../lib/toast-store.ts';
import { Checkbox } from '../../ui/choices.tsx';
import { ContractForm, contractSchema, useContractForm } from '../../ui/contract-form.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { PasswordInput } from './password-input.tsx';

const schema = contractSchema(async () => (await import('@commons/contract/security/schemas')).changePasswordInput);

type NewPasswordDialogProps = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void };

export default function NewPasswordDialog({ isOpen, onOpenChange }: NewPasswordDialogProps) {
  const [isPending, setIsPending] = useState(false);
  return (
    <DialogForm
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title="Change password"
      submitLabel="Save"
      pendingLabel="Saving..."
      isPending={isPending}
    >
      {(id) => <PasswordForm id={id} onPendingChange={setIsPending} onSaved={() => onOpenChange(false)} />}
    </DialogForm>
  );
}

type PasswordFormProps = { id: string; onPendingChange: (isPending: boolean) => void; onSaved: () => void };

function PasswordForm({ id, onPendingChange, onSaved }: PasswordFormProps) {
  const queryClient = useQueryClient();
  const form = useContractForm({
    schema,
    fields: ['password', 'newPassword'],
    defaultValues: { endsOtherSessions: true },
    onPendingChange,
    submit: async (body) => {
      await call(securityCalls.changePassword, { body });
      showToast({ title: 'Your new password is set' });
      void queryClient.invalidateQueries({ queryKey: ['sessions'] });
      onSaved();
      return null;
    },
  });
  return (
    <ContractForm form={form} id={id}>
      <PasswordInput label="Current password" {...form.field('password')} />
      <PasswordInput
        label="New password"
        hint="At least 10 characters."
        autoComplete="new-password"
        {...form.field('newPassword')}
      />
      <Checkbox label="Sign out everywhere else" {...form.field('endsOtherSessions')} />
    </ContractForm>
  );
}
