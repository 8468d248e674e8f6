import type { MemberSummary } from '@commons/contract/members';
import type { RemovalInput } from '@commons/contract/moderation';
import { Flag, Gavel } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import type { LazyMenuProps } from '../../ui/lazy-menu.tsx';
import { MenuItem } from '../../ui/menu.tsx';
import { OptionsMenu } from '../../ui/options-menu.tsx';
import { useViewerId } from '../auth/index.ts';
import { LazyReportDialog } from './lazy-report-dialog.tsx';

const RemoveDialog = lazyDialog(() => import('./remove-dialog.tsx'));

type WrittenMenuProps = LazyMenuProps & {
  subjectType: RemovalInput['subjectType'];
  contribution: { id: string; author: MemberSummary; can: { edit: boolean; delete: boolean } };
  /** For example "Post". */
  noun: string;
  onEdit: () => void;
  /** Called after a moderator has taken it down. */
  onRemoved: () => void;
  renderConfirmation: (isConfirming: boolean, setIsConfirming: (isConfirming: boolean) => void) => ReactNode;
};

/**
 * Menu of a contribution. The author can edit or delete it, other members can report it, and moderators can take it
 * down.
 */
export function ContributionMenu(props: WrittenMenuProps) {
  const { subjectType, contribution, noun, onEdit, onRemoved, renderConfirmation, ...menu } = props;
  const { id, author, can } = contribution;
  const [openDialog, setOpenDialog] = useState<'report' | 'remove' | null>(null);
  const isOwn = useViewerId() === author.id;
  const close = () => setOpenDialog(null);
  return (
    <>
      <OptionsMenu
        {...menu}
        editLabel={can.edit ? `Edit ${noun}` : null}
        deleteLabel={isOwn && can.delete ? `Delete ${noun}` : null}
        onEdit={onEdit}
        renderConfirmation={renderConfirmation}
      >
        {!isOwn && (
          <MenuItem icon={Flag} onSelect={() => setOpenDialog('report')}>
            Report {noun}
          </MenuItem>
        )}
        {!isOwn && can.delete && (
          <MenuItem icon={Gavel} isDestructive onSelect={() => setOpenDialog('remove')}>
            Remove {noun}
          </MenuItem>
        )}
      </OptionsMenu>
      <LazyReportDialog
        subjectType={subjectType}
        subjectId={id}
        member={author}
        title={`Report ${noun.toLowerCase()}`}
        isOpen={openDialog === 'report'}
        onOpenChange={close}
      />
      {openDialog === 'remove' && (
        <RemoveDialog
          subjectType={subjectType}
          subjectId={id}
          noun={noun}
          isOpen
          onOpenChange={close}
          onRemoved={onRemoved}
        />
      )}
    </>
  );
}
