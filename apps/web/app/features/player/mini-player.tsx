import { Pause, Play, X } from 'lucide-react';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { IconButton } from '../../ui/button.tsx';
import { findFocusTarget, moveFocus } from '../../ui/focus.tsx';
import { Status } from '../../ui/loading.tsx';
import { Cover } from './cover.tsx';
import { usePlayer } from './player-store.ts';
import { closePlayer, pause, resume } from './player.ts';
import { SeekBar } from './seek-bar.tsx';
import { clockTime, useIsLongWait } from './times.ts';

/**
 * The player at the bottom of every screen except the meditation's own, so that playback continues during navigation.
 */
export default function MiniPlayer() {
  const meditation = usePlayer((player) => player.meditation);
  const openScreenId = usePlayer((player) => player.openScreenId);
  const isShown = meditation !== null && openScreenId !== meditation.id;
  useEffect(() => {
    if (!isShown) return undefined;
    const { dataset } = document.documentElement;
    dataset['docked'] = '';
    return () => {
      delete dataset['docked'];
    };
  }, [isShown]);
  if (!isShown) return null;
  return (
    <aside
      aria-label="Now playing"
      className="sticky bottom-[var(--foot,0px)] z-20 animate-arrive border-t border-line bg-surface"
    >
      <div className="mx-auto flex max-w-frame flex-wrap items-center gap-x-3 px-4 py-2 sm:flex-nowrap sm:px-6">
        <Cover meditation={meditation} className="size-12 shrink-0 rounded-control max-[18rem]:hidden" />
        <div className="relative min-w-0 flex-1">
          <Link
            to={paths.meditation(meditation.id)}
            dir="auto"
            className="block truncate text-sm font-semibold underline-offset-4 after:absolute after:inset-x-0 after:-inset-y-0.5 hover:underline"
          >
            {meditation.title}
          </Link>
          <Details teacher={meditation.teacher} />
        </div>
        {/* On phones the slider is a line of its own. */}
        <div className="order-first basis-full sm:order-none sm:flex-2 sm:basis-0">
          <Seek />
        </div>
        <PlayOrPause />
        <IconButton icon={X} label="Close player" onClick={closeAndMoveFocus} />
      </div>
    </aside>
  );
}

/** Moves the focus to the screen, because the close button disappears with the player. */
const closeAndMoveFocus = (): void => {
  closePlayer();
  moveFocus(findFocusTarget());
};

/** The teacher and the position, or a problem. */
const Details = ({ teacher }: { teacher: string | null }) => {
  const isFailed = usePlayer(({ status }) => status === 'failed');
  const isLongWait = useIsLongWait(usePlayer(({ status }) => status === 'waiting'));
  const positionText = usePlayer(({ position, duration }) => `${clockTime(position)} of ${clockTime(duration)}`);
  const problem = isFailed ? 'The audio could not be loaded' : isLongWait ? 'Waiting for the audio...' : '';
  return (
    <>
      {/* Problems are announced. The position is not, because it changes every second. */}
      <p aria-hidden={problem !== '' || undefined} className="flex gap-x-3 text-xs text-muted">
        {problem === '' && teacher && (
          <span dir="auto" className="truncate">
            {teacher}
          </span>
        )}
        <span className={problem === '' ? 'shrink-0 tabular-nums' : 'truncate'}>{problem || positionText}</span>
      </p>
      <Status className="sr-only">{problem}</Status>
    </>
  );
};

const roundClass = 'bg-primary-soft text-primary! [&>svg]:fill-current';

const PlayOrPause = () => {
  const isPlaying = usePlayer(({ status }) => status === 'playing' || status === 'waiting');
  return isPlaying ? (
    <IconButton icon={Pause} label="Pause" onClick={pause} className={roundClass} />
  ) : (
    <IconButton icon={Play} label="Play" onClick={resume} className={roundClass} />
  );
};

const Seek = () => {
  const position = usePlayer((player) => player.position);
  const duration = usePlayer((player) => player.duration);
  const isPlaying = usePlayer(({ status }) => status === 'playing' || status === 'waiting');
  return <SeekBar isBare position={position} duration={duration} isPlaying={isPlaying} />;
};
