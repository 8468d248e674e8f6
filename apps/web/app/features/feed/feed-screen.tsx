import { useInfiniteQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { type ReactNode, useCallback, useRef } from 'react';
import { Link } from 'react-router';
import { itemsIn } from '../../lib/pages.ts';
import { paths } from '../../lib/paths.ts';
import { productName } from '../../lib/product.ts';
import { EmptyState, Picture } from '../../ui/empty-state.tsx';
import { moveFocus } from '../../ui/focus.tsx';
import { HourLandscape } from '../../ui/hour-landscape.tsx';
import { useViewer } from '../auth/index.ts';
import { ArrivalsButton } from '../contributions/index.ts';
import { newPosts } from './feed.texts.ts';
import { PostComposer, PostComposerSkeleton } from './post-composer.tsx';
import { PostList, type PostListProps } from './post-list.tsx';
import { feedQuery } from './posts.api.ts';
import { postLists } from './posts.cache.ts';
import { UnansweredCount } from './unanswered-count.tsx';

/** The community feed, with optional content after the first posts. */
const FeedScreen = ({ interstitial }: { interstitial?: ReactNode }) => {
  const viewer = useViewer();
  const listRef = useRef<HTMLElement>(null);
  const feed = useInfiniteQuery(feedQuery);
  const isEmpty = feed.data !== undefined && itemsIn(feed.data).length === 0;

  // Focuses the list after its focused post was deleted. Memoized, because a new function would rerender all cards.
  const focusList = useCallback(() => moveFocus(listRef.current), []);
  const scrollToTop = () => {
    window.scrollTo({ top: 0 });
    focusList();
  };

  return (
    <div className="isolate flex flex-col gap-4">
      <h1 className="sr-only">Community Feed</h1>
      <HourLandscape className="-z-1 -mx-4 -mt-4 -mb-8 h-24 fades-down sm:-mx-6 md:hidden" />
      {viewer ? <PostComposer key={viewer.id} viewer={viewer} /> : <PostComposerSkeleton />}
      {!isEmpty && (
        // The count appears later without shifting the layout.
        <Link
          to={paths.unanswered}
          className="-my-2 flex min-h-11 items-center gap-2 self-start text-sm font-semibold text-muted hover:text-ink"
        >
          <UnansweredCount />
          <ArrowRight size={16} strokeWidth={1.75} aria-hidden="true" className="rtl:-scale-x-100" />
        </Link>
      )}
      <section ref={listRef} tabIndex={-1} aria-label="Posts" className="relative outline-none">
        {viewer && (
          <ArrivalsButton
            lists={postLists}
            filter="feed"
            viewerId={viewer.id}
            countText={newPosts}
            failedText="Failed to load new posts. Please try again."
            onLoaded={scrollToTop}
          />
        )}
        <FeedList list={feed} interstitial={interstitial} onPostDeleted={focusList} />
      </section>
    </div>
  );
};

export default FeedScreen;

type FeedListProps = { list: PostListProps['list']; interstitial: ReactNode; onPostDeleted: () => void };

const FeedList = ({ list, interstitial, onPostDeleted }: FeedListProps) => (
  <PostList
    list={list}
    errorTitle="The feed could not be loaded"
    headingLevel="h2"
    interstitial={interstitial}
    hasDays
    end={<FeedEnd />}
    onPostDeleted={onPostDeleted}
    empty={
      <EmptyState
        title={`Welcome to The ${productName}`}
        text="Be the first to share something with the community. Your voice matters here."
      />
    }
  />
);

/** Shown at the end of the feed. */
const FeedEnd = () => (
  <div className="flex flex-col items-center gap-4 pt-4 pb-8 text-center">
    <Picture name="common" className="w-40" />
    <p className="font-heading text-lg text-balance text-muted">You’re all caught up.</p>
  </div>
);
