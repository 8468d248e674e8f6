import { accountCalls } from '@commons/contract/account';
import { useRef, useState } from 'react';
import { call } from '../../lib/api-client.ts';
import type { SignOutWith } from '../../lib/session-ended.ts';
import { RadioGroup } from '../../ui/choices.tsx';
import { ContractForm, contractSchema, useContractForm } from '../../ui/contract-form.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { PasswordInput } from './password-input.tsx';

/** Schema of the form. Accounts without a password have no password field, and none is sent. */
const schema = contractSchema(async () =>
  (await import('@commons/contract/account/schemas')).leaveInput.omit({ content: true }),
);

type Content = 'anonymise' | 'remove';

const choices: { value: Content; label: string }[] = [
  { value: 'remove', label: 'Delete it, including my messages' },
  { value: 'anonymise', label: 'Keep it, without my name' },
];

const consequences: Record<Content, string> = {
  remove:
    'Posts, comments, wins, notes, recommendations, likes and the text of your messages disappear for everyone. Replies to your posts go with them.',
  anonymise:
    'Others can still read it, as written by “A former member”. Your messages stay with the people you wrote to.',
};

type LeaveDialogProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  hasPassword: boolean;
  signOutWith: SignOutWith;
};

/** Final confirmation before an account is deleted. */
export default function LeaveDialog({ isOpen, onOpenChange, ...rest }: LeaveDialogProps) {
  const [content, setContent] = useState<Content | null>(null);
  const [isPending, setIsPending] = useState(false);
  return (
    <DialogForm
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title="Leave the community"
      description="Your account is deleted right away and cannot be restored. If you only need some quiet, take a break instead: what you shared stays, and messages wait for you."
      submitLabel="Delete my account"
      pendingLabel="Deleting..."
      isDestructive
      isSendable={content !== null}
      isPending={isPending}
    >
      {(id) => (
        <div className="flex flex-col gap-6">
          <div>
            <RadioGroup
              label="What should happen to what you shared?"
              options={choices}
              value={content}
              readOnly={isPending}
              onChange={setContent}
            />
            <div role="status">
              {content !== null && <p className="mt-4 text-sm text-muted">{consequences[content]}</p>}
            </div>
          </div>
          <p className="text-sm text-muted">
            Your journal, profile, photo, connections, points and settings are always deleted. What moderators and
            admins did stays in their log, without your name. Backups contain the rest for a few weeks.
          </p>
          <ConfirmationForm id={id} content={content} onPendingChange={setIsPending} {...rest} />
        </div>
      )}
    </DialogForm>
  );
}

type ConfirmationFormProps = Pick<LeaveDialogProps, 'hasPassword' | 'signOutWith'> & {
  id: string;
  content: Content | null;
  onPendingChange: (isPending: boolean) => void;
};

function ConfirmationForm({ id, content, hasPassword, onPendingChange, signOutWith }: ConfirmationFormProps) {
  /** Keeps the form pending while the browser loads the next page. */
  const isLeaving = useRef(false);
  const form = useContractForm({
    schema,
    fields: hasPassword ? ['password'] : [],
    onPendingChange: (isPending) => onPendingChange(isPending || isLeaving.current),
    submit: async ({ password }) => {
      if (content === null) return null;
      const body = { content, ...(hasPassword && { password }) };
      await signOutWith(() => call(accountCalls.deleteAccount, { body }), '/goodbye');
      isLeaving.current = true;
      return null;
    },
  });
  return (
    <ContractForm form={form} id={id}>
      {hasPassword ? (
        <PasswordInput label="Your password" {...form.field('password')} />
      ) : (
        <p className="text-sm">If you logged in more than ten minutes ago, please log in again first.</p>
      )}
    </ContractForm>
  );
}
