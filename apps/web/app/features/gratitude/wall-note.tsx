import type { CurrentUser } from '@commons/contract/auth/schemas';
import type { Note } from '@commons/contract/gratitude/schemas';
import type { ComponentProps } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { OptionsButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { lazyMenu } from '../../ui/lazy-opening.tsx';
import { MemberName } from '../../ui/member-link.tsx';
import { dateTimeTitle, RelativeTime } from '../../ui/relative-time.tsx';
import { contributionName } from '../contributions/index.ts';
import { MutedFold, useIsMuted } from '../muted-words/index.ts';

const NoteMenu = lazyMenu(async () => ({ default: (await import('./note-actions.tsx')).NoteMenu }));

const backgroundClasses = ['bg-note-1', 'bg-note-2', 'bg-note-3', 'bg-note-4', 'bg-note-5', 'bg-note-6'];

export type WallNoteProps = {
  note: Note;
  /** Index of one of the six colors. */
  colorIndex: number;
  viewer: CurrentUser;
};

/** Makes a text focusable for keyboard users if it scrolls. Other texts are not a tab stop. */
const makeScrollable = (text: HTMLElement | null): void => {
  if (text && text.scrollHeight > text.clientHeight) text.tabIndex = 0;
};

/** A paper note on the wall or in the list. It is light in both color schemes. */
export function WallNote(props: WallNoteProps & ComponentProps<'li'>) {
  const { note, colorIndex, viewer, className, ...rest } = props;
  const isMuted = useIsMuted(note.authorId, [note.content]);
  return (
    <li
      data-note-id={note.id}
      className={classNames(
        'flex flex-col gap-2 rounded-small border border-note-ink/15 p-3 text-note-ink [&_:focus-visible]:outline-note-ink',
        backgroundClasses[colorIndex],
        className,
      )}
      {...rest}
    >
      {note.isAwaitingReview && (
        <div>
          <Badge tone="warn">Awaiting review</Badge>
        </div>
      )}
      <MutedFold isMuted={isMuted} className="-mx-3 bg-transparent!">
        <p
          ref={makeScrollable}
          dir="auto"
          className="min-h-0 overflow-y-auto text-sm whitespace-pre-wrap wrap-anywhere"
        >
          {note.content}
        </p>
      </MutedFold>
      {/* With large text the menu wraps below the name, so that words are not broken. */}
      <div className="mt-auto flex flex-wrap items-end justify-end gap-1 text-xs">
        <p className="min-w-min flex-1">
          <MemberName member={note.author} />
          <span className="block wrap-normal">
            <RelativeTime at={note.createdAt} />
            {note.editedAt !== null && <span {...dateTimeTitle(note.editedAt)}> · edited</span>}
          </span>
        </p>
        <NoteMenu
          trigger={
            <OptionsButton
              noun="Note"
              name={contributionName('note', note, isMuted)}
              size="small"
              className="-me-1.5 -mb-1 text-note-ink! hover:bg-note-ink/10! pointer-coarse:size-11"
            />
          }
          item={note}
          viewer={viewer}
        />
      </div>
    </li>
  );
}
