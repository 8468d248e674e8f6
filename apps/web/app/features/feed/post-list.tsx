import type { Post } from '@commons/contract/feed/schemas';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { ArrowUp } from 'lucide-react';
import { Fragment, memo, type ReactNode, useEffect, useState } from 'react';
import { useIsHydrated } from '../../lib/hydration.ts';
import { afterFirstScreen } from '../../lib/lazy.ts';
import { dayLabel, dayOf } from '../../lib/locale.ts';
import { groupsOf, itemsIn, type Pages } from '../../lib/pages.ts';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { LoadMore } from '../../ui/infinite-list.tsx';
import { LoadFailure } from '../../ui/loaded.tsx';
import { Loading, Skeleton } from '../../ui/loading.tsx';
import { useTimeText } from '../../ui/relative-time.tsx';
import { useViewerId } from '../auth/index.ts';
import { LazyComments } from '../contributions/index.ts';
import { PostCard } from './post-card.tsx';
import { isSeenBoundary } from './seen-posts.ts';

const postsBeforeInterstitial = 3;

/** As many posts as a tall window shows. The server renders these, and the browser the rest. */
const firstPosts = 5;

/** Later pages are not laid out while they are out of view (`content-visibility`). The browser remembers their sizes. */
const skippedClass = '[&>[data-later-posts]]:[content-visibility:auto]';

/** False until the browser has laid out the first cards, so that a list that is shown again has its earlier height. */
const useIsLaidOut = (hasCards: boolean): boolean => {
  const [isLaidOut, setIsLaidOut] = useState(false);
  useEffect(() => {
    if (!hasCards) return undefined;
    // The browser records sizes at the end of a frame.
    let frame = requestAnimationFrame(() => (frame = requestAnimationFrame(() => setIsLaidOut(true))));
    return () => cancelAnimationFrame(frame);
  }, [hasCards]);
  return isLaidOut;
};

export type PostListProps = {
  list: UseInfiniteQueryResult<Pick<Pages<Post>, 'pages'>>;
  /** Shown if there are no posts. */
  empty: ReactNode;
  errorTitle: string;
  /** Heading level of the posts. */
  headingLevel: 'h2' | 'h3';
  /** Rendered after the third post, or after the last one if there are fewer. */
  interstitial?: ReactNode;
  /** Whether to show a date line above the posts of each day. */
  hasDays?: boolean;
  /** A line separates newer posts from those of the last visit, up to this time. Null if there is nothing new. */
  seenUntil?: string | null;
  /** Rendered after the last post. */
  end?: ReactNode;
  onPostDeleted: () => void;
};

/** The posts of a feed or of one member, with loading, empty and failure states. More load near the end. */
export const PostList = (props: PostListProps) => {
  const {
    list,
    empty,
    errorTitle,
    headingLevel,
    interstitial,
    hasDays = false,
    seenUntil = null,
    end,
    onPostDeleted,
  } = props;
  const viewerId = useViewerId();
  const isHydrated = useIsHydrated();
  const isLaidOut = useIsLaidOut(isHydrated && list.data !== undefined);
  const [groupOf] = useState(() => new Map<string, number>());
  useEffect(() => {
    // Preloaded after the first screen. If this code loaded on the press, the comments would open late, especially on a
    // phone.
    void afterFirstScreen().then(LazyComments.preload);
  }, []);
  if (!list.data) {
    if (list.isError)
      return (
        <div className="flex flex-col gap-4">
          <LoadFailure
            variant="card"
            title={errorTitle}
            isRetrying={list.isFetching}
            onRetry={() => void list.refetch()}
          />
          {interstitial}
        </div>
      );
    return (
      <Loading label="Loading posts" className="flex flex-col gap-4">
        <PostSkeleton />
        <PostSkeleton />
        <PostSkeleton />
      </Loading>
    );
  }
  const groups = groupsOf(list.data.pages, groupOf);
  const [firstGroup = [], ...later] = groups;
  const first = isHydrated ? firstGroup : firstGroup.slice(0, firstPosts);
  const isComplete = first.length === firstGroup.length && !list.hasNextPage;
  if (itemsIn(list.data).length === 0 && !list.hasNextPage) {
    return (
      <div className="flex flex-col gap-4">
        <Card>{empty}</Card>
        {interstitial}
      </div>
    );
  }
  const cards = cardsOf({
    posts: first,
    newerAt: hasDays ? null : undefined,
    seenUntil,
    headingLevel,
    onPostDeleted,
    ...(!isHydrated && { hasAllLines: true, viewerId }),
  });
  return (
    <div className={classNames('flex flex-col gap-4', isLaidOut && skippedClass)}>
      {!interstitial
        ? cards
        : cards.toSpliced(postsBeforeInterstitial, 0, <Fragment key="interstitial">{interstitial}</Fragment>)}
      {later.map((posts, index) => (
        <LaterPosts
          key={index}
          posts={posts}
          newerAt={hasDays ? lastTimeOf(groups.slice(0, index + 1)) : undefined}
          seenUntil={seenUntil}
          headingLevel={headingLevel}
          onPostDeleted={onPostDeleted}
        />
      ))}
      <LoadMore
        list={list}
        label="Load more"
        busyLabel="Loading..."
        failedText="More posts could not be loaded."
        autoLoadPixels={1200}
        className="py-2"
      />
      {isComplete && end}
    </div>
  );
};

type CardsProps = Pick<PostListProps, 'headingLevel' | 'onPostDeleted'> & {
  posts: Post[];
  /** Time of the post before this group. Null for the first group, undefined without lines. */
  newerAt: string | null | undefined;
  seenUntil: string | null;
  /** Whether to render the possible lines above each post, hidden where they do not apply. */
  hasAllLines?: boolean;
  /** The reader of a list with all lines. Their own posts alone are nothing new. */
  viewerId?: string | undefined;
};

const lastTimeOf = (groups: readonly Post[][]): string | null =>
  groups.findLast((posts) => posts.length > 0)?.at(-1)?.createdAt ?? null;

const cardsOf = (props: CardsProps) => {
  const { posts, newerAt, seenUntil, headingLevel, onPostDeleted, hasAllLines = false, viewerId } = props;
  const firstByOthers = posts.findIndex(({ authorId }) => authorId !== viewerId);
  return posts.map((post, index) => {
    const before = index === 0 ? newerAt : (posts[index - 1]?.createdAt ?? null);
    const isFirstOfDay = before === null || (before !== undefined && dayOf(before) !== dayOf(post.createdAt));
    const isFirstSeen = isSeenBoundary(seenUntil, before ?? null, post.createdAt);
    return (
      <Fragment key={post.id}>
        {before != null && (isFirstSeen || (hasAllLines && firstByOthers !== -1 && firstByOthers < index)) && (
          <SeenLine at={post.createdAt} newerAt={before} isHidden={!isFirstSeen} />
        )}
        {(isFirstOfDay || (hasAllLines && before !== undefined)) && (
          <Day at={post.createdAt} isHidden={!isFirstOfDay} />
        )}
        <PostCard post={post} headingLevel={headingLevel} onDeleted={onPostDeleted} />
      </Fragment>
    );
  });
};

type SeenLineProps = { at: string; newerAt: string; isHidden: boolean };

/**
 * Line below the posts that are new since the last visit. Only the device knows the last visit: as with dates, the
 * server renders a hidden line above each post.
 */
const SeenLine = ({ at, newerAt, isHidden }: SeenLineProps) => (
  <p
    className="flex items-center gap-2 text-xs font-semibold text-primary"
    data-seen-line={at}
    data-newer={newerAt}
    hidden={import.meta.env.SSR || isHidden}
    suppressHydrationWarning
  >
    <span aria-hidden="true" className="h-px flex-1 bg-primary" />
    <ArrowUp size={16} strokeWidth={1.75} aria-hidden="true" />
    New since your last visit
    <span aria-hidden="true" className="h-px flex-1 bg-primary" />
  </p>
);

/**
 * Date line above the posts of one day in the reader's time zone. At midnight "Today" becomes "Yesterday". The server
 * does not know the time zone: it renders a hidden line above each post, and `app/before-paint.ts` shows the right ones.
 */
const Day = ({ at, isHidden }: { at: string; isHidden: boolean }) => {
  const label = useTimeText((now) => dayLabel(at, now));
  return (
    <p
      className="mt-2 flex items-center gap-3 font-heading text-sm text-muted"
      data-day={at}
      hidden={import.meta.env.SSR || isHidden}
      suppressHydrationWarning
    >
      {label}
      <span aria-hidden="true" className="h-px flex-1 bg-line" />
    </p>
  );
};

const areSameCards = (before: CardsProps, after: CardsProps): boolean =>
  before.newerAt === after.newerAt &&
  before.seenUntil === after.seenUntil &&
  before.headingLevel === after.headingLevel &&
  before.onPostDeleted === after.onPostDeleted &&
  before.posts.length === after.posts.length &&
  before.posts.every((post, index) => post === after.posts[index]);

/**
 * The posts of a later page. The browser skips the whole group outside the viewport, so hundreds of posts cost as
 * little as a few dozen.
 */
const LaterPosts = memo((props: CardsProps) => {
  if (props.posts.length === 0) return null;
  return (
    // Inside the viewport all cards of the group are laid out together. If each was laid out a frame later, the content
    // below would shift. Each card is contained, so that typing in one repaints only that one.
    <div
      data-later-posts=""
      className="flex flex-col gap-4 [contain-intrinsic-size:auto_300rem] [&>article]:[contain:content]"
    >
      {cardsOf(props)}
    </div>
  );
}, areSameCards);
LaterPosts.displayName = 'LaterPosts';

export const PostSkeleton = () => (
  <Card aria-hidden="true">
    <div className="flex gap-3">
      <Skeleton isRound className="size-11 shrink-0" />
      <div className="flex-1">
        <Skeleton className="mt-1 h-4 w-2/5" />
        <Skeleton className="mt-2 h-3.5 w-1/4" />
      </div>
    </div>
    <Skeleton className="mt-4 h-4" />
    <Skeleton className="mt-2 h-4 w-11/12" />
    <Skeleton className="mt-2 h-4 w-3/5" />
    <div className="mt-4 border-t border-line pt-3">
      <Skeleton className="h-5 w-2/5" />
    </div>
  </Card>
);
