import type { CurrentUser } from '@commons/contract/auth';
import type { Win } from '@commons/contract/wins';
import { useQueryClient } from '@tanstack/react-query';
import type { LazyMenuProps } from '../../ui/lazy-opening.tsx';
import { ContributionMenu } from '../reports/index.ts';
import WinDialog from './win-dialog.tsx';
import { useDeleteWin, winLists } from './wins.api.ts';

type WinMenuProps = LazyMenuProps & { win: Win; viewer: CurrentUser };

export default function WinMenu({ win, viewer, ...menu }: WinMenuProps) {
  const queryClient = useQueryClient();
  return (
    <ContributionMenu
      {...menu}
      subjectType="win"
      contribution={win}
      noun="Win"
      renderEditor={(dialog) => <WinDialog {...dialog} viewer={viewer} win={win} />}
      deletion={useDeleteWin(win.id)}
      onRemoved={() => winLists.remove(queryClient, ({ id }) => id === win.id)}
    />
  );
}
