import { securityCalls } from '@commons/contract/security';
import { call } from '../../lib/api-client.ts';
import { contractSchema, useContractForm } from '../../lib/contract-form.ts';
import { FormDialog } from '../../ui/contract-form.tsx';
import type { DialogState } from '../../ui/lazy-opening.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { PasswordInput } from './password-input.tsx';

const schema = contractSchema(async () => (await import('@commons/contract/security/schemas')).emailChangeInput);

type EmailDialogProps = DialogState & { onRequested: (address: string) => void };

/** Asks for a new login email. */
export default function EmailDialog({ onRequested, ...dialog }: EmailDialogProps) {
  const form = useContractForm({
    schema,
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
