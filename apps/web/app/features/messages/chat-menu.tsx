import type { MemberSummary } from '@commons/contract/members';
import { Ban, Ellipsis, Flag } from 'lucide-react';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';

type ChatMenuProps = { member: MemberSummary; onReport: () => void; onBlock: () => void };

export const ChatMenu = ({ member, onReport, onBlock }: ChatMenuProps) => (
  <Menu trigger={<IconButton icon={Ellipsis} label={`More about ${member.displayName}`} />}>
    <MenuItem icon={Flag} onSelect={onReport}>
      Report
    </MenuItem>
    <MenuItem icon={Ban} isDestructive onSelect={onBlock}>
      Block
    </MenuItem>
  </Menu>
);
