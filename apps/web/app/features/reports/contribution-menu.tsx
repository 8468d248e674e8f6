import type { MemberSummary } from '@commons/contract/members';
import type { RemovalInput } from '@commons/contract/moderation';
import { Flag, Gavel } from 'lucide-react';
import { useState } from 'react';
import { MenuItem } from '../../ui/menu.tsx';
import { OptionsMenu, type OptionsMenuProps } from '../../ui/options-menu.tsx';
import { useViewerId } from '../auth/index.ts';
import RemoveDialog from './remove-dialog.tsx';
import ReportDialog from './report-dialog.tsx';

type ContributionMenuProps = Omit<OptionsMenuProps, 'can' | 'children'> & {
  subjectType: RemovalInput['subjectType'];
  contribution: { id: string; author: MemberSummary; can: { edit: boolean; delete: boolean } };
  /** Called after a moderator has taken it down. */
  onRemoved: () => void;
};

/**
 * Menu of a contribution. The author can edit or delete it, other members can report it, and moderators can take it
 * down.
 */
export function ContributionMenu({ subjectType, contribution, onRemoved, ...menu }: ContributionMenuProps) {
  const { id, author, can } = contribution;
  const { noun } = menu;
  const [openDialog, setOpenDialog] = useState<'report' | 'remove' | null>(null);
  const isOwn = useViewerId() === author.id;
  const dialog = { subjectType, subjectId: id, isOpen: true, onOpenChange: () => setOpenDialog(null) };
  return (
    <>
      <OptionsMenu {...menu} can={{ edit: can.edit, delete: isOwn && can.delete }}>
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
      {openDialog === 'report' && <ReportDialog {...dialog} member={author} title={`Report ${noun.toLowerCase()}`} />}
      {openDialog === 'remove' && <RemoveDialog {...dialog} noun={noun} onRemoved={onRemoved} />}
    </>
  );
}
