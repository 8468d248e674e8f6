import type { Meditation } from '@commons/contract/meditations/schemas';
import { type LucideIcon, Pause, Play, RotateCcw, RotateCw } from 'lucide-react';
import { type ComponentProps, type ReactNode, useLayoutEffect } from 'react';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { FocusRestorer } from '../../ui/focus.tsx';
import { Spinner, Status } from '../../ui/loading.tsx';
import { allowSite, siteOf, useIsAllowed } from './external-sites.ts';
import { FinishMoment } from './finish-moment.tsx';
import { useSavedPosition } from './listening.ts';
import { PlayerSettings } from './player-settings.tsx';
import { usePlayer } from './player-store.ts';
import { pause, play, recordOpenScreen, resume, seekBy } from './player.ts';
import { useSavedBytes } from './saved-audio.ts';
import { SeekBar } from './seek-bar.tsx';
import { clockTime, spokenTime, useIsLongWait } from './times.ts';

const stepSeconds = 15;

type PlayerProps = { meditation: Meditation; memberId: string };

/** The player on a meditation's own screen. */
export const PlayerPanel = ({ meditation, memberId, header }: PlayerProps & { header?: ReactNode }) => {
  const isAllowed = useIsAllowed(memberId, meditation.audioUrl);
  const startPlayback = () => {
    if (!isAllowed) allowSite(memberId, meditation.audioUrl);
    void play(memberId, meditation);
  };
  return (
    <FocusRestorer label="Player">
      <div className="flex flex-col gap-4">
        {header}
        {isAllowed ? (
          <Controls meditation={meditation} memberId={memberId} onPlay={startPlayback} />
        ) : (
          <PlayExternal address={meditation.audioUrl} onPlay={startPlayback} />
        )}
      </div>
    </FocusRestorer>
  );
};

type ControlsProps = PlayerProps & { onPlay: () => void };

const Controls = ({ meditation, memberId, onPlay }: ControlsProps) => {
  const isCurrent = usePlayer((player) => player.meditation?.id === meditation.id);
  const status = usePlayer((player) => player.status);
  const position = usePlayer((player) => player.position);
  const length = usePlayer((player) => player.duration);
  const savedPosition = useSavedPosition(memberId, meditation);
  const isSaved = useSavedBytes(memberId, meditation.id) !== null;
  useLayoutEffect(() => {
    recordOpenScreen(meditation.id);
    return () => recordOpenScreen(null);
  }, [meditation.id]);
  const isPlaying = isCurrent && (status === 'playing' || status === 'waiting');
  const hasEnded = isCurrent && status === 'paused' && length > 0 && position >= length - 0.5;
  const isLongWait = useIsLongWait(isCurrent && status === 'waiting');
  return (
    <>
      <SeekBar
        position={isCurrent ? position : savedPosition}
        duration={isCurrent ? length : meditation.duration}
        isPlaying={isPlaying}
        isDisabled={!isCurrent}
      />
      {/* With text at twice its size, the three buttons do not fit on one line. */}
      <div className="flex flex-wrap items-center justify-center gap-x-6 gap-y-3">
        <StepButton
          icon={RotateCcw}
          label={`Back ${stepSeconds} seconds`}
          disabled={!isCurrent}
          onClick={() => seekBy(-stepSeconds)}
        />
        <span className="flex justify-center max-[18rem]:order-first max-[18rem]:basis-full">
          <PlayPauseButton isPlaying={isPlaying} isWaiting={isCurrent && status === 'waiting'} onPlay={onPlay} />
        </span>
        <StepButton
          icon={RotateCw}
          label={`Forward ${stepSeconds} seconds`}
          disabled={!isCurrent}
          onClick={() => seekBy(stepSeconds)}
        />
      </div>
      {!isCurrent && savedPosition > 0 ? (
        <p className="text-center text-sm text-muted">
          You stopped at <span aria-hidden="true">{clockTime(savedPosition)}</span>
          <span className="sr-only">{spokenTime(savedPosition)}</span>. It continues from there.
        </p>
      ) : (
        <Status className="min-h-5 text-center text-sm text-muted">{isLongWait && 'Waiting for the audio...'}</Status>
      )}
      {isCurrent && status === 'failed' && <PlaybackFailure isSaved={isSaved} />}
      {hasEnded && <FinishMoment duration={length} />}
      <PlayerSettings meditation={meditation} memberId={memberId} />
    </>
  );
};

type StepButtonProps = Omit<ComponentProps<'button'>, 'children'> & { icon: LucideIcon; label: string };

/** Seeks by some seconds. The number is inside the arrow. */
const StepButton = ({ icon: Icon, label, ...rest }: StepButtonProps) => (
  <button
    type="button"
    aria-label={label}
    className="relative inline-flex size-14 items-center justify-center rounded-full text-ink transition-colors hover:bg-primary-soft disabled:cursor-not-allowed disabled:bg-transparent disabled:text-muted"
    {...rest}
  >
    <Icon size={40} strokeWidth={1.75} absoluteStrokeWidth aria-hidden="true" />
    <span aria-hidden="true" className="absolute inset-0 flex items-center justify-center text-xs font-semibold">
      {stepSeconds}
    </span>
  </button>
);

type PlayPauseButtonProps = { isPlaying: boolean; isWaiting: boolean; onPlay: () => void };

const PlayPauseButton = ({ isPlaying, isWaiting, onPlay }: PlayPauseButtonProps) => {
  const Icon = isPlaying ? Pause : Play;
  const isLongWait = useIsLongWait(isWaiting);
  return (
    <span className="relative inline-flex">
      {isPlaying && <span aria-hidden="true" className="absolute inset-0 animate-glow rounded-full bg-sun" />}
      <button
        type="button"
        aria-label={isPlaying ? 'Pause' : 'Play'}
        aria-busy={isWaiting}
        onClick={isPlaying ? pause : onPlay}
        className="relative inline-flex size-20 shrink-0 items-center justify-center rounded-full bg-primary text-on-primary transition-colors hover:bg-primary-strong"
      >
        {isLongWait ? (
          <Spinner size="small" />
        ) : (
          <Icon
            size={36}
            strokeWidth={1.75}
            aria-hidden="true"
            className={classNames('fill-current', !isPlaying && 'ms-1')}
          />
        )}
      </button>
    </span>
  );
};

const PlaybackFailure = ({ isSaved }: { isSaved: boolean }) => (
  <Banner
    tone="danger"
    isAlert
    action={
      <Button variant="secondary" size="small" onClick={resume}>
        Try again
      </Button>
    }
  >
    {navigator.onLine || isSaved
      ? 'The audio could not be loaded. Your place is saved.'
      : 'You are offline, and this meditation is not saved on this device. Your place is saved.'}
  </Banner>
);

/** Play button for audio on another site. It names the site, because playing contacts it. */
const PlayExternal = ({ address, onPlay }: { address: string; onPlay: () => void }) => (
  <div className="flex flex-col items-center gap-4 text-center">
    <p className="text-muted">
      This recording is hosted on <strong className="font-semibold wrap-anywhere text-ink">{siteOf(address)}</strong>,
      not here. When you play it, that site can see your IP address.
    </p>
    <Button size="large" onClick={onPlay}>
      <Play size={20} strokeWidth={1.75} aria-hidden="true" className="fill-current" />
      Play from there
    </Button>
  </div>
);
