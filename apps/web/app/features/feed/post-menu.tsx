import { feedCalls } from '@commons/contract/feed/calls';
import type { Post } from '@commons/contract/feed/schemas';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { useDelete } from '../../lib/item-mutations.ts';
import type { LazyMenuProps } from '../../ui/lazy-opening.tsx';
import { ContributionMenu } from '../reports/index.ts';
import { postLists } from './posts.cache.ts';

type PostMenuProps = LazyMenuProps & { post: Post; onEdit: () => void; onDeleted: () => void };

const PostMenu = ({ post, onDeleted, ...menu }: PostMenuProps) => {
  const queryClient = useQueryClient();
  const remove = () => {
    onDeleted();
    postLists.remove(queryClient, post.id);
  };
  const deletion = useDelete({
    changes: ['posts'],
    send: () => call(feedCalls.deletePost, { params: { id: post.id } }),
    onDeleted: remove,
    title: 'Post deleted',
    failedText: 'Failed to delete post',
  });
  return (
    <ContributionMenu
      {...menu}
      subjectType="post"
      contribution={post}
      noun="Post"
      onRemoved={remove}
      deletion={deletion}
    />
  );
};

export default PostMenu;
