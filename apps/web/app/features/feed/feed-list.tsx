import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { productName } from '../../lib/product.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PostList } from './post-list.tsx';
import { feedQuery } from './posts.api.ts';

export const FeedList = ({ amid, onPostDeleted }: { amid: ReactNode; onPostDeleted: () => void }) => (
  <PostList
    list={useInfiniteQuery(feedQuery)}
    errorTitle="The feed could not be loaded"
    headingLevel="h2"
    amid={amid}
    onPostDeleted={onPostDeleted}
    empty={
      <EmptyState
        title={`Welcome to The ${productName}`}
        text="Be the first to share something with the community. Your voice matters here."
      />
    }
  />
);
