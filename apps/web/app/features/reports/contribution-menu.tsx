import type { CurrentUser } from '@commons/contract/auth/schemas';
import type { MemberSummary } from '@commons/contract/members/schemas';
import type { RemovalInput } from '@commons/contract/moderation/schemas';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { Flag, Gavel } from 'lucide-react';
import { type ComponentType, useState } from 'react';
import type { Deletion } from '../../ui/confirm.tsx';
import type { DialogState, LazyMenuProps } from '../../ui/lazy-opening.tsx';
import { MenuItem } from '../../ui/menu.tsx';
import { OptionsMenu, type OptionsMenuProps } from '../../ui/options-menu.tsx';
import { useViewerId } from '../auth/index.ts';
import RemoveDialog from './remove-dialog.tsx';
import ReportDialog from './report-dialog.tsx';

type SubjectType = RemovalInput['subjectType'];
type Contribution = { id: string; author: MemberSummary; can: { edit: boolean; delete: boolean } };

type ContributionMenuProps = Omit<OptionsMenuProps, 'can' | 'children'> & {
  subjectType: SubjectType;
  contribution: Contribution;
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

/** The noun, list and deletion of a kind of contribution, see `itemMutations`. */
type ContributionActions = {
  noun: string;
  lists: { remove: (client: QueryClient, id: string) => void };
  useDelete: (id: string) => Deletion;
};

/** Creates the menu of a kind of contribution that is edited in a dialog. */
export const contributionMenu = <Item extends Contribution>(
  subjectType: SubjectType,
  { noun, lists, useDelete }: ContributionActions,
  Editor: ComponentType<DialogState & { viewer: CurrentUser; item: Item }>,
) =>
  function ItemMenu({ item, viewer, ...menu }: LazyMenuProps & { item: Item; viewer: CurrentUser }) {
    const queryClient = useQueryClient();
    return (
      <ContributionMenu
        {...menu}
        subjectType={subjectType}
        contribution={item}
        noun={noun}
        renderEditor={(dialog) => <Editor {...dialog} viewer={viewer} item={item} />}
        deletion={useDelete(item.id)}
        onRemoved={() => lists.remove(queryClient, item.id)}
      />
    );
  };
