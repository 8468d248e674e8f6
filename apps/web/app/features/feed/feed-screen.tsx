import { useRef, type ReactNode } from 'react';
import { queryClient } from '../../lib/query-client.ts';
import { useViewer } from '../auth/index.ts';
import { FeedList } from './feed-list.tsx';
import { NewPostsPill } from './new-posts-pill.tsx';
import { PostComposer, PostComposerSkeleton } from './post-composer.tsx';
import { feedQuery } from './posts.api.ts';

/** Asks for the feed while the viewer and the rest of the screen are still on their way. */
export const prefetchFeed = (): void => {
  void queryClient.prefetchInfiniteQuery(feedQuery);
};

/** `amid` stands among the first posts. */
const FeedScreen = ({ amid }: { amid?: ReactNode }) => {
  const viewer = useViewer();
  const listRef = useRef<HTMLElement>(null);

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
        <FeedList amid={amid} onPostDeleted={focusList} />
      </section>
    </div>
  );
};

export default FeedScreen;
