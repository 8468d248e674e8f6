import type { QueryClient } from '@tanstack/react-query';
import type { LiveFeature } from '../../lib/live.ts';
import { readFresh } from '../../lib/pages.ts';
import { readNote, readNotes } from './gratitude.api.ts';
import { findWall, isNoteLoaded, noteKeys, removeNotes, replaceNote, takeFreshPage } from './gratitude.cache.ts';

/** Many notes that come within a moment are read together. */
const gatherMilliseconds = 500;

/** The next reconnection or visit reads again; a signed-out answer is spoken of by the query client. */
const ignoreFailure = () => undefined;

const refreshNote = async (queryClient: QueryClient, noteId: string): Promise<void> => {
  if (!isNoteLoaded(queryClient, noteId)) return;
  const note = await readNote(noteId);
  if (note === null) removeNotes(queryClient, ({ id }) => id === noteId);
  else replaceNote(queryClient, note);
};

/** Keeps the wall in step. A new note takes no room from others: it is put up as it comes. */
export const live = (queryClient: QueryClient, viewerId: string): LiveFeature => {
  let gathering: ReturnType<typeof setTimeout> | undefined;
  const readNewest = async (): Promise<void> => {
    const wall = findWall(queryClient);
    if (wall) takeFreshPage(queryClient, await readFresh(wall, () => readNotes()), viewerId);
  };
  return {
    frames: {
      'note.created': ({ authorId, noteId }) => {
        // The answer to the viewer's own call puts their note up.
        if (authorId === viewerId && queryClient.isMutating({ mutationKey: noteKeys.creating }) > 0) return;
        if (isNoteLoaded(queryClient, noteId)) return;
        gathering ??= setTimeout(() => {
          gathering = undefined;
          readNewest().catch(ignoreFailure);
        }, gatherMilliseconds);
      },
      'note.updated': ({ noteId }) => void refreshNote(queryClient, noteId).catch(ignoreFailure),
      'note.deleted': ({ noteId }) => removeNotes(queryClient, ({ id }) => id === noteId),
    },
    changes: {
      'hidden.changed': ({ userId, change }) => {
        if (change === 'blocked') removeNotes(queryClient, ({ authorId }) => authorId === userId);
        if (change === 'unblocked') void queryClient.invalidateQueries({ queryKey: noteKeys.wall });
      },
    },
    onOpened: [readNewest],
  };
};
