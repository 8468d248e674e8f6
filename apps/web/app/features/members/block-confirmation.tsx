import type { MemberSummary } from '@commons/contract/members/schemas';
import { Confirm } from '../../ui/confirm.tsx';
import { useHide } from './hidden-members.api.ts';

type BlockConfirmationProps = {
  member: Pick<MemberSummary, 'id' | 'displayName'>;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onBlocked: () => void;
};

/** Asks for confirmation before blocking a member. */
export function BlockConfirmation({ member, isOpen, onOpenChange, onBlocked }: BlockConfirmationProps) {
  const block = useHide(member, () => {
    onOpenChange(false);
    onBlocked();
  });
  return (
    <Confirm
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={`Block ${member.displayName}?`}
      text="You will no longer see each other’s messages, posts, comments or profiles. If you are connected, that ends. They are not notified, and you can unblock them in Settings at any time."
      confirmLabel="Block"
      isDestructive
      isPending={block.isPending}
      onConfirm={() => block.mutate('blocked')}
    />
  );
}
