import type { Meditation } from '@commons/contract/meditations/schemas';
import { FastForward, Pause, Play, Repeat, Rewind, Volume1, Volume2, VolumeX } from 'lucide-react';
import { useLayoutEffect, useMemo } from 'react';
import { useIsHydrated } from '../../lib/hydration.ts';
import { formatUnit } from '../../lib/locale.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Select } from '../../ui/choices.tsx';
import { classNames } from '../../ui/class-names.ts';
import { FocusRestorer } from '../../ui/focus.tsx';
import { Spinner, Status } from '../../ui/loading.tsx';
import { allowSite, siteOf, useIsAllowed } from './external-sites.ts';
import { useSavedPosition } from './listening.ts';
import { secondsUntilSleep, sleepMinutes, usePlayer } from './player-store.ts';
import { sleepHint } from './player.texts.ts';
import {
  canSetVolume,
  pause,
  play,
  resume,
  seekBy,
  setLooping,
  setSleepTimer,
  setSpeed,
  setVolume,
  recordOpenScreen,
} from './player.ts';
import { useSavedBytes } from './saved-audio.ts';
import { SeekBar } from './seek-bar.tsx';
import { clockTime, spokenTime, useIsLongWait } from './times.ts';

const stepSeconds = 15;
const speeds = [0.75, 1, 1.25, 1.5];

type PlayerPanelProps = { meditation: Meditation; memberId: string };

/** The player on a meditation's own screen. */
export const PlayerPanel = ({ meditation, memberId }: PlayerPanelProps) => {
  const isAllowed = useIsAllowed(memberId, meditation.audioUrl);
  const startPlayback = () => {
    if (!isAllowed) allowSite(memberId, meditation.audioUrl);
    void play(memberId, meditation);
  };
  return (
    <FocusRestorer label="Player">
      {isAllowed ? (
        <Controls meditation={meditation} memberId={memberId} onPlay={startPlayback} />
      ) : (
        <PlayExternal address={meditation.audioUrl} onPlay={startPlayback} />
      )}
    </FocusRestorer>
  );
};

type ControlsProps = PlayerPanelProps & { onPlay: () => void };

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
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-center gap-x-6 gap-y-3">
        <IconButton
          icon={Rewind}
          label={`Back ${stepSeconds} seconds`}
          disabled={!isCurrent}
          onClick={() => seekBy(-stepSeconds)}
        />
        {/* With text at twice its size, the three buttons do not fit on one line. */}
        <span className="flex justify-center max-[18rem]:order-first max-[18rem]:basis-full">
          <PlayPauseButton isPlaying={isPlaying} isWaiting={isCurrent && status === 'waiting'} onPlay={onPlay} />
        </span>
        <IconButton
          icon={FastForward}
          label={`Forward ${stepSeconds} seconds`}
          disabled={!isCurrent}
          onClick={() => seekBy(stepSeconds)}
        />
      </div>
      <SeekBar
        position={isCurrent ? position : savedPosition}
        duration={isCurrent ? length : meditation.duration}
        isPlaying={isPlaying}
        isDisabled={!isCurrent}
      />
      {!isCurrent && savedPosition > 0 && (
        <p className="text-center text-sm text-muted">
          You stopped at <span aria-hidden="true">{clockTime(savedPosition)}</span>
          <span className="sr-only">{spokenTime(savedPosition)}</span>. It continues from there.
        </p>
      )}
      <PlaybackProblem isCurrent={isCurrent} isSaved={isSaved} />
      <Settings />
    </div>
  );
};

type PlayPauseButtonProps = { isPlaying: boolean; isWaiting: boolean; onPlay: () => void };

const PlayPauseButton = ({ isPlaying, isWaiting, onPlay }: PlayPauseButtonProps) => {
  const Icon = isPlaying ? Pause : Play;
  const isLongWait = useIsLongWait(isWaiting);
  return (
    <button
      type="button"
      aria-label={isPlaying ? 'Pause' : 'Play'}
      aria-busy={isWaiting}
      onClick={isPlaying ? pause : onPlay}
      className="relative inline-flex size-16 shrink-0 items-center justify-center rounded-full bg-primary text-on-primary transition-colors hover:bg-primary-strong sm:size-20 forced-colors:border"
    >
      {isLongWait ? (
        <Spinner size="small" />
      ) : (
        <Icon
          size={32}
          strokeWidth={1.75}
          aria-hidden="true"
          className={classNames('fill-current', !isPlaying && 'ms-1')}
        />
      )}
    </button>
  );
};

/** Text of a playback problem. */
const PlaybackProblem = ({ isCurrent, isSaved }: { isCurrent: boolean; isSaved: boolean }) => {
  const status = usePlayer((player) => player.status);
  const isLongWait = useIsLongWait(isCurrent && status === 'waiting');
  if (isCurrent && status === 'failed')
    return (
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
  return <Status className="min-h-6 text-center text-sm text-muted">{isLongWait && 'Waiting for the audio...'}</Status>;
};

const Settings = () => {
  const isLooping = usePlayer((player) => player.isLooping);
  const speed = usePlayer((player) => player.speed);
  const isHydrated = useIsHydrated();
  const hasVolume = useMemo(() => isHydrated && canSetVolume(), [isHydrated]);
  return (
    <div className="flex flex-col gap-4 border-t border-line pt-4">
      <div className="grid gap-4 min-[20rem]:grid-cols-2">
        <Select
          label="Speed"
          value={String(speed)}
          options={speeds.map((value) => ({ value: String(value), label: `${value}×` }))}
          onChange={({ target }) => setSpeed(Number(target.value))}
        />
        <SleepTimerSelect hasVolume={hasVolume} />
      </div>
      <div className="flex flex-wrap items-center gap-4">
        <Button variant="secondary" aria-pressed={isLooping} onClick={() => setLooping(!isLooping)}>
          <Repeat size={18} strokeWidth={1.75} aria-hidden="true" className={isLooping ? 'text-primary' : undefined} />
          Repeat
          <span aria-hidden="true" className={isLooping ? 'text-primary' : 'text-muted'}>
            {isLooping ? 'on' : 'off'}
          </span>
        </Button>
        {hasVolume && <Volume />}
      </div>
    </div>
  );
};

const Volume = () => {
  const volume = usePlayer((player) => player.volume);
  const Icon = volume === 0 ? VolumeX : volume < 0.5 ? Volume1 : Volume2;
  return (
    <label className="flex min-w-32 flex-1 items-center gap-2 text-muted">
      <Icon size={20} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
      <span className="sr-only">Volume</span>
      <input
        type="range"
        min={0}
        max={100}
        step={5}
        value={Math.round(volume * 100)}
        aria-valuetext={`${Math.round(volume * 100)}%`}
        onChange={({ target }) => setVolume(Number(target.value) / 100)}
        className="h-6 w-full accent-primary pointer-coarse:h-11"
      />
    </label>
  );
};

/** Play button for audio on another site. It names the site, because playing contacts it. */
const PlayExternal = ({ address, onPlay }: { address: string; onPlay: () => void }) => (
  <div className="flex flex-col items-start gap-4">
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

const options = [
  { value: 'off', label: 'Off' },
  ...sleepMinutes.map((minutes) => ({ value: String(minutes), label: formatUnit(minutes, 'minute') })),
  { value: 'end', label: 'End of the meditation' },
];

const chooseSleepTimer = (value: string): void => {
  if (value === 'off') setSleepTimer(null);
  else setSleepTimer(value === 'end' ? value : Number(value));
};

/** Where the volume can be set, it fades out in the last seconds, so that sudden silence wakes nobody. */
const SleepTimerSelect = ({ hasVolume }: { hasVolume: boolean }) => {
  const timer = usePlayer((player) => player.sleepTimer);
  // Updates with every second of playback. Null before the first meditation.
  const secondsLeft = usePlayer((player) => {
    if (player.meditation === null) return null;
    const seconds = secondsUntilSleep(player.sleepTimer, player, performance.now());
    return seconds === null ? null : Math.ceil(seconds);
  });
  return (
    <Select
      label="Sleep timer"
      value={timer === null ? 'off' : timer === 'end' ? 'end' : String(timer.minutes)}
      options={options}
      onChange={({ target }) => chooseSleepTimer(target.value)}
      {...(secondsLeft !== null && { hint: sleepHint(hasVolume, clockTime(secondsLeft)) })}
    />
  );
};
