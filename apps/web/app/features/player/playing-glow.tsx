import { classNames } from '../../ui/class-names.ts';
import { usePlayer } from './player-store.ts';

/** The light behind the cover. It comes and goes as slowly as a calm breath while the meditation plays. */
export const PlayingGlow = ({ meditationId }: { meditationId: string }) => {
  const isPlaying = usePlayer(({ meditation, status }) => meditation?.id === meditationId && status === 'playing');
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'pointer-events-none absolute inset-0 m-auto aspect-square h-3/4 rounded-full bg-sun opacity-0 blur-2xl',
        isPlaying && 'animate-glow',
      )}
    />
  );
};
