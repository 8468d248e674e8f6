import type { CurrentUser } from '@commons/contract/auth/schemas';
import type { Note } from '@commons/contract/gratitude/schemas';
import { useState } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { useArrangement } from './use-arrangement.ts';
import { WallNote } from './wall-note.tsx';

type BoardProps = {
  /** Newest first. Newer notes are on top. */
  notes: readonly Note[];
  colors: readonly number[];
  label: string;
  viewer: CurrentUser;
};

/** Rounds up, so that a new note does not move the others. */
const roundUpToTen = (count: number): number => Math.ceil(count / 10) * 10;

/**
 * A board of notes. `positionX` and `positionY` align a point of the note with the same point of the board, so that notes
 * stay inside the board at any width. Notes that would cover each other move apart. A pressed or focused note is upright
 * and on top. Tall notes scroll.
 */
export function Board({ notes, colors, label, viewer }: BoardProps) {
  const [activeId, setActiveId] = useState<string | null>(null);
  const { listRef, shifts, height } = useArrangement(notes);
  const [initialIds] = useState(() => new Set(notes.map(({ id }) => id)));
  return (
    // Large tilted notes may overlap the page's padding, but not the screen's edge.
    <div className="-mx-4 overflow-x-clip px-4 sm:-mx-6 sm:px-6">
      <div className="relative isolate rounded-card border border-line bg-sunk" style={{ minHeight: height }}>
        <div
          className="relative h-[calc(var(--notes)*5rem)] min-h-112 sm:h-[calc(var(--notes)*3rem)] xl:h-[calc(var(--notes)*2.5rem)]"
          style={{ '--notes': roundUpToTen(notes.length) } as object}
        >
          {/* Positions start at 10%, so the list extends beyond the visible board. It ignores pointer events, to keep the
            controls there usable. */}
          <ul
            ref={listRef}
            aria-label={label}
            className="pointer-events-none absolute inset-x-0 -top-[7%] -bottom-[12%] [--note-width:min(10.5rem,46%)]"
          >
            {notes.map((note, index) => {
              const { id, positionX, positionY, rotation } = note;
              const isActive = id === activeId;
              const shift = shifts.get(id) ?? { x: 0, y: 0 };
              return (
                <WallNote
                  key={id}
                  note={note}
                  colorIndex={colors[index] ?? 0}
                  viewer={viewer}
                  onPointerDown={() => setActiveId(id)}
                  onFocus={() => setActiveId(id)}
                  className={classNames(
                    'pointer-events-auto absolute max-h-104 min-h-32 w-(--note-width) shadow-float transition-[rotate]',
                    !initialIds.has(id) && 'animate-arrive',
                  )}
                  style={{
                    insetInlineStart: `calc((100% - var(--note-width)) * ${positionX / 100})`,
                    insetBlockStart: `${positionY}%`,
                    translate: `${shift.x}px calc(${shift.y}px - ${positionY}%)`,
                    rotate: isActive ? '0deg' : `${rotation}deg`,
                    zIndex: isActive ? notes.length + 1 : notes.length - index,
                  }}
                />
              );
            })}
          </ul>
        </div>
      </div>
    </div>
  );
}
