import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, type ReactNode } from 'react';
import { useViewer } from '../auth/index.ts';
import { startFeedLive } from './feed-live.ts';
import { PostList } from './post-list.tsx';
import { memberPostsQuery } from './posts.api.ts';

/** The posts of one member, under their own heading. */
export const MemberPosts = ({ memberId, empty }: { memberId: string; empty: ReactNode }) => {
  const queryClient = useQueryClient();
  const viewerId = useViewer()?.id;
  const sectionRef = useRef<HTMLElement>(null);
  useEffect(() => {
    if (viewerId !== undefined) startFeedLive(queryClient, viewerId);
  }, [queryClient, viewerId]);
  return (
    <section
      ref={sectionRef}
      id="posts"
      tabIndex={-1}
      aria-labelledby="posts-title"
      className="flex flex-col gap-4 outline-none"
    >
      <h2 id="posts-title" className="text-xl">
        Posts
      </h2>
      <PostList
        list={useInfiniteQuery(memberPostsQuery(memberId))}
        errorTitle="The posts could not be loaded"
        onPostDeleted={() => sectionRef.current?.focus({ preventScroll: true })}
        empty={empty}
      />
    </section>
  );
};
