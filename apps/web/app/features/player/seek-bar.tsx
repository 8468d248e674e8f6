import { type KeyboardEvent, useRef, useState } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { readPlayer } from './player-store.ts';
import { seek, seekBy } from './player.ts';
import { sliderFill } from './slider.ts';
import { clockTime, spokenTime } from './times.ts';

const stepsByKey: Record<string, number> = {
  ArrowLeft: -5,
  ArrowDown: -5,
  ArrowRight: 5,
  ArrowUp: 5,
  PageDown: -30,
  PageUp: 30,
};

const dragEndEvents = ['pointerup', 'pointercancel'] as const;

type SeekBarProps = {
  position: number;
  duration: number;
  isPlaying: boolean;
  isDisabled?: boolean;
  /** Without the times below the slider, for the mini player. */
  isBare?: boolean;
};

/** Position slider of the player: click, drag, or keyboard. */
export const SeekBar = ({ position, duration, isPlaying, isDisabled = false, isBare = false }: SeekBarProps) => {
  // During a drag only the slider moves. Playback follows when it ends.
  const [dragPosition, setDragPosition] = useState<number | null>(null);
  const dragTarget = useRef<number | null>(null);
  const shownPosition = dragPosition ?? position;
  // Screen readers announce each change of a focused slider. During playback it therefore changes only when the
  // listener moves it. Null while it is not focused.
  const [announcedPosition, setAnnouncedPosition] = useState<number | null>(null);
  const spokenPosition = isPlaying && dragPosition === null ? (announcedPosition ?? shownPosition) : shownPosition;
  const moveAndAnnounce = (action: () => void) => {
    action();
    const { position: newPosition } = readPlayer();
    setAnnouncedPosition((current) => (current === null ? null : newPosition));
  };
  const drag = (to: number | null) => {
    dragTarget.current = to;
    setDragPosition(to);
  };
  const startDrag = () => {
    drag(position);
    const finish = ({ type }: Event) => {
      for (const end of dragEndEvents) window.removeEventListener(end, finish);
      const to = dragTarget.current;
      if (to !== null && type === 'pointerup') moveAndAnnounce(() => seek(to));
      drag(null);
    };
    for (const end of dragEndEvents) window.addEventListener(end, finish);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = stepsByKey[event.key];
    if (step === undefined || isDisabled) return;
    event.preventDefault();
    moveAndAnnounce(() => seekBy(step));
  };
  return (
    <div>
      <input
        type="range"
        aria-label="Position"
        aria-valuetext={`${spokenTime(spokenPosition)} of ${spokenTime(duration)}`}
        min={0}
        max={Math.max(1, Math.floor(duration))}
        step={1}
        value={Math.min(Math.floor(shownPosition), Math.max(1, Math.floor(duration)))}
        disabled={isDisabled}
        onPointerDown={isDisabled ? undefined : startDrag}
        onChange={({ target }) => {
          if (dragPosition === null) moveAndAnnounce(() => seek(Number(target.value)));
          else drag(Number(target.value));
        }}
        onKeyDown={onKeyDown}
        onFocus={() => setAnnouncedPosition(position)}
        onBlur={() => setAnnouncedPosition(null)}
        style={{ backgroundSize: sliderFill(shownPosition / Math.max(1, duration)) }}
        className={classNames('slider block w-full', !isBare && 'pointer-coarse:h-11')}
      />
      {!isBare && (
        <p aria-hidden="true" className="mt-1 flex justify-between text-sm text-muted tabular-nums">
          <span>{clockTime(shownPosition)}</span>
          <span>-{clockTime(Math.floor(duration) - Math.floor(shownPosition))}</span>
        </p>
      )}
    </div>
  );
};
