import { securityCalls } from '@commons/contract/security/calls';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { contractSchema, useContractForm } from '../../lib/contract-form.ts';
import { showToast } from '../../lib/toast-store.ts';
import { Checkbox } from '../../ui/choices.tsx';
import { FormDialog } from '../../ui/contract-form.tsx';
import type { DialogState } from '../../ui/lazy-opening.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { PasswordInput } from './password-input.tsx';

const passwordSchema = contractSchema(
  async () => (await import('@commons/contract/security/schemas')).changePasswordInput,
);

export function NewPasswordDialog(dialog: DialogState) {
  const queryClient = useQueryClient();
  const form = useContractForm({
    schema: passwordSchema,
    original: { password: '', newPassword: '', endsOtherSessions: true },
    submit: async (body) => {
      await call(securityCalls.changePassword, { body });
      showToast({ title: 'Your new password is set' });
      void queryClient.invalidateQueries({ queryKey: ['sessions'] });
      dialog.onOpenChange(false);
    },
  });
  return (
    <FormDialog {...dialog} form={form} title="Change password">
      <PasswordInput label="Current password" {...form.field('password')} />
      <PasswordInput
        label="New password"
        hint="At least 10 characters."
        autoComplete="new-password"
        {...form.field('newPassword')}
      />
      <Checkbox label="Sign out everywhere else" {...form.field('endsOtherSessions')} />
    </FormDialog>
  );
}

const emailSchema = contractSchema(async () => (await import('@commons/contract/security/schemas')).emailChangeInput);

type EmailDialogProps = DialogState & { onRequested: (address: string) => void };

/** Asks for a new login email. */
export function EmailDialog({ onRequested, ...dialog }: EmailDialogProps) {
  const form = useContractForm({
    schema: emailSchema,
    original: { newEmail: '', password: '' },
    submit: async (body) => {
      await call(securityCalls.requestEmailChange, { body });
      onRequested(body.newEmail);
      dialog.onOpenChange(false);
    },
  });
  return (
    <FormDialog
      {...dialog}
      form={form}
      title="Change email"
      description="We send a link to the new address. Nothing changes until you open it."
      submitLabel="Send the link"
      pendingLabel="Sending..."
    >
      <TextField label="New email" type="email" inputMode="email" autoComplete="email" {...form.field('newEmail')} />
      <PasswordInput label="Your password" {...form.field('password')} />
    </FormDialog>
  );
}
