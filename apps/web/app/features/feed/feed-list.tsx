import { useInfiniteQuery } from '@tanstack/react-query';
import { productName } from '../../lib/product.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PostList } from './post-list.tsx';
import { feedQuery } from './posts.api.ts';

export const FeedList = ({ onPostDeleted }: { onPostDeleted: () => void }) => (
  <PostList
    list={useInfiniteQuery(feedQuery)}
    errorTitle="The feed could not be loaded"
    onPostDeleted={onPostDeleted}
    empty={
      <EmptyState
        title={`Welcome to The ${productName}`}
        text="Be the first to share something with the community. Your voice matters here."
      />
    }
  />
);
