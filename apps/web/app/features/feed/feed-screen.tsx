import type { Post } from '@commons/contract/feed/schemas';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ArrowRight, MessageCircle } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { itemsIn } from '../../lib/pages.ts';
import { paths } from '../../lib/paths.ts';
import { productName } from '../../lib/product.ts';
import { Button } from '../../ui/button.tsx';
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
import { findSeenUntil, storeNewestSeen } from './seen-posts.ts';
import { UnansweredCount } from './unanswered-count.tsx';

/** Returns the end of the last visit if it has newer posts of others. Decided once, so that no line moves while reading. */
const useSeenUntil = (posts: readonly Post[] | undefined, viewerId: string | undefined): string | null => {
  const [seenUntil, setSeenUntil] = useState<string | null>();
  const newest = posts?.[0]?.createdAt;
  if (!import.meta.env.SSR && seenUntil === undefined && posts && viewerId !== undefined) {
    const until = findSeenUntil(viewerId);
    const hasNews = posts.some(({ createdAt, authorId }) => createdAt > (until ?? '') && authorId !== viewerId);
    setSeenUntil(hasNews ? until : null);
  }
  useEffect(() => {
    if (newest !== undefined && viewerId !== undefined) storeNewestSeen(viewerId, newest);
  }, [newest, viewerId]);
  return seenUntil ?? null;
};

/** The community feed, with optional content after the first posts. */
const FeedScreen = ({ interstitial }: { interstitial?: ReactNode }) => {
  const viewer = useViewer();
  const listRef = useRef<HTMLElement>(null);
  const feed = useInfiniteQuery(feedQuery);
  const posts = feed.data && itemsIn(feed.data);
  const isEmpty = posts?.length === 0;
  const seenUntil = useSeenUntil(posts, viewer?.id);
  const composerRef = useRef<HTMLDivElement>(null);

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
      <div ref={composerRef}>
        {viewer ? <PostComposer key={viewer.id} viewer={viewer} /> : <PostComposerSkeleton />}
      </div>
      {!isEmpty && (
        // The count appears later without shifting the layout.
        <Link
          to={paths.unanswered}
          className="-my-2 flex min-h-11 items-center gap-3 rounded-control px-4 text-sm text-muted transition-colors hover:bg-primary-soft hover:text-ink md:px-6"
        >
          <MessageCircle size={20} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
          <span className="flex-1">
            <UnansweredCount />
          </span>
          <ArrowRight size={20} strokeWidth={1.75} aria-hidden="true" className="rtl:-scale-x-100" />
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
        <FeedList
          list={feed}
          seenUntil={seenUntil}
          interstitial={interstitial}
          onPostDeleted={focusList}
          onWrite={() => composerRef.current?.querySelector('textarea')?.focus()}
        />
      </section>
    </div>
  );
};

export default FeedScreen;

type FeedListProps = Pick<PostListProps, 'list' | 'onPostDeleted'> & {
  seenUntil: string | null;
  interstitial: ReactNode;
  onWrite: () => void;
};

const FeedList = ({ list, seenUntil, interstitial, onPostDeleted, onWrite }: FeedListProps) => (
  <PostList
    list={list}
    errorTitle="The feed could not be loaded"
    headingLevel="h2"
    interstitial={interstitial}
    hasDays
    seenUntil={seenUntil}
    end={<FeedEnd />}
    onPostDeleted={onPostDeleted}
    empty={
      <EmptyState
        title={`Welcome to The ${productName}`}
        text="Be the first to share something with the community. Your voice matters here."
        action={<Button onClick={onWrite}>Write a post</Button>}
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
