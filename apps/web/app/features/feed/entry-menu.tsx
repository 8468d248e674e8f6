import { Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';

type EntryMenuProps = {
  label: string;
  title: string;
  size?: 'small' | 'medium';
  className?: string;
  editLabel: string | null;
  deleteLabel: string | null;
  onEdit: () => void;
  /** The question asked before deleting, shown while `isAsking`. */
  renderQuestion: (isAsking: boolean, setIsAsking: (isAsking: boolean) => void) => ReactNode;
};

/** What can be done with a post or comment. Open from the start, because it is fetched by the press that opens it. */
export const EntryMenu = ({
  label,
  title,
  size,
  className,
  editLabel,
  deleteLabel,
  onEdit,
  renderQuestion,
}: EntryMenuProps) => {
  const [isOpen, setIsOpen] = useState(true);
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Menu
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        trigger={
          <IconButton icon={Ellipsis} label={label} title={title} size={size ?? 'medium'} className={className} />
        }
      >
        {editLabel !== null && (
          <MenuItem icon={Pencil} onSelect={onEdit}>
            {editLabel}
          </MenuItem>
        )}
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
