import { Ban, Flag } from 'lucide-react';
import type { LazyMenuProps } from '../../ui/lazy-opening.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';

type ChatMenuProps = LazyMenuProps & { onReport: () => void; onBlock: () => void };

const ChatMenu = ({ onReport, onBlock, ...menu }: ChatMenuProps) => (
  <Menu {...menu}>
    <MenuItem icon={Flag} onSelect={onReport}>
      Report
    </MenuItem>
    <MenuItem icon={Ban} isDestructive onSelect={onBlock}>
      Block
    </MenuItem>
  </Menu>
);

export default ChatMenu;
