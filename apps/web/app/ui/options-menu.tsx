import { Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { LazyMenuProps } from './lazy-menu.tsx';
import { Menu, MenuItem } from './menu.tsx';

export type OptionsMenuProps = LazyMenuProps & { onEdit: () => void; onDeleted: () => void };

type Props = LazyMenuProps & {
  editLabel: string | null;
  deleteLabel: string | null;
  onEdit: () => void;
  /** Renders the confirmation dialog before deleting, shown while `isConfirming`. */
  renderConfirmation: (isConfirming: boolean, setIsConfirming: (isConfirming: boolean) => void) => ReactNode;
  /** Items between Edit and Delete. */
  children?: ReactNode;
};

/** Menu of a post or comment. The caller provides the button. */
export const OptionsMenu = ({ editLabel, deleteLabel, onEdit, renderConfirmation, children, ...menu }: Props) => {
  const [isConfirming, setIsConfirming] = useState(false);
  return (
    <>
      <Menu {...menu}>
        {editLabel !== null && (
          <MenuItem icon={Pencil} onSelect={onEdit}>
            {editLabel}
          </MenuItem>
        )}
        {children}
        {deleteLabel !== null && (
          <MenuItem icon={Trash2} isDestructive onSelect={() => setIsConfirming(true)}>
            {deleteLabel}
          </MenuItem>
        )}
      </Menu>
      {renderConfirmation(isConfirming, setIsConfirming)}
    </>
  );
};
