import { Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { LazyMenuProps } from './lazy-menu.tsx';
import { Menu, MenuItem } from './menu.tsx';

export type OptionsMenuProps = LazyMenuProps & { onEdit: () => void; onDeleted: () => void };

type Props = LazyMenuProps & {
  editLabel: string | null;
  deleteLabel: string | null;
  onEdit: () => void;
  /** The question asked before deleting, shown while `isAsking`. */
  renderQuestion: (isAsking: boolean, setIsAsking: (isAsking: boolean) => void) => ReactNode;
  /** Items between the two. */
  children?: ReactNode;
};

/** What can be done with a post or comment. Brings no button: that is there before. */
export const OptionsMenu = ({ editLabel, deleteLabel, onEdit, renderQuestion, children, ...menu }: Props) => {
  const [isAsking, setIsAsking] = useState(false);
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
          <MenuItem icon={Trash2} isDestructive onSelect={() => setIsAsking(true)}>
            {deleteLabel}
          </MenuItem>
        )}
      </Menu>
      {renderQuestion(isAsking, setIsAsking)}
    </>
  );
};
