import { useInfiniteQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useRef } from 'react';
import { Link } from 'react-router';
import { pageLoader } from '../../lib/page-data.ts';
import { paths } from '../../lib/paths.ts';
import { screenLoader, type Prefetch } from '../../lib/query-client.ts';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { moveFocus } from '../../ui/focus.tsx';
import { ScreenHeader } from '../../ui/screen-header.tsx';
import { PostList } from './post-list.tsx';
import { postLists } from './posts.cache.ts';

/** Posts without a comment. A post that gets one stays in the list until the next visit. */
const unansweredQuery = {
  ...postLists.query('unanswered'),
  // A live frame about a post marks the list as fresh, but does not say which posts have comments now.
  staleTime: 0,
};

const prefetch: Prefetch = (queryClient) => void queryClient.prefetchInfiniteQuery(unansweredQuery);
export const loader = pageLoader(prefetch);
export const clientLoader = screenLoader(prefetch);

/** Posts of other members without a comment after two hours. Nothing here is counted or rewarded. */
export default function UnansweredScreen() {
  const listRef = useRef<HTMLElement>(null);
  return (
    <div className="flex flex-col gap-4">
      <Link
        to={paths.home}
        className="inline-flex min-h-9 items-center gap-2 self-start text-sm font-semibold text-muted hover:text-ink pointer-coarse:min-h-11"
      >
        <ArrowLeft size={20} strokeWidth={1.75} aria-hidden="true" />
        Community Feed
      </Link>
      <ScreenHeader
        title="Posts awaiting a first reply"
        lead="No one has replied to these posts yet. A few words are enough: that you read it, or that you know the feeling."
      />
      <section ref={listRef} tabIndex={-1} aria-label="Posts without a reply" className="outline-none">
        <PostList
          list={useInfiniteQuery(unansweredQuery)}
          errorTitle="The posts could not be loaded"
          headingLevel="h2"
          onPostDeleted={() => moveFocus(listRef.current)}
          empty={
            <EmptyState
              title="Everyone has a reply"
              text="No posts are waiting for a first reply. Thank you for looking after one another."
              action={
                <Link to={paths.home} className={buttonClass()}>
                  Go to the feed
                </Link>
              }
            />
          }
        />
      </section>
    </div>
  );
}
