import { feedCalls, type Post } from '@commons/contract/feed';
import { Heart, MessageCircle, Share2 } from 'lucide-react';
import { call } from '../../lib/api-client.ts';
import { formatCount } from '../../lib/locale.ts';
import { paths } from '../../lib/paths.ts';
import { productName } from '../../lib/product.ts';
import { showToast } from '../../lib/toast-store.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { copyText } from '../../ui/copy-button.tsx';
import { commentLabel, likeLabel, useToggleLike } from '../contributions/index.ts';
import { postLists } from './posts.cache.ts';

const Count = ({ count }: { count: number }) =>
  count === 0 ? null : <span className="tabular-nums">{formatCount(count)}</span>;

type PostActionsProps = {
  post: Post;
  /** Names the post in the buttons' accessible names. */
  name: string;
  commentsId: string;
  isCommentsOpen: boolean;
  /** Called when the user is likely to open the comments, to preload their code. */
  onCommentsIntent: () => void;
  onToggleComments: () => void;
};

export const PostActions = (props: PostActionsProps) => {
  const { post, name, commentsId, isCommentsOpen } = props;
  const toggleLike = useToggleLike(postLists, post, () => call(feedCalls.toggleLike, { params: { id: post.id } }));
  return (
    <div className="mt-3 -mb-1.5 flex flex-wrap border-t sm:gap-1 border-line pt-1.5">
      <Button
        variant="quiet"
        size="small"
        aria-label={likeLabel(post.likesCount, name)}
        aria-pressed={post.isLiked}
        className="-ms-3"
        onClick={toggleLike}
      >
        <LikeHeart isLiked={post.isLiked} />
        Like <Count count={post.likesCount} />
      </Button>
      <Button
        variant="quiet"
        size="small"
        aria-label={commentLabel(post.commentsCount, name)}
        aria-expanded={isCommentsOpen}
        aria-controls={isCommentsOpen ? commentsId : undefined}
        onPointerEnter={props.onCommentsIntent}
        onFocus={props.onCommentsIntent}
        onClick={props.onToggleComments}
      >
        <MessageCircle size={20} strokeWidth={1.75} aria-hidden="true" />
        Comment <Count count={post.commentsCount} />
      </Button>
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
    </div>
  );
};

/** Heart icon with an animation. It uses only transforms, which cause no layout. */
const LikeHeart = ({ isLiked }: { isLiked: boolean }) => (
  <span className="relative">
    <Heart size={20} strokeWidth={1.75} aria-hidden="true" />
    <Heart
      size={20}
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
