import { useState } from 'react';
import { ContractForm, contractSchema, useContractForm } from '../../ui/contract-form.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { PasswordInput } from './password-input.tsx';

const schema = contractSchema(async () => (await import('@commons/contract/security/schemas')).disableTwoFactor.body);

type PasswordDialogProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: string;
  description: string;
  submitLabel: string;
  isDestructive?: boolean;
  /** Sends the request with the password, and closes the dialog. */
  submit: (body: { password: string }) => Promise<void>;
};

/** Asks for the password before a security setting changes. */
export default function PasswordDialog({ submit, ...dialog }: PasswordDialogProps) {
  const [isPending, setIsPending] = useState(false);
  return (
    <DialogForm {...dialog} isPending={isPending}>
      {(id) => <PasswordForm id={id} submit={submit} onPendingChange={setIsPending} />}
    </DialogForm>
  );
}

type PasswordFormProps = Pick<PasswordDialogProps, 'submit'> & {
  id: string;
  onPendingChange: (isPending: boolean) => void;
};

function PasswordForm({ id, submit, onPendingChange }: PasswordFormProps) {
  const form = useContractForm({
    schema,
    fields: ['password'],
    onPendingChange,
    submit: async (body) => {
      await submit(body);
      return null;
    },
  });
  return (
    <ContractForm form={form} id={id}>
      <PasswordInput label="Your password" {...form.field('password')} />
    </ContractForm>
  );
}
