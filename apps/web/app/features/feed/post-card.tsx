import type { Post } from '@commons/contract/feed/schemas';
import { memo, type ReactNode, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { OptionsButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { lazyMenu, useLazyDisclosure } from '../../ui/lazy-opening.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { MemberAvatarLink, MemberName } from '../../ui/member-link.tsx';
import { dateTimeTitle, RelativeTime } from '../../ui/relative-time.tsx';
import { useViewerId } from '../auth/index.ts';
import { type Comments, contributionName } from '../contributions/index.ts';
import { useIsMuted } from '../muted-words/index.ts';
import { PostActions } from './post-actions.tsx';
import { PostAttachments } from './post-attachments.tsx';
import { PostBody } from './post-body.tsx';
import { consumeArriving } from './posts.cache.ts';

const PostMenu = lazyMenu(() => import('./post-menu.tsx'));
const PostEditor = lazyPart(() => import('./post-editor.tsx'));

/** All texts that muted words are matched against. */
const textsOf = ({ content, contentWarning, images, poll, event }: Post) => [
  content,
  contentWarning,
  event?.title ?? null,
  ...images.map(({ alt }) => alt),
  ...(poll ? poll.options.map(({ text }) => text) : []),
];

type PostCardProps = {
  post: Post;
  /** Level of the heading in a list, or `h1` on the post's own screen, where the comments are open from the start. */
  headingLevel: 'h1' | 'h2' | 'h3';
  /** Comments that load with the post's own screen. In a list, their code loads on demand. */
  ownComments?: typeof Comments;
  onDeleted: () => void;
};

/** One post. Memoized, so that a change to one of 500 posts rerenders one card. */
export const PostCard = memo(({ post, ownComments, headingLevel, onDeleted }: PostCardProps) => {
  const isOnOwnScreen = headingLevel === 'h1';
  const viewerId = useViewerId();
  const isMuted = useIsMuted(post.authorId, textsOf(post));
  const name = contributionName('post', post, isMuted);
  const editor = useLazyDisclosure(PostEditor);
  const isEditing = editor.isOpen === true;
  const [isArriving] = useState(() => consumeArriving(post.id));
  const nameId = `author-${post.id}`;

  return (
    <Card
      as="article"
      aria-labelledby={nameId}
      data-post-id={post.id}
      className={isArriving ? 'animate-breath-in' : undefined}
    >
      <PostHeader
        post={post}
        name={name}
        nameId={nameId}
        headingLevel={headingLevel}
        isMenuShown={!isEditing}
        takesFocus={editor.isOpen === false}
        onMenuIntent={() => void PostEditor.preload()}
        onEdit={editor.open}
        onDeleted={onDeleted}
      />
      <div className="mt-3">
        {isEditing && viewerId !== undefined ? (
          <>
            <PostEditor post={post} memberId={viewerId} onClose={() => editor.setIsOpen(false)} />
            <PostAttachments post={post} name={name} />
          </>
        ) : (
          <PostBody post={post} isOnOwnScreen={isOnOwnScreen} isMuted={isMuted} name={name} />
        )}
      </div>
      <div className="mt-3">
        <PostActions
          post={post}
          name={name}
          isOnOwnScreen={isOnOwnScreen}
          ownComments={ownComments}
          // Comments reveal the content, so they stay closed while a warning or mute hides it.
          areCommentsOpen={isOnOwnScreen && !isMuted && post.contentWarning === null}
        />
      </div>
    </Card>
  );
});
PostCard.displayName = 'PostCard';

type PostHeaderProps = {
  post: Post;
  name: string;
  nameId: string;
  headingLevel: PostCardProps['headingLevel'];
  isMenuShown: boolean;
  takesFocus: boolean;
  /** Called when the user is likely to open the menu, to preload the editor. */
  onMenuIntent: () => void;
  onEdit: () => void;
  onDeleted: () => void;
};

const PostHeader = ({ post, name, nameId, headingLevel: Name, isMenuShown, takesFocus, ...menu }: PostHeaderProps) => {
  const { pathname } = useLocation();
  const title = post.author.title || 'Community Member';
  return (
    <header className="relative flex items-start gap-3">
      <MemberAvatarLink member={post.author} />
      <div className="min-w-0 flex-1">
        <Name
          id={nameId}
          className={classNames('font-text leading-snug font-normal tracking-normal', isMenuShown && 'pe-12')}
        >
          <span className="sr-only">Post by </span>
          <MemberName member={post.author} />
        </Name>
        {/* One line if the start of the title fits. Otherwise the line wraps, and the separator at its start is
            clipped. */}
        <div className="-ms-1 overflow-x-clip ps-1 text-xs text-muted sm:text-sm">
          <div className="-ms-3 flex flex-wrap items-center">
            <Detail className="max-w-max min-w-0 grow basis-16 truncate" title={title}>
              {title}
            </Detail>
            <Detail>
              <Link
                to={paths.post(post.id)}
                prefetch="intent"
                state={{ from: pathname }}
                // Above the button of the menu, which reaches down to this line.
                className="relative z-1 inline-flex min-h-6 items-center text-muted hover:text-ink hover:underline"
              >
                <RelativeTime at={post.createdAt} />
              </Link>
            </Detail>
            {post.editedAt !== null && (
              <Detail>
                <span {...dateTimeTitle(post.editedAt)}>edited</span>
              </Detail>
            )}
          </div>
        </div>
        {post.isAwaitingReview && (
          <div className="mt-1">
            <Badge tone="warn">Awaiting review</Badge>
          </div>
        )}
      </div>
      {isMenuShown && (
        <PostMenu
          trigger={<OptionsButton noun="Post" name={name} className="absolute -end-2 -top-2" />}
          takesFocus={takesFocus}
          onIntent={menu.onMenuIntent}
          post={post}
          onEdit={menu.onEdit}
          onDeleted={menu.onDeleted}
        />
      )}
    </header>
  );
};

type DetailProps = { className?: string; title?: string; children: ReactNode };

const Detail = ({ className, title, children }: DetailProps) => (
  <span className={classNames('relative ps-3', className)} title={title}>
    <span aria-hidden="true" className="absolute inset-y-0 start-0 flex w-3 items-center justify-center">
      ·
    </span>
    {children}
  </span>
);
