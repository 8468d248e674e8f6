import type { MemberSummary } from '@commons/contract/members';
import { UserRoundX } from 'lucide-react';
import { useState } from 'react';
import type { LazyMenuProps } from '../../ui/lazy-opening.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { EndConnection } from './end-connection.tsx';

type ConnectionMenuProps = LazyMenuProps & { member: MemberSummary };

/** Less common actions on a connection. */
const ConnectionMenu = ({ member, ...menu }: ConnectionMenuProps) => {
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

export default ConnectionMenu;
