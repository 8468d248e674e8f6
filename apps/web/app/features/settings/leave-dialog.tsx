import { accountCalls } from '@commons/contract/account/calls';
import { useState } from 'react';
import { call } from '../../lib/api-client.ts';
import { contractSchema, useContractForm } from '../../lib/contract-form.ts';
import type { SignOutWith } from '../../lib/session-ended.ts';
import { RadioGroup } from '../../ui/choices.tsx';
import { FormDialog } from '../../ui/contract-form.tsx';
import type { DialogState } from '../../ui/lazy-opening.tsx';
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

type LeaveDialogProps = DialogState & { hasPassword: boolean; signOutWith: SignOutWith };

/** Final confirmation before an account is deleted. */
export default function LeaveDialog({ hasPassword, signOutWith, ...dialog }: LeaveDialogProps) {
  const [content, setContent] = useState<Content | null>(null);
  const form = useContractForm({
    schema,
    original: hasPassword ? { password: '' } : {},
    submit: async ({ password }) => {
      if (content === null) return;
      const body = { content, ...(hasPassword && { password }) };
      await signOutWith(() => call(accountCalls.deleteAccount, { body }), '/goodbye');
      // The form stays pending while the browser loads the next page.
      await new Promise(() => undefined);
    },
  });
  return (
    <FormDialog
      {...dialog}
      form={form}
      title="Leave the community"
      description="Your account is deleted right away and cannot be restored. If you only need some quiet, take a break instead: what you shared stays, and messages wait for you."
      submitLabel="Delete my account"
      pendingLabel="Deleting..."
      isDestructive
      canSubmit={content !== null}
      className="flex flex-col gap-6"
    >
      <div>
        <RadioGroup
          label="What should happen to what you shared?"
          options={choices}
          value={content}
          readOnly={form.isSubmitting}
          onChange={setContent}
        />
        <div role="status">
          {content !== null && <p className="mt-4 text-sm text-muted">{consequences[content]}</p>}
        </div>
      </div>
      <p className="text-sm text-muted">
        Your journal, profile, photo, connections, points and settings are always deleted. What moderators and admins
        did stays in their log, without your name. Backups contain the rest for a few weeks.
      </p>
      {hasPassword ? (
        <PasswordInput label="Your password" {...form.field('password')} />
      ) : (
        <p className="text-sm">If you logged in more than ten minutes ago, please log in again first.</p>
      )}
    </FormDialog>
  );
}
