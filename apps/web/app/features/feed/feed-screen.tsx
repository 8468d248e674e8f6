import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { queryClient as pageClient } from '../../lib/query-client.ts';
import { useViewer } from '../auth/index.ts';
import { FeedList } from './feed-list.tsx';
import { startFeedLive } from './feed-live.ts';
import { NewPostsPill } from './new-posts-pill.tsx';
import { PostComposer, PostComposerSkeleton } from './post-composer.tsx';
import { feedQuery } from './posts.api.ts';

/** Asks for the feed while the viewer and the rest of the screen are still on their way. */
export const prefetchFeed = (): void => {
  void pageClient.prefetchInfiniteQuery(feedQuery);
};

const FeedScreen = () => {
  const queryClient = useQueryClient();
  const viewer = useViewer();
  const viewerId = viewer?.id;
  const listRef = useRef<HTMLElement>(null);

  useEffect(() => {
    if (viewerId !== undefined) startFeedLive(queryClient, viewerId);
  }, [queryClient, viewerId]);

  // What had the focus is gone: the list is the nearest place that stays.
  const focusList = () => listRef.current?.focus({ preventScroll: true });
  const goToTop = () => {
    window.scrollTo({ top: 0 });
    focusList();
  };

  return (
    <div className="flex flex-col gap-4">
      <h1 className="sr-only">Community Feed</h1>
      {viewer ? <PostComposer key={viewer.id} viewer={viewer} /> : <PostComposerSkeleton />}
      <section ref={listRef} tabIndex={-1} aria-label="Posts" className="relative outline-none">
        {viewer && <NewPostsPill viewer={viewer} onLoaded={goToTop} />}
        <FeedList onPostDeleted={focusList} />
      </section>
    </div>
  );
};

export default FeedScreen;
