import { type KeyboardEvent, useRef, useState } from 'react';
import { readPlayer } from './player-store.ts';
import { seek, seekBy } from './player.ts';
import { clockTime, spokenTime } from './times.ts';

const stepsByKey: Record<string, number> = {
  ArrowLeft: -5,
  ArrowDown: -5,
  ArrowRight: 5,
  ArrowUp: 5,
  PageDown: -30,
  PageUp: 30,
};

const dragEnds = ['pointerup', 'pointercancel'] as const;

type SeekBarProps = { position: number; duration: number; isPlaying: boolean; isDisabled: boolean };

/** Position slider of the player: click, drag, or keyboard. */
export const SeekBar = ({ position, duration, isPlaying, isDisabled }: SeekBarProps) => {
  // During a drag only the slider moves. Playback follows when it ends.
  const [dragged, setDragged] = useState<number | null>(null);
  const draggedTo = useRef<number | null>(null);
  const shown = dragged ?? position;
  // Screen readers announce each change of a focused slider. During playback it therefore changes only when the
  // listener moves it. Null while it is not focused.
  const [announced, setAnnounced] = useState<number | null>(null);
  const spoken = isPlaying && dragged === null ? (announced ?? shown) : shown;
  const move = (act: () => void) => {
    act();
    const { position: moved } = readPlayer();
    setAnnounced((before) => (before === null ? null : moved));
  };
  const drag = (to: number | null) => {
    draggedTo.current = to;
    setDragged(to);
  };
  const beginDrag = () => {
    drag(position);
    const finish = ({ type }: Event) => {
      for (const end of dragEnds) window.removeEventListener(end, finish);
      const to = draggedTo.current;
      if (to !== null && type === 'pointerup') move(() => seek(to));
      drag(null);
    };
    for (const end of dragEnds) window.addEventListener(end, finish);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = stepsByKey[event.key];
    if (step === undefined || isDisabled) return;
    event.preventDefault();
    move(() => seekBy(step));
  };
  return (
    <div>
      <input
        type="range"
        aria-label="Position"
        aria-valuetext={`${spokenTime(spoken)} of ${spokenTime(duration)}`}
        min={0}
        max={Math.max(1, Math.floor(duration))}
        step={1}
        value={Math.min(Math.floor(shown), Math.max(1, Math.floor(duration)))}
        disabled={isDisabled}
        onPointerDown={isDisabled ? undefined : beginDrag}
        onChange={({ target }) => {
          if (dragged === null) move(() => seek(Number(target.value)));
          else drag(Number(target.value));
        }}
        onKeyDown={onKeyDown}
        onFocus={() => setAnnounced(position)}
        onBlur={() => setAnnounced(null)}
        className="block h-6 w-full accent-primary pointer-coarse:h-11"
      />
      <p aria-hidden="true" className="flex justify-between text-sm text-muted tabular-nums">
        <span>{clockTime(shown)}</span>
        <span>-{clockTime(Math.floor(duration) - Math.floor(shown))}</span>
      </p>
    </div>
  );
};
