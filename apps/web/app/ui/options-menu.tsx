import { Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { ConfirmDeletion, type Deletion } from './confirm.tsx';
import type { DialogState, LazyMenuProps } from './lazy-opening.tsx';
import { Menu, MenuItem } from './menu.tsx';

export type OptionsMenuProps = LazyMenuProps & {
  /** For example "Post". */
  noun: string;
  can: { edit: boolean; delete: boolean };
  /** Edits in place. */
  onEdit?: () => void;
  /** Renders the dialog for editing. */
  renderEditor?: (dialog: DialogState) => ReactNode;
  deletion: Deletion;
  /** Consequences of the deletion. Follows the question. */
  deletionEffect?: string;
  /** Items between Edit and Delete. */
  children?: ReactNode;
};

/** Menu of an item: edits it, or deletes it after a confirmation. The caller provides the button. */
export function OptionsMenu(props: OptionsMenuProps) {
  const { noun, can, onEdit, renderEditor, deletion, deletionEffect, children, ...menu } = props;
  const [isEditing, setIsEditing] = useState(false);
  const [isConfirming, setIsConfirming] = useState(false);
  return (
    <>
      <Menu {...menu}>
        {can.edit && (
          <MenuItem icon={Pencil} onSelect={onEdit ?? (() => setIsEditing(true))}>
            Edit {noun}
          </MenuItem>
        )}
        {children}
        {can.delete && (
          <MenuItem icon={Trash2} isDestructive onSelect={() => setIsConfirming(true)}>
            Delete {noun}
          </MenuItem>
        )}
      </Menu>
      {isEditing && renderEditor?.({ isOpen: true, onOpenChange: setIsEditing })}
      <ConfirmDeletion
        isOpen={isConfirming}
        onOpenChange={setIsConfirming}
        noun={noun.toLowerCase()}
        effect={deletionEffect}
        deletion={deletion}
      />
    </>
  );
}
