import { securityCalls } from '@commons/contract/security';
import { useState } from 'react';
import { call } from '../../lib/api-client.ts';
import { ContractForm, contractSchema, useContractForm } from '../../ui/contract-form.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { PasswordInput } from './password-input.tsx';

const schema = contractSchema(async () => (await import('@commons/contract/security/schemas')).emailChangeInput);

type EmailDialogProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onRequested: (address: string) => void;
};

/** Asks for a new login email. */
export default function EmailDialog({ isOpen, onOpenChange, onRequested }: EmailDialogProps) {
  const [isPending, setIsPending] = useState(false);
  return (
    <DialogForm
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title="Change email"
      description="We send a link to the new address. Nothing changes until you open it."
      submitLabel="Send the link"
      pendingLabel="Sending..."
      isPending={isPending}
    >
      {(id) => (
        <EmailForm
          id={id}
          onPendingChange={setIsPending}
          onRequested={(address) => {
            onRequested(address);
            onOpenChange(false);
          }}
        />
      )}
    </DialogForm>
  );
}

type EmailFormProps = {
  id: string;
  onPendingChange: (isPending: boolean) => void;
  onRequested: (address: string) => void;
};

function EmailForm({ id, onPendingChange, onRequested }: EmailFormProps) {
  const form = useContractForm({
    schema,
    fields: ['newEmail', 'password'],
    onPendingChange,
    submit: async (body) => {
      await call(securityCalls.requestEmailChange, { body });
      onRequested(body.newEmail);
      return null;
    },
  });
  return (
    <ContractForm form={form} id={id}>
      <TextField label="New email" type="email" inputMode="email" autoComplete="email" {...form.field('newEmail')} />
      <PasswordInput label="Your password" {...form.field('password')} />
    </ContractForm>
  );
}
