import type { QueryClient } from '@tanstack/react-query';
import type { LiveFeature } from '../../lib/live.ts';
import { readFresh } from '../../lib/pages.ts';
import { readNote, readNotes } from './gratitude.api.ts';
import { findWall, isNoteLoaded, noteKeys, removeNotes, replaceNote, mergeFreshPage } from './gratitude.cache.ts';

/** Delay, so that several new notes need only one request. */
const batchMilliseconds = 500;

/** The next reconnection or visit refetches, and the query client handles a 401. */
const ignoreFailure = () => undefined;

const refreshNote = async (queryClient: QueryClient, noteId: string): Promise<void> => {
  if (!isNoteLoaded(queryClient, noteId)) return;
  const note = await readNote(noteId);
  if (note === null) removeNotes(queryClient, ({ id }) => id === noteId);
  else replaceNote(queryClient, note);
};

/** Keeps the wall current. New notes appear immediately, because they do not move the others. */
export const live = (queryClient: QueryClient, viewerId: string): LiveFeature => {
  let refreshTimer: ReturnType<typeof setTimeout> | undefined;
  const readNewest = async (): Promise<void> => {
    const wall = findWall(queryClient);
    if (wall) mergeFreshPage(queryClient, await readFresh(wall, () => readNotes()), viewerId);
  };
  return {
    frames: {
      'note.created': ({ authorId, noteId }) => {
        // The response to the viewer's own call adds their note.
        if (authorId === viewerId && queryClient.isMutating({ mutationKey: noteKeys.creating }) > 0) return;
        if (isNoteLoaded(queryClient, noteId)) return;
        refreshTimer ??= setTimeout(() => {
          refreshTimer = undefined;
          readNewest().catch(ignoreFailure);
        }, batchMilliseconds);
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
