import { type KeyboardEvent, useRef, useState } from 'react';
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

type SeekBarProps = { position: number; duration: number; isDisabled: boolean };

/** Where it is, and the way to anywhere in it: by a press, by dragging, by the keys of a slider. */
export const SeekBar = ({ position, duration, isDisabled }: SeekBarProps) => {
  // While it is dragged it follows the finger; the sound follows when it is let go.
  const [dragged, setDragged] = useState<number | null>(null);
  const draggedTo = useRef<number | null>(null);
  const shown = dragged ?? position;
  const drag = (to: number | null) => {
    draggedTo.current = to;
    setDragged(to);
  };
  const beginDrag = () => {
    drag(position);
    const finish = ({ type }: Event) => {
      for (const end of dragEnds) window.removeEventListener(end, finish);
      if (draggedTo.current !== null && type === 'pointerup') seek(draggedTo.current);
      drag(null);
    };
    for (const end of dragEnds) window.addEventListener(end, finish);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = stepsByKey[event.key];
    if (step === undefined || isDisabled) return;
    event.preventDefault();
    seekBy(step);
  };
  return (
    <div>
      <input
        type="range"
        aria-label="Position"
        aria-valuetext={`${spokenTime(shown)} of ${spokenTime(duration)}`}
        min={0}
        max={Math.max(1, Math.floor(duration))}
        step={1}
        value={Math.min(Math.floor(shown), Math.max(1, Math.floor(duration)))}
        disabled={isDisabled}
        onPointerDown={isDisabled ? undefined : beginDrag}
        onChange={({ target }) => {
          if (dragged === null) seek(Number(target.value));
          else drag(Number(target.value));
        }}
        onKeyDown={onKeyDown}
        className="block h-6 w-full accent-primary pointer-coarse:h-11"
      />
      <p aria-hidden="true" className="flex justify-between text-sm text-muted tabular-nums">
        <span>{clockTime(shown)}</span>
        <span>-{clockTime(Math.floor(duration) - Math.floor(shown))}</span>
      </p>
    </div>
  );
};
