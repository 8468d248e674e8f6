import type { QueryClient } from '@tanstack/react-query';
import type { LiveFeature } from '../../lib/live.ts';
import { applyCounts } from '../contributions/index.ts';
import { winLists } from './wins.api.ts';

/** Keeps cached win lists current. New items of other members appear when the viewer presses the button above the list. */
export const live = (queryClient: QueryClient, viewerId: string): LiveFeature => {
  const { created, updated, deleted, ...otherHandlers } = winLists.live(queryClient, viewerId);
  return {
    frames: {
      'win.created': ({ winId: id, authorId, category }) => created({ id, authorId, category }),
      'win.updated': ({ winId }) => updated(winId),
      'win.deleted': ({ winId }) => deleted(winId),
      'cheer.changed': ({ winId, ...cheers }) => applyCounts(winLists, queryClient, winId, cheers),
    },
    ...otherHandlers,
  };
};
