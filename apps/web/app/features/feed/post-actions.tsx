import type { Post } from '@commons/contract/feed';
import { Heart, MessageCircle, Share2 } from 'lucide-react';
import { formatCount } from '../../lib/locale.ts';
import { Button } from '../../ui/button.tsx';
import { entryName } from './entry-name.ts';
import { usePressLike } from './likes.api.ts';
import { sharePost } from './share-post.ts';

const Count = ({ count }: { count: number }) =>
  count === 0 ? null : <span className="tabular-nums">{formatCount(count)}</span>;

/** "Like 3 likes": the word of a button with its count, for those who hear it. */
const counted = (word: string, count: number, noun: string): string =>
  count === 0 ? word : `${word} ${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;

type PostActionsProps = {
  post: Post;
  commentsId: string;
  isCommentsOpen: boolean;
  /** A press is likely: time to fetch what it opens. */
  onApproachComments: () => void;
  onToggleComments: () => void;
};

export const PostActions = (props: PostActionsProps) => {
  const { post, commentsId, isCommentsOpen } = props;
  const pressLike = usePressLike(post);
  const name = entryName('post', post);
  return (
    <div className="mt-3 -mb-1.5 flex flex-wrap border-t sm:gap-1 border-line pt-1.5">
      <Button
        variant="quiet"
        size="small"
        aria-label={`${counted('Like', post.likesCount, 'like')}, ${name}`}
        aria-pressed={post.isLiked}
        className="-ml-3"
        onClick={pressLike}
      >
        <Heart
          size={20}
          strokeWidth={1.75}
          aria-hidden="true"
          className={post.isLiked ? 'fill-current text-apricot' : undefined}
        />
        Like <Count count={post.likesCount} />
      </Button>
      <Button
        variant="quiet"
        size="small"
        aria-label={`${counted('Comment', post.commentsCount, 'comment')}, ${name}`}
        aria-expanded={isCommentsOpen}
        aria-controls={isCommentsOpen ? commentsId : undefined}
        onPointerEnter={props.onApproachComments}
        onFocus={props.onApproachComments}
        onClick={props.onToggleComments}
      >
        <MessageCircle size={20} strokeWidth={1.75} aria-hidden="true" />
        Comment <Count count={post.commentsCount} />
      </Button>
      <Button
        variant="quiet"
        size="small"
        aria-label={`Share ${name}`}
        className="-mr-3 ml-auto"
        onClick={() => void sharePost(post)}
      >
        <Share2 size={20} strokeWidth={1.75} aria-hidden="true" />
        {/* The icon alone on the narrowest screens, where three words don't fit beside their counts. */}
        <span className="max-[26rem]:sr-only">Share</span>
      </Button>
    </div>
  );
};
