import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { Link, useNavigate, useParams } from 'react-router';
import { pageLoader } from '../../lib/page-data.ts';
import { paths } from '../../lib/paths.ts';
import { screenLoader, type Prefetch } from '../../lib/query-client.ts';
import { useBackLink } from '../../lib/use-back-link.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Loading } from '../../ui/loading.tsx';
import { NoticeCard } from '../../ui/notice-card.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Comments, commentsQuery } from '../contributions/index.ts';
import { PostCard } from './post-card.tsx';
import { PostSkeleton } from './post-list.tsx';
import { postLists, postSubject } from './posts.cache.ts';

const prefetch: Prefetch<'id'> = (queryClient, { id = '' }) => {
  void queryClient.prefetchQuery(postLists.itemQuery(queryClient, id));
  void queryClient.prefetchInfiniteQuery(commentsQuery(postSubject(id)));
};
export const loader = pageLoader(prefetch, { statusIfNull: 404 });
export const clientLoader = screenLoader(prefetch);

const PostContent = ({ postId }: { postId: string }) => {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const post = useQuery(postLists.itemQuery(queryClient, postId));
  return (
    <>
      <PageTitle>{post.data === null ? unavailable : 'Post'}</PageTitle>
      <Loaded
        query={post}
        loading={
          <Loading label="Loading post">
            <PostSkeleton />
          </Loading>
        }
        failure={{
          variant: 'card',
          headingLevel: 'h1',
          title: 'The post could not be loaded',
          text: 'Please check your connection and try again.',
        }}
      >
        {(loaded) =>
          loaded === null ? (
            <UnavailablePost />
          ) : (
            <PostCard
              key={postId}
              post={loaded}
              headingLevel="h1"
              ownComments={Comments}
              onDeleted={() => void navigate(paths.home, { replace: true })}
            />
          )
        }
      </Loaded>
    </>
  );
};

const unavailable = 'This post is no longer available';

const UnavailablePost = () => (
  <NoticeCard
    title={unavailable}
    text="It may have been deleted, or it is not visible to you."
    link={{ to: paths.home, label: 'Go to the feed' }}
  />
);

const PostScreen = () => {
  const { id = '' } = useParams();
  const goBack = useBackLink(paths.home);
  return (
    <div className="flex flex-col gap-4">
      <Link
        to={paths.home}
        onClick={goBack}
        className="inline-flex min-h-9 items-center gap-2 self-start text-sm font-semibold text-muted hover:text-ink pointer-coarse:min-h-11"
      >
        <ArrowLeft size={20} strokeWidth={1.75} aria-hidden="true" />
        Community Feed
      </Link>
      <PostContent postId={id} />
    </div>
  );
};

export default PostScreen;
