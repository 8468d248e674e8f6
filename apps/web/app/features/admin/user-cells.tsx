import type { ManagedUser } from '@commons/contract/admin/schemas';
import { History } from 'lucide-react';
import { Link } from 'react-router';
import { formatDay } from '../../lib/locale.ts';
import { paths } from '../../lib/paths.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { OptionsButton } from '../../ui/button.tsx';
import { lazyMenu } from '../../ui/lazy-opening.tsx';
import { RowTime } from '../../ui/row-time.tsx';

export const roleNames: Record<ManagedUser['role'], string> = { user: 'User', manager: 'Manager', admin: 'Admin' };

export const historyPath = ({ id }: ManagedUser): string => `${paths.auditLog}?memberId=${id}`;

const UserMenu = lazyMenu(async () => ({ default: (await import('./user-menu.tsx')).UserMenu }));

export const UserAvatar = ({ user }: { user: ManagedUser }) => (
  <Avatar id={user.id} name={user.displayName} imageUrl={user.profileImageUrl} size="small" />
);

export const UserName = ({ user }: { user: ManagedUser }) => (
  <Link to={paths.member(user.id)} dir="auto" className="font-semibold wrap-anywhere text-ink hover:underline">
    {user.displayName}
  </Link>
);

/** Only roles with more rights have a badge, so that they stand out in a long table. */
export function UserRole({ user: { role }, isOwn }: { user: ManagedUser; isOwn: boolean }) {
  const text = isOwn ? `${roleNames[role]} (you)` : roleNames[role];
  if (role === 'user') return text;
  return <Badge tone={role === 'admin' ? 'primary' : 'lavender'}>{text}</Badge>;
}

export const UserLastLogin = ({ user: { lastLoginAt } }: { user: ManagedUser }) =>
  lastLoginAt === null ? <span className="text-muted">Never</span> : <RowTime at={lastLoginAt} />;

export const UserStatus = ({ user: { isFlagged, suspendedUntil } }: { user: ManagedUser }) => (
  <span className="flex flex-wrap gap-1">
    {suspendedUntil !== null && <Badge tone="danger">Suspended until {formatDay(suspendedUntil)}</Badge>}
    {isFlagged && <Badge tone="warn">Flagged</Badge>}
    {!isFlagged && suspendedUntil === null && <span className="text-muted">Active</span>}
  </span>
);

/** The menu of a member. Admins cannot change themselves, so their own row has only the link of the menu. */
export function UserOptions({ user, isOwn }: { user: ManagedUser; isOwn: boolean }) {
  if (!isOwn)
    return <UserMenu trigger={<OptionsButton noun="Member" name={user.displayName} size="small" />} user={user} />;
  return (
    <Link
      to={historyPath(user)}
      aria-label={`History of ${user.displayName}`}
      title="History"
      className="inline-flex size-8 items-center justify-center rounded-full text-muted transition-colors hover:bg-primary-soft hover:text-ink pointer-coarse:size-11"
    >
      <History size={20} strokeWidth={1.75} aria-hidden="true" />
    </Link>
  );
}
