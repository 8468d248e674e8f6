import type { MemberSummary } from '@commons/contract/members';
import { Confirm } from '../../ui/confirm.tsx';
import { useRemoveConnection } from './connections.api.ts';

type EndConnectionProps = {
  member: Pick<MemberSummary, 'id' | 'displayName'>;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
};

/** Asks for confirmation before ending a connection. */
export function EndConnection({ member, isOpen, onOpenChange }: EndConnectionProps) {
  const end = useRemoveConnection(member, 'connected', () => onOpenChange(false));
  return (
    <Confirm
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title="End this connection?"
      text={`You and ${member.displayName} will no longer be connected. They are not notified, and you can ask to connect again.`}
      confirmLabel="End connection"
      isPending={end.isPending}
      onConfirm={() => end.mutate()}
    />
  );
}
