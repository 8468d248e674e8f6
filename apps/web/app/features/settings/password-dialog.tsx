import { contractSchema, useContractForm } from '../../lib/contract-form.ts';
import { FormDialog } from '../../ui/contract-form.tsx';
import type { DialogState } from '../../ui/lazy-opening.tsx';
import { PasswordInput } from './password-input.tsx';

const schema = contractSchema(async () => (await import('@commons/contract/security/schemas')).disableTwoFactor.body);

type PasswordDialogProps = DialogState & {
  title: string;
  description: string;
  submitLabel: string;
  isDestructive?: boolean;
  /** Sends the request with the password, and closes the dialog. */
  submit: (body: { password: string }) => Promise<void>;
};

/** Asks for the password before a security setting changes. */
export default function PasswordDialog({ submit, ...dialog }: PasswordDialogProps) {
  const form = useContractForm({ schema, original: { password: '' }, submit });
  return (
    <FormDialog {...dialog} form={form}>
      <PasswordInput label="Your password" {...form.field('password')} />
    </FormDialog>
  );
}
