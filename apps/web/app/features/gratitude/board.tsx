import type { CurrentUser } from '@commons/contract/auth';
import type { Note } from '@commons/contract/gratitude';
import { useState } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { WallNote } from './wall-note.tsx';

type BoardProps = {
  /** Newest first: the newest hang on top. */
  notes: readonly Note[];
  colours: readonly number[];
  label: string;
  viewer: CurrentUser;
};

/** By tens, so that a note that arrives does not move all others. */
const roomFor = (count: number): number => Math.ceil(count / 10) * 10;

/**
 * A board of notes at their places. One that is pressed, or holds the keyboard's place, hangs straight and on top. Its
 * place says which part of a note lies at which part of the board: so none sticks out at any width. The words of a note
 * that would be taller than a board (they may be two hundred lines) are scrolled within it.
 */
export function Board({ notes, colours, label, viewer }: BoardProps) {
  const [liftedId, setLiftedId] = useState<string | null>(null);
  const [firstIds] = useState(() => new Set(notes.map(({ id }) => id)));
  return (
    // With large text a note is tall, and its turned corners reach far: up to the edge of the screen, and not beyond.
    <div className="-mx-4 overflow-x-clip px-4 sm:-mx-6 sm:px-6">
      <div
        className="relative isolate h-[calc(var(--notes)*5rem)] min-h-112 rounded-card border border-line bg-sunk sm:h-[calc(var(--notes)*3rem)] xl:h-[calc(var(--notes)*2.5rem)]"
        style={{ '--notes': roomFor(notes.length) } as object}
      >
        {/* Nothing hangs in the first and the last of its percents: it reaches beyond the board that is seen, over what can be pressed
          there. */}
        <ul
          aria-label={label}
          className="pointer-events-none absolute inset-x-0 -top-[7%] -bottom-[12%] [--note-width:min(10.5rem,46%)]"
        >
          {notes.map((note, index) => {
            const { id, positionX, positionY, rotation } = note;
            const isLifted = id === liftedId;
            return (
              <WallNote
                key={id}
                note={note}
                colour={colours[index] ?? 0}
                viewer={viewer}
                onPointerDown={() => setLiftedId(id)}
                onFocus={() => setLiftedId(id)}
                className={classNames(
                  'pointer-events-auto absolute max-h-104 min-h-32 w-(--note-width) shadow-float transition-[rotate]',
                  !firstIds.has(id) && 'animate-arrive',
                )}
                style={{
                  insetInlineStart: `calc((100% - var(--note-width)) * ${positionX / 100})`,
                  insetBlockStart: `${positionY}%`,
                  translate: `0 -${positionY}%`,
                  rotate: isLifted ? '0deg' : `${rotation}deg`,
                  zIndex: isLifted ? notes.length + 1 : notes.length - index,
                }}
              />
            );
          })}
        </ul>
      </div>
    </div>
  );
}
