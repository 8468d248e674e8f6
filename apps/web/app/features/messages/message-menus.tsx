import type { MemberSummary } from '@commons/contract/members/schemas';
import { messageCalls } from '@commons/contract/messages/calls';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Ban, Copy, Flag, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../lib/api-client.ts';
import { explainFailure, ignoreNotFound, showFailure } from '../../lib/api-error.ts';
import { showToast } from '../../lib/toast-store.ts';
import { announce } from '../../ui/announcer.tsx';
import { ConfirmDeletion } from '../../ui/confirm.tsx';
import { copyText } from '../../ui/copy-button.tsx';
import type { LazyMenuProps } from '../../ui/lazy-opening.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { ReportDialog } from '../reports/index.ts';
import { markRemoved } from './chat.ts';

type ChatMenuProps = LazyMenuProps & { onReport: () => void; onBlock: () => void };

export const ChatMenu = ({ onReport, onBlock, ...menu }: ChatMenuProps) => (
  <Menu {...menu}>
    <MenuItem icon={Flag} onSelect={onReport}>
      Report
    </MenuItem>
    <MenuItem icon={Ban} isDestructive onSelect={onBlock}>
      Block
    </MenuItem>
  </Menu>
);

type MessageMenuProps = LazyMenuProps & {
  messageId: string;
  content: string;
  member: MemberSummary;
  isOwn: boolean;
  isRemovable: boolean;
};

/** Menu of a message: both can copy its text, the sender can delete it for 15 minutes, the receiver can report it. */
export const MessageMenu = ({ isOwn, isRemovable, ...props }: MessageMenuProps) =>
  isOwn ? <OwnMessageMenu isRemovable={isRemovable} {...props} /> : <ReceivedMessageMenu {...props} />;

type MenuProps = Omit<MessageMenuProps, 'isOwn' | 'isRemovable'>;

const CopyItem = ({ content }: { content: string }) => {
  const copy = async () => {
    if (await copyText(content)) showToast({ title: 'Message copied' });
    else showToast({ title: 'The message could not be copied', variant: 'info' });
  };
  return (
    content !== '' && (
      <MenuItem icon={Copy} onSelect={() => void copy()}>
        Copy Text
      </MenuItem>
    )
  );
};

function ReceivedMessageMenu({ messageId, content, member, ...menu }: MenuProps) {
  const [isReporting, setIsReporting] = useState(false);
  return (
    <>
      <Menu {...menu} align="start">
        <CopyItem content={content} />
        <MenuItem icon={Flag} onSelect={() => setIsReporting(true)}>
          Report Message
        </MenuItem>
      </Menu>
      {isReporting && (
        <ReportDialog
          subjectType="message"
          subjectId={messageId}
          title="Report message"
          member={member}
          isOpen
          onOpenChange={setIsReporting}
        />
      )}
    </>
  );
}

type OwnMenuProps = Omit<MessageMenuProps, 'isOwn'>;

const OwnMessageMenu = ({ messageId, content, member: { id: userId }, isRemovable, ...menu }: OwnMenuProps) => {
  const [isConfirming, setIsConfirming] = useState(false);
  const queryClient = useQueryClient();
  const remove = useMutation({
    meta: { changes: ['messages'] },
    mutationFn: () => call(messageCalls.removeMessage, { params: { id: messageId } }).catch(ignoreNotFound),
    // The frame does the same, but it can be late or missing.
    onSuccess: () => {
      markRemoved(queryClient, userId, messageId);
      announce('Message deleted.');
    },
    onError: (error) => showFailure(error, explainFailure(error) ?? 'Failed to delete message'),
    onSettled: () => setIsConfirming(false),
  });
  return (
    <>
      <Menu {...menu}>
        <CopyItem content={content} />
        {isRemovable && (
          <MenuItem icon={Trash2} isDestructive onSelect={() => setIsConfirming(true)}>
            Delete for Both
          </MenuItem>
        )}
      </Menu>
      <ConfirmDeletion
        isOpen={isConfirming}
        onOpenChange={setIsConfirming}
        noun="message"
        effect="It disappears for both of you."
        deletion={remove}
      />
    </>
  );
};
