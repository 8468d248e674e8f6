import type { QueryClient } from '@tanstack/react-query';
import { ignoreFailure, type LiveFeature } from '../../lib/live.ts';
import { noteLists } from './gratitude.api.ts';

/** Delay, so that several new notes need only one request. */
const batchMilliseconds = 500;

/** Keeps the wall current. New notes wait behind a button until the reader wants to see them. */
export const live = (queryClient: QueryClient, viewerId: string): LiveFeature => {
  const { updated, deleted, changes } = noteLists.live(queryClient, viewerId);
  let refreshTimer: ReturnType<typeof setTimeout> | undefined;
  const readNewest = () => noteLists.loadNewest(queryClient, 'wall', viewerId);
  return {
    frames: {
      'note.created': ({ authorId, noteId }) => {
        // The response to the viewer's own call adds their note.
        if (authorId === viewerId && queryClient.isMutating({ mutationKey: noteLists.keys.creating }) > 0) return;
        if (noteLists.find(queryClient, noteId)) return;
        refreshTimer ??= setTimeout(() => {
          refreshTimer = undefined;
          readNewest().catch(ignoreFailure);
        }, batchMilliseconds);
      },
      'note.updated': ({ noteId }) => updated(noteId),
      'note.deleted': ({ noteId }) => deleted(noteId),
    },
    changes,
    onOpened: [readNewest],
  };
};
