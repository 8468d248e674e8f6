import type { Post } from '@commons/contract/feed';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Page } from '../../lib/api-client.ts';
import { useNextPage } from '../../lib/next-page.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loading } from '../../ui/status.tsx';
import { postsIn } from './feed-pages.ts';
import { LoadMore } from './load-more.tsx';
import { PostCard } from './post-card.tsx';
import { PostSkeleton } from './post-skeleton.tsx';

const ListError = ({ title, isFetching, onRetry }: { title: string; isFetching: boolean; onRetry: () => void }) => (
  <Card role="alert">
    <EmptyState
      picture="offline"
      title={title}
      text="Nothing is lost. Please check your connection and try again."
      action={
        <Button isPending={isFetching} onClick={onRetry}>
          Try again
        </Button>
      }
    />
  </Card>
);

const postsBeforeAmid = 3;

type PostListProps = {
  list: UseInfiniteQueryResult<InfiniteData<Page<Post>>>;
  /** Said when there is nothing. */
  empty: ReactNode;
  errorTitle: string;
  /** The level of the posts' headings. */
  headingLevel: 'h2' | 'h3';
  /** Stands after the third post, or after all of fewer. */
  amid?: ReactNode;
  onPostDeleted: () => void;
};

/** The posts of a feed or of one member: loading, empty, failed or shown, with more coming as the end is neared. */
export const PostList = ({ list, empty, errorTitle, headingLevel, amid, onPostDeleted }: PostListProps) => {
  const [isLoadPressed, setIsLoadPressed] = useState(false);
  const loadNextPage = useNextPage(list);
  if (!list.data) {
    if (list.isError)
      return (
        <div className="flex flex-col gap-4">
          <ListError title={errorTitle} isFetching={list.isFetching} onRetry={() => void list.refetch()} />
          {amid}
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
  const posts = postsIn(list.data);
  if (posts.length === 0 && !list.hasNextPage) {
    return (
      <div className="flex flex-col gap-4">
        <Card>{empty}</Card>
        {amid}
      </div>
    );
  }
  const cards = posts.map((post) => (
    <PostCard key={post.id} post={post} headingLevel={headingLevel} onDeleted={onPostDeleted} />
  ));
  return (
    <div className="flex flex-col gap-4">
      {cards.slice(0, postsBeforeAmid)}
      {amid}
      {cards.slice(postsBeforeAmid)}
      {list.hasNextPage && (
        <LoadMore
          key={list.data.pages.length}
          isFetching={list.isFetchingNextPage}
          isFailed={list.isFetchNextPageError}
          takesFocus={isLoadPressed}
          onLoad={(isPressed) => {
            setIsLoadPressed(isPressed);
            loadNextPage();
          }}
        />
      )}
    </div>
  );
};
