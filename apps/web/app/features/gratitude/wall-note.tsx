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
import { noteSizeOf } from './note-size.ts';

const NoteMenu = lazyMenu(async () => ({ default: (await import('./note-actions.tsx')).NoteMenu }));

const backgroundClasses = ['bg-note-1', 'bg-note-2', 'bg-note-3', 'bg-note-4', 'bg-note-5', 'bg-note-6'];

export type WallNoteProps = {
  note: Note;
  /** Index of one of the six colors. */
  colorIndex: number;
  viewer: CurrentUser;
  /** Shows a strip of tape at its top. */
  isTaped?: boolean;
};

/** Makes a text focusable for keyboard users if it scrolls. Other texts are not a tab stop. */
const makeScrollable = (text: HTMLElement | null): void => {
  if (text && text.scrollHeight > text.clientHeight) text.tabIndex = 0;
};

/** A paper note on the wall or in the list. It is light in both color schemes. */
export function WallNote(props: WallNoteProps & ComponentProps<'div'>) {
  const { note, colorIndex, viewer, isTaped = false, className, ...rest } = props;
  const isMuted = useIsMuted(note.authorId, [note.content]);
  return (
    <div
      data-note-id={note.id}
      className={classNames(
        'relative flex flex-col gap-3 rounded-ee-control bg-linear-160 from-[rgb(255_255_255/0.3)] to-[rgb(70_50_10/0.06)] p-4 pb-3 text-note-ink shadow-[0_1px_2px_rgb(40_30_10/0.16),0_10px_16px_-8px_rgb(40_30_10/0.28)] dark:shadow-[0_1px_2px_rgb(0_0_0/0.5),0_10px_16px_-8px_rgb(0_0_0/0.7)] forced-colors:border [&_:focus-visible]:outline-note-ink',
        isTaped &&
          'before:absolute before:inset-x-0 before:-top-2.5 before:mx-auto before:h-5 before:w-14 before:-rotate-2 before:bg-[rgb(255_252_240/0.62)] before:shadow-[0_1px_1px_rgb(40_30_10/0.12)] forced-colors:before:hidden',
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
      <MutedFold isMuted={isMuted} className="-mx-4 bg-transparent!">
        <p
          ref={makeScrollable}
          dir="auto"
          className={classNames(
            'min-h-0 overflow-y-auto whitespace-pre-wrap wrap-anywhere',
            noteSizeOf(note.content).text,
          )}
        >
          {note.content}
        </p>
      </MutedFold>
      <div className="mt-auto text-xs">
        <MemberName member={note.author} />
        {/* With large text the menu wraps below the time, so that words are not broken. */}
        <div className="-mb-1 flex flex-wrap items-center justify-end gap-1">
          <p className="min-w-min flex-1 wrap-normal">
            <RelativeTime at={note.createdAt} />
            {note.editedAt !== null && <span {...dateTimeTitle(note.editedAt)}> · edited</span>}
          </p>
          <NoteMenu
            trigger={
              <OptionsButton
                noun="Note"
                name={contributionName('note', note, isMuted)}
                size="small"
                className="-my-1.5 -me-2 text-note-ink! hover:bg-note-ink/10! pointer-coarse:size-11"
              />
            }
            item={note}
            viewer={viewer}
          />
        </div>
      </div>
    </div>
  );
}
