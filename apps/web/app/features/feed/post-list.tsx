import type { Post } from '@commons/contract/feed/schemas';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
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
import { LazyComments } from '../contributions/index.ts';
import { PostCard } from './post-card.tsx';

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
  /** Rendered after the last post. */
  end?: ReactNode;
  onPostDeleted: () => void;
};

/** The posts of a feed or of one member, with loading, empty and failure states. More load near the end. */
export const PostList = (props: PostListProps) => {
  const { list, empty, errorTitle, headingLevel, interstitial, hasDays = false, end, onPostDeleted } = props;
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
    dayBefore: hasDays ? null : undefined,
    headingLevel,
    onPostDeleted,
    hasAllDays: !isHydrated,
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
          dayBefore={hasDays ? lastDayOf(groups.slice(0, index + 1)) : undefined}
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
  /** Day of the post before this group. Null for the first group, undefined without date lines. */
  dayBefore: number | null | undefined;
  /** Whether to render the date line of each post, hidden where the day does not change. */
  hasAllDays?: boolean;
};

const lastDayOf = (groups: readonly Post[][]): number | null => {
  const last = groups.findLast((posts) => posts.length > 0)?.at(-1);
  return last ? dayOf(last.createdAt) : null;
};

/** Whether each post is the first of its day. */
const findFirstOfDays = ({ posts, dayBefore }: Pick<CardsProps, 'posts' | 'dayBefore'>): boolean[] => {
  if (dayBefore === undefined) return posts.map(() => false);
  const days = posts.map(({ createdAt }) => dayOf(createdAt));
  return days.map((day, index) => day !== (index === 0 ? dayBefore : days[index - 1]));
};

const cardsOf = ({ posts, dayBefore, headingLevel, onPostDeleted, hasAllDays }: CardsProps) => {
  const isFirstOfDay = findFirstOfDays({ posts, dayBefore });
  return posts.map((post, index) => (
    <Fragment key={post.id}>
      {(isFirstOfDay[index] || (hasAllDays && dayBefore !== undefined)) && (
        <Day at={post.createdAt} isHidden={!isFirstOfDay[index]} />
      )}
      <PostCard post={post} headingLevel={headingLevel} onDeleted={onPostDeleted} />
    </Fragment>
  ));
};

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
  before.dayBefore === after.dayBefore &&
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
