import { accountCalls } from '@commons/contract/account';
import { useRef, useState } from 'react';
import { call } from '../../lib/api-client.ts';
import type { SignOutBy } from '../../lib/session-ended.ts';
import { RadioGroup } from '../../ui/choices.tsx';
import { ContractForm, contractSchema, useContractForm } from '../../ui/contract-form.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { PasswordInput } from './password-input.tsx';

/** What is typed; a field that is there and empty is refused, and where there is none nothing is sent. */
const schema = contractSchema(async () =>
  (await import('@commons/contract/account/schemas')).leaveInput.omit({ content: true }),
);

type Content = 'anonymise' | 'remove';

const choices: { value: Content; label: string }[] = [
  { value: 'remove', label: 'Delete what I wrote, my messages too' },
  { value: 'anonymise', label: 'Leave it there, without my name' },
];

const whatHappens: Record<Content, string> = {
  remove:
    'Posts, comments, wins, notes, recommendations, likes and the words of your messages disappear for everybody. What others said below your posts goes with them.',
  anonymise: 'Others still read it, as by “A former member”. Your messages stay with those whom you wrote to.',
};

type LeaveDialogProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  hasPassword: boolean;
  signOutBy: SignOutBy;
};

/** The last question, with everything that one should know before. */
export default function LeaveDialog({ isOpen, onOpenChange, ...rest }: LeaveDialogProps) {
  const [content, setContent] = useState<Content | null>(null);
  const [isPending, setIsPending] = useState(false);
  return (
    <DialogForm
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title="Leave the community"
      description="Your account is deleted at once, and cannot be brought back. If you only need some quiet, take a break: what you shared stays, and messages wait for you."
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
              label="What should become of what you wrote for others?"
              options={choices}
              value={content}
              readOnly={isPending}
              onChange={setContent}
            />
            <div role="status">
              {content !== null && <p className="mt-4 text-sm text-muted">{whatHappens[content]}</p>}
            </div>
          </div>
          <p className="text-sm text-muted">
            Your journal, profile, photo, connections, points and settings are deleted in any case. What moderators and
            admins did stays in their log, without your name. Backups may hold the rest for some weeks.
          </p>
          <ProofForm id={id} content={content} onPendingChange={setIsPending} {...rest} />
        </div>
      )}
    </DialogForm>
  );
}

type ProofFormProps = Pick<LeaveDialogProps, 'hasPassword' | 'signOutBy'> & {
  id: string;
  content: Content | null;
  onPendingChange: (isPending: boolean) => void;
};

function ProofForm({ id, content, hasPassword, onPendingChange, signOutBy }: ProofFormProps) {
  /** The page is left for another: nothing more can be pressed. */
  const isLeaving = useRef(false);
  const form = useContractForm({
    schema,
    fields: hasPassword ? ['password'] : [],
    onPendingChange: (isPending) => onPendingChange(isPending || isLeaving.current),
    submit: async ({ password }) => {
      if (content === null) return null;
      const body = { content, ...(hasPassword && { password }) };
      await signOutBy(() => call(accountCalls.deleteAccount, { body }), '/goodbye');
      isLeaving.current = true;
      return null;
    },
  });
  return (
    <ContractForm form={form} id={id}>
      {hasPassword ? (
        <PasswordInput label="Your password" {...form.field('password')} />
      ) : (
        <p className="text-sm">
          If it has been more than ten minutes since you logged in, please log in once more first.
        </p>
      )}
    </ContractForm>
  );
}
