import type { Post } from '@commons/contract/feed';
import { memo, Suspense, useState } from 'react';
import { useRememberedState } from '../../lib/remembered-state.ts';
import { Card } from '../../ui/card.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useViewer } from '../auth/index.ts';
import { heightOfCard, useRememberedHeight } from './card-heights.ts';
import { CommentsSkeleton } from './comments-skeleton.tsx';
import { entryName } from './entry-name.ts';
import { FoldedText } from './folded-text.tsx';
import { PostActions } from './post-actions.tsx';
import { PostHeader } from './post-header.tsx';

// Most posts of a feed are read without opening their comments.
const PostComments = lazyPart(() => import('./post-comments.tsx'));
const PostEditor = lazyPart(() => import('./post-editor.tsx'));

type PostCardProps = {
  post: Post;
  /** On its own screen a post shows its comments from the start. */
  isAlone?: boolean;
  /** The level of its heading in a list; on its own screen that is the screen's. */
  headingLevel?: 'h2' | 'h3';
  onDeleted: () => void;
};

/** One post. Memoised, so that a change to one of five hundred posts renders one card. */
export const PostCard = memo(({ post, isAlone = false, headingLevel, onDeleted }: PostCardProps) => {
  const viewer = useViewer();
  const [isEditing, setIsEditing] = useState(false);
  const [wasEditing, setWasEditing] = useState(false);
  const [isCommentsOpen, setIsCommentsOpen] = useRememberedState(`comments:${post.id}:${isAlone}`, isAlone);
  const ref = useRememberedHeight();
  // Said once: the browser remembers what it laid out, and a new estimate would end its hold on the reader's place.
  const [firstHeight] = useState(() => heightOfCard(post));
  const nameId = `author-${post.id}`;
  const commentsId = `comments-${post.id}`;
  const text = <FoldedText text={post.content} memoryKey={`text:${post.id}`} name={entryName('post', post)} />;

  return (
    <Card
      as="article"
      ref={ref}
      aria-labelledby={nameId}
      data-post-id={post.id}
      className={isAlone ? '' : '[content-visibility:auto]'}
      style={isAlone ? undefined : { containIntrinsicSize: `auto ${firstHeight}px` }}
    >
      <PostHeader
        post={post}
        nameId={nameId}
        headingLevel={headingLevel}
        isMenuShown={!isEditing}
        takesFocus={wasEditing}
        onApproachMenu={PostEditor.preload}
        onEdit={() => setIsEditing(true)}
        onDeleted={onDeleted}
      />
      <div className="mt-3">
        {isEditing && viewer ? (
          <Suspense fallback={text}>
            <PostEditor
              post={post}
              memberId={viewer.id}
              onClose={() => {
                setIsEditing(false);
                setWasEditing(true);
              }}
            />
          </Suspense>
        ) : (
          text
        )}
        {post.imageUrl !== null && (
          <img
            src={post.imageUrl}
            alt={post.imageAlt ?? ''}
            loading="lazy"
            decoding="async"
            className="mt-3 aspect-3/2 w-full rounded-control bg-sunk object-contain"
          />
        )}
      </div>
      <PostActions
        post={post}
        commentsId={commentsId}
        isCommentsOpen={isCommentsOpen}
        onApproachComments={PostComments.preload}
        onToggleComments={() => setIsCommentsOpen(!isCommentsOpen)}
      />
      {isCommentsOpen && viewer && (
        <div id={commentsId}>
          <Suspense fallback={<CommentsSkeleton />}>
            <PostComments postId={post.id} viewer={viewer} />
          </Suspense>
        </div>
      )}
    </Card>
  );
});
PostCard.displayName = 'PostCard';
