import type { Post } from '@commons/contract/feed';
import { Link, useLocation } from 'react-router';
import { formatMoment } from '../../lib/locale.ts';
import { paths } from '../../lib/paths.ts';
import { RelativeTime } from '../../lib/relative-time.tsx';
import { Badge } from '../../ui/badge.tsx';
import { MemberFace, MemberName } from '../../ui/member-link.tsx';
import { entryName } from './entry-name.ts';
import { LazyMenu, lazyMenu } from './lazy-menu.tsx';

const PostMenu = lazyMenu(() => import('./post-menu.tsx'));
const menuLook = { title: 'Post options', className: '-mt-1.5 -mr-2' };

type PostHeaderProps = {
  post: Post;
  nameId: string;
  headingLevel: 'h2' | 'h3' | undefined;
  isMenuShown: boolean;
  takesFocus: boolean;
  /** The menu will be opened: time to fetch what it leads to. */
  onApproachMenu: () => void;
  onEdit: () => void;
  onDeleted: () => void;
};

export const PostHeader = ({ post, nameId, headingLevel, isMenuShown, takesFocus, ...menu }: PostHeaderProps) => {
  const { pathname } = useLocation();
  const Name = headingLevel ?? 'p';
  const look = { ...menuLook, label: `Post options, ${entryName('post', post)}` };
  return (
    <header className="flex items-start gap-3">
      <MemberFace member={post.author} />
      <div className="min-w-0 flex-1">
        <Name id={nameId} className="font-text leading-snug font-normal tracking-normal">
          <span className="sr-only">Post by </span>
          <MemberName member={post.author} />
        </Name>
        <p className="text-sm text-muted wrap-anywhere">
          {post.author.title || 'Community Member'}
          <span aria-hidden="true"> · </span>
          <Link
            to={paths.post(post.id)}
            state={{ from: pathname }}
            className="inline-block text-muted hover:text-ink hover:underline"
          >
            <RelativeTime at={post.createdAt} />
          </Link>
          {post.editedAt !== null && (
            <>
              <span aria-hidden="true"> · </span>
              <span title={formatMoment(post.editedAt)}>edited</span>
            </>
          )}
        </p>
        {post.isAwaitingReview && (
          <div className="mt-1.5">
            <Badge tone="warn">Awaiting review</Badge>
          </div>
        )}
      </div>
      {isMenuShown && (post.can.edit || post.can.delete) && (
        <LazyMenu
          {...look}
          takesFocus={takesFocus}
          onApproach={() => {
            PostMenu.preload();
            menu.onApproachMenu();
          }}
        >
          <PostMenu {...look} post={post} onEdit={menu.onEdit} onDeleted={menu.onDeleted} />
        </LazyMenu>
      )}
    </header>
  );
};
