import { ArrowDown, ArrowUp, Eye, EyeOff, Pencil, Trash2 } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useState } from 'react';
import type { LazyMenuProps } from '../../../ui/lazy-opening.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import LineDialog from './line-dialog.tsx';

export type LineActions = {
  isHidden: boolean;
  /** Undefined for an action that is not possible. */
  moveUp: (() => void) | undefined;
  moveDown: (() => void) | undefined;
  toggle: () => void;
  edit: Omit<ComponentProps<typeof LineDialog>, 'isOpen' | 'onOpenChange'> | undefined;
  remove: (() => void) | undefined;
};

/** The menu of a crisis line. A shipped line can only be moved and hidden, so that its source stays right. */
export default function LineMenu({ actions, ...menu }: LazyMenuProps & { actions: LineActions }) {
  const [isEditing, setIsEditing] = useState(false);
  const { isHidden, moveUp, moveDown, toggle, edit, remove } = actions;
  return (
    <>
      <Menu {...menu}>
        {moveUp && (
          <MenuItem icon={ArrowUp} onSelect={moveUp}>
            Move up
          </MenuItem>
        )}
        {moveDown && (
          <MenuItem icon={ArrowDown} onSelect={moveDown}>
            Move down
          </MenuItem>
        )}
        <MenuItem icon={isHidden ? Eye : EyeOff} onSelect={toggle}>
          {isHidden ? 'Show' : 'Hide'}
        </MenuItem>
        {edit && (
          <MenuItem icon={Pencil} onSelect={() => setIsEditing(true)}>
            Edit
          </MenuItem>
        )}
        {remove && (
          <MenuItem icon={Trash2} isDestructive onSelect={remove}>
            Remove
          </MenuItem>
        )}
      </Menu>
      {edit && isEditing && <LineDialog {...edit} isOpen onOpenChange={setIsEditing} />}
    </>
  );
}
