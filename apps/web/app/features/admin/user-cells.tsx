import type { ManagedUser } from '@commons/contract/admin/schemas';
import { roles } from '@commons/contract/members';
import { Flag, FlagOff } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatDay } from '../../lib/locale.ts';
import { paths } from '../../lib/paths.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/choices.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { useSetFlag, useSetRole } from './admin.api.ts';
import { Timestamp } from './logbook.tsx';

export const roleNames: Record<ManagedUser['role'], string> = { user: 'User', manager: 'Manager', admin: 'Admin' };
const roleOptions = roles.map((value) => ({ value, label: roleNames[value] }));

export const UserName = ({ user }: { user: ManagedUser }) => (
  <span className="flex items-center gap-3 lg:min-w-40">
    <Avatar id={user.id} name={user.displayName} imageUrl={user.profileImageUrl} size="small" />
    <Link to={paths.member(user.id)} dir="auto" className="font-semibold wrap-anywhere text-ink hover:underline">
      {user.displayName}
    </Link>
  </span>
);

/** An email address that may wrap before its @. */
export const UserEmail = ({ user: { email } }: { user: ManagedUser }) => {
  const at = email.lastIndexOf('@');
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  );
};

/** A select for the member's role. Admins cannot change their own role. */
export function UserRole({ user, isOwn }: { user: ManagedUser; isOwn: boolean }) {
  const setRole = useSetRole();
  const [roleToConfirm, setRoleToConfirm] = useState<ManagedUser['role'] | null>(null);
  if (isOwn) return <Badge tone="primary">{roleNames[user.role]} (you)</Badge>;
  const change = (value: ManagedUser['role']) =>
    setRole.mutate({ userId: user.id, value }, { onSettled: () => setRoleToConfirm(null) });
  return (
    <>
      <Select
        label={`Role of ${user.displayName}`}
        isLabelHidden
        options={roleOptions}
        value={setRole.isPending ? setRole.variables.value : (roleToConfirm ?? user.role)}
        aria-busy={setRole.isPending}
        className="max-w-full lg:min-w-32"
        onChange={({ target }) => {
          const role = roles.find((name) => name === target.value);
          if (!role || setRole.isPending) return;
          if (role === 'admin' || user.role === 'admin') setRoleToConfirm(role);
          else change(role);
        }}
      />
      <Confirm
        isOpen={roleToConfirm !== null}
        onOpenChange={() => setRoleToConfirm(null)}
        {...roleConfirmation(user, roleToConfirm ?? user.role)}
        isPending={setRole.isPending}
        onConfirm={() => roleToConfirm && change(roleToConfirm)}
      />
    </>
  );
}

const roleConfirmation = ({ displayName }: ManagedUser, role: ManagedUser['role']) =>
  role === 'admin'
    ? {
        title: `Make ${displayName} an admin?`,
        text: `${displayName} will see every member’s email address, and will be able to change roles (including yours), delete content and suspend members.`,
        confirmLabel: 'Make admin',
      }
    : {
        title: `Remove ${displayName} as an admin?`,
        text: `${displayName} will become a ${roleNames[role].toLowerCase()} and lose access to the admin pages immediately.`,
        confirmLabel: 'Remove admin',
        isDestructive: true,
      };

export const UserLastLogin = ({ user: { lastLoginAt } }: { user: ManagedUser }) =>
  lastLoginAt === null ? <span className="text-muted">Never</span> : <Timestamp at={lastLoginAt} />;

export const UserStatus = ({ user: { isFlagged, suspendedUntil } }: { user: ManagedUser }) => (
  <span className="flex flex-wrap gap-1">
    {suspendedUntil !== null && <Badge tone="danger">Suspended until {formatDay(suspendedUntil)}</Badge>}
    {isFlagged && <Badge tone="warn">Flagged</Badge>}
    {!isFlagged && suspendedUntil === null && <Badge tone="ok">Active</Badge>}
  </span>
);

export function UserActions({ user, isOwn }: { user: ManagedUser; isOwn: boolean }) {
  const setFlag = useSetFlag();
  const [isConfirming, setIsConfirming] = useState(false);
  const change = (value: boolean) =>
    setFlag.mutate({ userId: user.id, value }, { onSettled: () => setIsConfirming(false) });
  const Icon = user.isFlagged ? FlagOff : Flag;
  const verb = user.isFlagged ? 'Unflag' : 'Flag';
  return (
    <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {!isOwn && (
        <Button
          variant="secondary"
          size="small"
          aria-label={`${verb} ${user.displayName}`}
          isPending={setFlag.isPending}
          onClick={() => (user.isFlagged ? change(false) : setIsConfirming(true))}
        >
          <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
          {verb}
        </Button>
      )}
      <Link
        to={`${paths.auditLog}?memberId=${user.id}`}
        aria-label={`History of ${user.displayName}`}
        className="inline-flex min-h-6 items-center text-sm font-semibold text-primary hover:underline pointer-coarse:min-h-11"
      >
        History
      </Link>
      <Confirm
        isOpen={isConfirming}
        onOpenChange={setIsConfirming}
        title={`Flag ${user.displayName}?`}
        text={`A moderator will review everything ${user.displayName} posts before others can see it. You can remove the flag at any time.`}
        confirmLabel="Flag"
        isDestructive
        isPending={setFlag.isPending}
        onConfirm={() => change(true)}
      />
    </span>
  );
}
