import type { Webhook } from '@commons/contract/webhooks/schemas';
import { KeyRound, Pause, Pencil, Play, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Confirm } from '../../ui/confirm.tsx';
import type { LazyMenuProps } from '../../ui/lazy-opening.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { inputOf, useDeleteWebhook, useRotateSecret, useSendTest, useUpdateWebhook } from './integrations.api.ts';
import WebhookDialog, { WebhookSecret } from './webhook-dialog.tsx';

type WebhookMenuProps = LazyMenuProps & {
  webhook: Webhook;
  /** Called when the webhook is gone. */
  onDeleted?: () => void;
};

export default function WebhookMenu({ webhook, onDeleted, ...menu }: WebhookMenuProps) {
  const { id, state } = webhook;
  const isPaused = state !== 'active';
  const [isEditing, setIsEditing] = useState(false);
  const [question, setQuestion] = useState<'rotation' | 'deletion'>();
  const [secret, setSecret] = useState<string>();
  const sendTest = useSendTest();
  const update = useUpdateWebhook();
  const rotate = useRotateSecret();
  const remove = useDeleteWebhook();
  const closeQuestion = () => setQuestion(undefined);
  return (
    <>
      <Menu {...menu}>
        <MenuItem icon={Send} isDisabled={sendTest.isPending} onSelect={() => sendTest.mutate(id)}>
          Send a test
        </MenuItem>
        <MenuItem icon={Pencil} onSelect={() => setIsEditing(true)}>
          Edit
        </MenuItem>
        <MenuItem
          icon={isPaused ? Play : Pause}
          isDisabled={update.isPending}
          onSelect={() => update.mutate({ id, ...inputOf(webhook), isPaused: !isPaused })}
        >
          {isPaused ? 'Resume' : 'Pause'}
        </MenuItem>
        <MenuItem icon={KeyRound} onSelect={() => setQuestion('rotation')}>
          Replace secret
        </MenuItem>
        <MenuItem icon={Trash2} isDestructive onSelect={() => setQuestion('deletion')}>
          Delete
        </MenuItem>
      </Menu>
      {isEditing && <WebhookDialog webhook={webhook} isOpen onOpenChange={setIsEditing} />}
      {secret !== undefined && <WebhookSecret isOpen onOpenChange={() => setSecret(undefined)} secret={secret} />}
      <Confirm
        isOpen={question === 'rotation'}
        onOpenChange={closeQuestion}
        title="Replace the secret?"
        text="For a day, messages are signed with both secrets. Enter the new one in the receiving program by then."
        confirmLabel="Replace secret"
        isPending={rotate.isPending}
        onConfirm={() =>
          rotate.mutate(id, {
            onSuccess: (rotated) => {
              closeQuestion();
              setSecret(rotated.secret);
            },
          })
        }
      />
      <Confirm
        isOpen={question === 'deletion'}
        onOpenChange={closeQuestion}
        title="Delete this webhook?"
        text="It receives nothing more, and its log is deleted."
        confirmLabel="Delete"
        isDestructive
        isPending={remove.isPending}
        onConfirm={() =>
          remove.mutate(id, {
            onSuccess: () => {
              closeQuestion();
              onDeleted?.();
            },
          })
        }
      />
    </>
  );
}
