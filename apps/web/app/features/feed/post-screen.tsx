import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Loading } from '../../ui/status.tsx';
import { PostCard } from './post-card.tsx';
import { PostSkeleton } from './post-skeleton.tsx';
import { postQuery } from './posts.api.ts';

const PostContent = ({ postId }: { postId: string }) => {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const post = useQuery(postQuery(queryClient, postId));
  if (post.data) {
    return (
      <>
        <h1 className="sr-only">Post by {post.data.author.displayName}</h1>
        <PostCard
          key={postId}
          post={post.data}
          isAlone
          onDeleted={() => void navigate(paths.home, { replace: true })}
        />
      </>
    );
  }
  if (post.data === null) {
    return (
      <Card>
        <EmptyState
          headingLevel="h1"
          picture="lost"
          title="This post is not here any more"
          text="It may have been deleted, or it is not visible to you."
          action={
            <Link to={paths.home} className={buttonClass()}>
              Go to the feed
            </Link>
          }
        />
      </Card>
    );
  }
  if (!post.isError) {
    return (
      <Loading label="Loading post">
        <PostSkeleton />
      </Loading>
    );
  }
  return (
    <Card role="alert">
      <EmptyState
        headingLevel="h1"
        picture="offline"
        title="The post could not be loaded"
        text="Please check your connection and try again."
        action={
          <Button isPending={post.isFetching} onClick={() => void post.refetch()}>
            Try again
          </Button>
        }
      />
    </Card>
  );
};

const PostScreen = () => {
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const { state } = useLocation() as { state: { from?: string } | null };
  return (
    <div className="flex flex-col gap-4">
      <PageTitle>Post</PageTitle>
      <Link
        to={paths.home}
        onClick={(event) => {
          if (state?.from !== paths.home || event.metaKey || event.ctrlKey || event.shiftKey) return;
          // Back to the very post it was opened from.
          event.preventDefault();
          void navigate(-1);
        }}
        className="inline-flex min-h-9 items-center gap-2 self-start text-sm font-semibold text-muted hover:text-ink"
      >
        <ArrowLeft size={20} strokeWidth={1.75} aria-hidden="true" />
        Community Feed
      </Link>
      <PostContent postId={id} />
    </div>
  );
};

export default PostScreen;
