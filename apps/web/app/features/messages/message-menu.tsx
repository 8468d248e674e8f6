import { messageCalls } from '@commons/contract/messages';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../lib/api-client.ts';
import { explainFailure, isNotFoundError, showFailure } from '../../lib/api-error.ts';
import { Confirm } from '../../ui/confirm.tsx';
import type { LazyMenuProps } from '../../ui/lazy-menu.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { markRemoved } from './chat-store.ts';

type MessageMenuProps = LazyMenuProps & { messageId: string; userId: string };

/** What its sender can do with a message for a quarter of an hour. */
const MessageMenu = ({ messageId, userId, ...menu }: MessageMenuProps) => {
  const [isAsking, setIsAsking] = useState(false);
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: async () => {
      try {
        await call(messageCalls.removeMessage, { params: { id: messageId } });
      } catch (error) {
        if (!isNotFoundError(error)) throw error;
      }
    },
    // The frame says the same; it may be late, or the socket away.
    onSuccess: () => markRemoved(queryClient, userId, messageId),
    onError: (error) => showFailure(error, explainFailure(error) ?? 'Failed to delete message'),
    onSettled: () => setIsAsking(false),
  });
  return (
    <>
      <Menu {...menu}>
        <MenuItem icon={Trash2} isDestructive onSelect={() => setIsAsking(true)}>
          Delete for Both
        </MenuItem>
      </Menu>
      <Confirm
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title="Delete message"
        text="Are you sure you want to delete this message? It disappears for both of you."
        confirmLabel="Delete"
        isDestructive
        isPending={remove.isPending}
        onConfirm={() => remove.mutate()}
      />
    </>
  );
};

export default MessageMenu;
