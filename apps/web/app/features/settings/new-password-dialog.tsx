import { securityCalls } from '@commons/contract/security';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { contractSchema, useContractForm } from '../../lib/contract-form.ts';
import { showToast } from '../../lib/toast-store.ts';
import { Checkbox } from '../../ui/choices.tsx';
import { FormDialog } from '../../ui/contract-form.tsx';
import type { DialogState } from '../../ui/lazy-opening.tsx';
import { PasswordInput } from './password-input.tsx';

const schema = contractSchema(async () => (await import('@commons/contract/security/schemas')).changePasswordInput);

export default function NewPasswordDialog(dialog: DialogState) {
  const queryClient = useQueryClient();
  const form = useContractForm({
    schema,
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
