import type { CurrentUser } from '@commons/contract/auth/schemas';
import type { Note } from '@commons/contract/gratitude/schemas';
import { useState } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { noteSizeOf } from './note-size.ts';
import { WallNote } from './wall-note.tsx';

type BoardProps = {
  /** Newest first. */
  notes: readonly Note[];
  colorOf: (note: Note) => number;
  label: string;
  viewer: CurrentUser;
};

/**
 * A board of notes in rows, newest first. Each note has its own part of a row, so that none covers the text of another.
 * `positionX` and `positionY` place it within that part, which is wider in rows with few notes. A pressed or focused note
 * is upright and on top.
 */
export function Board({ notes, colorOf, label, viewer }: BoardProps) {
  const [activeId, setActiveId] = useState<string | null>(null);
  const [initialIds] = useState(() => new Set(notes.map(({ id }) => id)));
  return (
    <ul
      aria-label={label}
      className="isolate flex flex-wrap items-start gap-x-2 gap-y-4 overflow-x-clip rounded-card border border-line bg-sunk bg-[radial-gradient(var(--line)_1px,transparent_1.5px)] bg-size-[1.5rem_1.5rem] px-3 pt-6 pb-8 sm:gap-x-3 sm:px-6 forced-colors:bg-none"
    >
      {notes.map((note) => {
        const { id, positionX, positionY, rotation } = note;
        const isActive = id === activeId;
        return (
          <li
            key={id}
            className={classNames(
              'relative',
              noteSizeOf(note.content).cell,
              isActive && 'z-1',
              !initialIds.has(id) && 'animate-arrive',
            )}
          >
            <WallNote
              note={note}
              colorIndex={colorOf(note)}
              viewer={viewer}
              isTaped
              onPointerDown={() => setActiveId(id)}
              onFocus={() => setActiveId(id)}
              className="max-h-104 min-h-44 w-(--note-width) transition-[rotate]"
              style={{
                // Half of the stored distance from the middle keeps the rows centered.
                marginInlineStart: `calc((100% - var(--note-width)) * ${0.25 + positionX / 200})`,
                marginBlockStart: `${(positionY / 100) * 1.5}rem`,
                // Half of the stored angle keeps the text easy to read.
                rotate: isActive ? '0deg' : `${rotation / 2}deg`,
              }}
            />
          </li>
        );
      })}
    </ul>
  );
}
