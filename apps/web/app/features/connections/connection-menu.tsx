import type { MemberSummary } from '@commons/contract/members/schemas';
import { UserRoundX } from 'lucide-react';
import { useState } from 'react';
import { Confirm } from '../../ui/confirm.tsx';
import type { LazyMenuProps } from '../../ui/lazy-opening.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
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

type ConnectionMenuProps = LazyMenuProps & { member: MemberSummary };

/** Less common actions on a connection. */
export const ConnectionMenu = ({ member, ...menu }: ConnectionMenuProps) => {
  const [isEnding, setIsEnding] = useState(false);
  return (
    <>
      <Menu {...menu}>
        <MenuItem icon={UserRoundX} onSelect={() => setIsEnding(true)}>
          End connection
        </MenuItem>
      </Menu>
      <EndConnection member={member} isOpen={isEnding} onOpenChange={setIsEnding} />
    </>
  );
};
