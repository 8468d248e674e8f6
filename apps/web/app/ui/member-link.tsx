import type { MemberSummary } from '@commons/contract/members/schemas';
import { Link } from 'react-router';
import { paths } from '../lib/paths.ts';
import { Avatar } from './avatar.tsx';
import { classNames } from './class-names.ts';
import { dateTimeTitle, RelativeTime } from './relative-time.tsx';

type LinkedMember = Pick<MemberSummary, 'id' | 'displayName' | 'profileImageUrl'>;

/** A member's avatar as a link. Not focusable: keyboards and screen readers use the link on the name next to it. */
export function MemberAvatarLink({
  member,
  size = 'medium',
}: {
  member: LinkedMember;
  size?: 'small' | 'medium' | 'large';
}) {
  return (
    <Link
      to={paths.member(member.id)}
      prefetch="intent"
      tabIndex={-1}
      aria-hidden="true"
      className="flex h-fit shrink-0 rounded-full"
    >
      <Avatar id={member.id} name={member.displayName} imageUrl={member.profileImageUrl} size={size} />
    </Link>
  );
}

export function MemberName({ member, className }: { member: LinkedMember; className?: string }) {
  return (
    <Link
      to={paths.member(member.id)}
      prefetch="intent"
      dir="auto"
      className={classNames('font-semibold wrap-anywhere underline-offset-4 hover:underline', className)}
    >
      {member.displayName}
    </Link>
  );
}

type AuthorLineProps = { item: { author: LinkedMember; createdAt: string; editedAt: string | null } };

/** The author and the time at the bottom of a card. */
export const AuthorLine = ({ item: { author, createdAt, editedAt } }: AuthorLineProps) => (
  <div className="mt-auto flex items-center gap-2 pt-3">
    <MemberAvatarLink member={author} size="small" />
    <p className="min-w-0 flex-1 text-sm wrap-anywhere">
      <MemberName member={author} />
      <span className="block text-xs text-muted">
        <RelativeTime at={createdAt} className="inline-block" />
        {editedAt !== null && <span {...dateTimeTitle(editedAt)}> · edited</span>}
      </span>
    </p>
  </div>
);
