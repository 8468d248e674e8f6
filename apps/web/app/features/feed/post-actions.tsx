import { feedCalls } from '@commons/contract/feed/calls';
import type { Post } from '@commons/contract/feed/schemas';
import { Heart, Share2 } from 'lucide-react';
import { call } from '../../lib/api-client.ts';
import { paths } from '../../lib/paths.ts';
import { productName } from '../../lib/product.ts';
import { showToast } from '../../lib/toast-store.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { copyText } from '../../ui/copy-button.tsx';
import { type Comments, CountButton, ItemActions, likeLabel, useToggleLike } from '../contributions/index.ts';
import { postLists, postSubject } from './posts.cache.ts';

type PostActionsProps = {
  post: Post;
  /** Names the post in the buttons' accessible names. */
  name: string;
  isOnOwnScreen: boolean;
  ownComments: typeof Comments | undefined;
  areCommentsOpen: boolean;
};

/** The buttons below a post, and its comments. */
export const PostActions = ({ post, name, isOnOwnScreen, ownComments, areCommentsOpen }: PostActionsProps) => {
  const toggleLike = useToggleLike(postLists, post, () => call(feedCalls.toggleLike, { params: { id: post.id } }));
  return (
    <ItemActions
      subject={postSubject(post.id)}
      commentsCount={post.commentsCount}
      name={name}
      areCommentsOpen={areCommentsOpen}
      comments={ownComments}
      place={isOnOwnScreen ? 'screen' : 'list'}
      before={
        <CountButton
          icon={<LikeHeart isLiked={post.isLiked} />}
          label="Like"
          aria-label={likeLabel(post.likesCount, name)}
          count={post.likesCount}
          aria-pressed={post.isLiked}
          className="-ms-3"
          onClick={toggleLike}
        />
      }
      after={
        <Button
          variant="quiet"
          size="small"
          aria-label={`Share ${name}`}
          className="-me-3 ms-auto"
          onClick={() => void sharePost(post)}
        >
          <Share2 size={20} strokeWidth={1.75} aria-hidden="true" />
          {/* On the narrowest screens only the icon fits. */}
          <span className="max-[26rem]:sr-only">Share</span>
        </Button>
      }
    />
  );
};

/** Heart icon with an animation. It uses only transforms, which cause no layout. */
const LikeHeart = ({ isLiked }: { isLiked: boolean }) => (
  <span className="relative">
    <Heart size={16} strokeWidth={1.75} aria-hidden="true" />
    <Heart
      size={16}
      strokeWidth={1.75}
      aria-hidden="true"
      className={classNames(
        'absolute inset-0 origin-bottom fill-apricot-fill text-apricot transition-[scale,rotate,opacity] duration-200',
        !isLiked && 'scale-x-0 scale-y-75 -rotate-12 opacity-0',
      )}
    />
  </span>
);

/** Opens the device's share sheet, or copies the link if there is none. */
const sharePost = async (post: Post): Promise<void> => {
  const url = new URL(paths.post(post.id), window.location.origin).href;
  if (typeof navigator.share === 'function') {
    try {
      await navigator.share({ title: `${post.author.displayName} on ${productName}`, url });
      return;
    } catch (error) {
      // The member closed the sheet, which is not a failure.
      if (error instanceof DOMException && error.name === 'AbortError') return;
    }
  }
  if (await copyText(url)) showToast({ title: 'Link copied' });
  else showToast({ title: 'Here is the link', description: url, variant: 'info' });
};
