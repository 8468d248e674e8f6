import { feedCalls } from '@commons/contract/feed/calls';
import type { PostInput } from '@commons/contract/feed/schemas';
import { mutationOptions } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { showFailure } from '../../lib/api-error.ts';
import type { SentDraft } from '../../lib/drafts.ts';
import { staleOnVisit } from '../../lib/query-client.ts';
import { showSharedToast } from '../contributions/index.ts';
import { memberPosts, postLists } from './posts.cache.ts';

export const feedQuery = postLists.query('feed');

/** Query for the posts of a member. */
export const memberPostsQuery = (memberId: string) => ({
  ...postLists.query(memberPosts(memberId)),
  // Frames about another member's posts contain only ids, so a later visit refetches.
  ...staleOnVisit,
});

/** Attachments of a new post. */
export type PostAttachmentInput = Omit<Partial<PostInput>, 'content'>;

export const createPostMutation = ({
  attachments,
  onShared,
}: {
  attachments: PostAttachmentInput;
  onShared: () => void;
}) =>
  mutationOptions({
    meta: { changes: ['posts'] },
    mutationKey: postLists.keys.creating,
    mutationFn: ({ content, idempotencyKey }: SentDraft) =>
      call(feedCalls.createPost, { body: { ...attachments, content } }, { idempotencyKey }),
    onSuccess: (post, _sent, _context, { client }) => {
      postLists.add(client, post);
      onShared();
      showSharedToast(post, 'post', { title: 'Success', description: 'Your post has been shared with the community' });
    },
    onError: (error) => showFailure(error, 'Failed to create post. Please try again.'),
  });
