import { useInfiniteQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { moveFocus, useFocusWhenReady } from '../../ui/focus.tsx';
import { PostList, type PostListProps } from './post-list.tsx';
import { memberPostsQuery } from './posts.api.ts';

/** A member's posts with a heading. */
export const MemberPosts = ({
  memberId,
  empty,
  interstitial,
}: { memberId: string } & Pick<PostListProps, 'empty' | 'interstitial'>) => {
  const sectionRef = useFocusWhenReady<HTMLElement>(useLocation().hash === '#posts');
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
        headingLevel="h3"
        onPostDeleted={() => moveFocus(sectionRef.current)}
        empty={empty}
        interstitial={interstitial}
      />
    </section>
  );
};
