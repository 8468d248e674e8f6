import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { loadLaterPart } from '../../lib/after-first-screen.ts';
import { useViewer } from '../auth/index.ts';

/** Keeps everything loaded of the feed in step with the community, from the first screen with posts on. */
export const useFeedLive = (): void => {
  const queryClient = useQueryClient();
  const viewerId = useViewer()?.id;
  useEffect(() => {
    if (viewerId === undefined) return;
    loadLaterPart(() => import('./feed-live.ts'))
      .then(({ startFeedLive }) => startFeedLive(queryClient, viewerId))
      .catch((error: unknown) => reportError(error));
  }, [queryClient, viewerId]);
};
