import type { Meditation } from '@commons/contract/meditations';
import type { LazyMenuProps } from '../../ui/lazy-opening.tsx';
import { OptionsMenu } from '../../ui/options-menu.tsx';
import { closePlayer, readPlayer } from '../player/index.ts';
import { MeditationDialog } from './meditation-dialog.tsx';
import { useDeleteMeditation } from './meditations.api.ts';

type MeditationMenuProps = LazyMenuProps & { meditation: Meditation; memberId: string; onDeleted: () => void };

export function MeditationMenu({ meditation, memberId, onDeleted, ...menu }: MeditationMenuProps) {
  const deletion = useDeleteMeditation(meditation.id, () => {
    if (readPlayer().meditation?.id === meditation.id) closePlayer();
    onDeleted();
  });
  return (
    <OptionsMenu
      {...menu}
      noun="Meditation"
      can={meditation.can}
      renderEditor={(dialog) => <MeditationDialog {...dialog} memberId={memberId} meditation={meditation} />}
      deletion={deletion}
      deletionEffect="Its comments go with it. Members keep the points they earned."
    />
  );
}
