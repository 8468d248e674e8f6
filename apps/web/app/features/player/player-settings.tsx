import type { Meditation } from '@commons/contract/meditations/schemas';
import { Gauge, MoonStar, Repeat, Volume1, Volume2, VolumeX } from 'lucide-react';
import { useMemo } from 'react';
import { useIsHydrated } from '../../lib/hydration.ts';
import { formatUnit } from '../../lib/locale.ts';
import { secondsUntilSleep, sleepMinutes, usePlayer } from './player-store.ts';
import { sleepHint } from './player.texts.ts';
import { canSetVolume, setLooping, setSleepTimer, setSpeed, setVolume } from './player.ts';
import { SaveButton, SaveStatus } from './save-offline.tsx';
import { SettingButton, SettingSelect } from './setting-controls.tsx';
import { sliderFill } from './slider.ts';
import { clockTime } from './times.ts';

const speeds = [0.75, 1, 1.25, 1.5];

type PlayerSettingsProps = { meditation: Meditation; memberId: string };

/** Speed, sleep timer, repeat, offline copy and volume, as a row of icons. */
export const PlayerSettings = ({ meditation, memberId }: PlayerSettingsProps) => {
  const isLooping = usePlayer((player) => player.isLooping);
  const speed = usePlayer((player) => player.speed);
  const isHydrated = useIsHydrated();
  const hasVolume = useMemo(() => isHydrated && canSetVolume(), [isHydrated]);
  return (
    <div className="flex flex-col gap-2 border-t border-line pt-4">
      <div className="flex flex-wrap items-center justify-center gap-1 sm:gap-3">
        <SettingSelect
          icon={Gauge}
          label="Speed"
          caption={`Speed ${speed}×`}
          value={String(speed)}
          options={speeds.map((value) => ({ value: String(value), label: `${value}×` }))}
          onChange={(value) => setSpeed(Number(value))}
        />
        <SleepTimerSelect />
        <SettingButton icon={Repeat} isOn={isLooping} aria-pressed={isLooping} onClick={() => setLooping(!isLooping)}>
          Repeat {isLooping ? 'on' : 'off'}
        </SettingButton>
        <SaveButton meditation={meditation} memberId={memberId} />
        {hasVolume && <Volume />}
      </div>
      <SleepHint hasVolume={hasVolume} />
      <SaveStatus meditation={meditation} memberId={memberId} />
    </div>
  );
};

const Volume = () => {
  const volume = usePlayer((player) => player.volume);
  const Icon = volume === 0 ? VolumeX : volume < 0.5 ? Volume1 : Volume2;
  return (
    <label className="flex min-h-16 w-32 flex-col justify-center gap-1 text-center text-xs font-semibold text-muted">
      <span className="flex h-5 items-center gap-2">
        <Icon size={20} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
        <input
          type="range"
          min={0}
          max={100}
          step={5}
          value={Math.round(volume * 100)}
          aria-valuetext={`${Math.round(volume * 100)}%`}
          onChange={({ target }) => setVolume(Number(target.value) / 100)}
          style={{ backgroundSize: sliderFill(volume) }}
          className="slider w-full pointer-coarse:h-11"
        />
      </span>
      Volume
    </label>
  );
};

const timerOptions = [
  { value: 'off', label: 'Off' },
  ...sleepMinutes.map((minutes) => ({ value: String(minutes), label: formatUnit(minutes, 'minute') })),
  { value: 'end', label: 'End of the meditation' },
];

const chooseSleepTimer = (value: string): void => {
  if (value === 'off') setSleepTimer(null);
  else setSleepTimer(value === 'end' ? value : Number(value));
};

const sleepHintId = 'sleep-hint';

const SleepTimerSelect = () => {
  const timer = usePlayer((player) => player.sleepTimer);
  return (
    <SettingSelect
      icon={MoonStar}
      label="Sleep timer"
      caption={timer === null ? 'Sleep timer' : timer === 'end' ? 'At the end' : formatUnit(timer.minutes, 'minute')}
      value={timer === null ? 'off' : timer === 'end' ? 'end' : String(timer.minutes)}
      options={timerOptions}
      onChange={chooseSleepTimer}
      aria-describedby={sleepHintId}
    />
  );
};

/** Where the volume can be set, it fades out in the last seconds, so that sudden silence wakes nobody. */
const SleepHint = ({ hasVolume }: { hasVolume: boolean }) => {
  // Updates with every second of playback. Null before the first meditation.
  const secondsLeft = usePlayer((player) => {
    if (player.meditation === null) return null;
    const seconds = secondsUntilSleep(player.sleepTimer, player, performance.now());
    return seconds === null ? null : Math.ceil(seconds);
  });
  return (
    <p id={sleepHintId} className="text-center text-sm text-muted tabular-nums empty:hidden">
      {secondsLeft !== null && sleepHint(hasVolume, clockTime(secondsLeft))}
    </p>
  );
};
