import type { ManagedUser } from '@commons/contract/admin/schemas';
import { roles } from '@commons/contract/members';
import { CalendarCog, Flag, FlagOff, History, type LucideIcon, ShieldCheck, UserRound } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { Confirm } from '../../ui/confirm.tsx';
import type { LazyMenuProps } from '../../ui/lazy-opening.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import { useSetFlag, useSetRole } from './admin.api.ts';
import { historyPath, roleNames } from './user-cells.tsx';

type Role = ManagedUser['role'];

const roleIcons: Record<Role, LucideIcon> = { user: UserRound, manager: CalendarCog, admin: ShieldCheck };

/** Changes another member's role or flag, and leads to their history. */
export function UserMenu({ user, ...menu }: LazyMenuProps & { user: ManagedUser }) {
  const { id: userId, displayName, isFlagged } = user;
  const setRole = useSetRole();
  const setFlag = useSetFlag();
  const [roleToConfirm, setRoleToConfirm] = useState<Role | null>(null);
  const [isConfirmingFlag, setIsConfirmingFlag] = useState(false);
  const changeRole = (value: Role) => setRole.mutate({ userId, value }, { onSettled: () => setRoleToConfirm(null) });
  const changeFlag = (value: boolean) =>
    setFlag.mutate({ userId, value }, { onSettled: () => setIsConfirmingFlag(false) });
  return (
    <>
      <Menu {...menu}>
        {roles
          .filter((role) => role !== user.role)
          .map((role) => (
            <MenuItem
              key={role}
              icon={roleIcons[role]}
              isDisabled={setRole.isPending}
              onSelect={() => (role === 'user' && user.role === 'manager' ? changeRole(role) : setRoleToConfirm(role))}
            >
              Make {roleNames[role].toLowerCase()}
            </MenuItem>
          ))}
        <MenuItem
          icon={isFlagged ? FlagOff : Flag}
          isDisabled={setFlag.isPending}
          onSelect={() => (isFlagged ? changeFlag(false) : setIsConfirmingFlag(true))}
        >
          {isFlagged ? 'Unflag' : 'Flag'}
        </MenuItem>
        <MenuSeparator />
        <MenuItem asChild>
          <Link to={historyPath(user)}>
            <History size={20} strokeWidth={1.75} aria-hidden="true" />
            History
          </Link>
        </MenuItem>
      </Menu>
      <Confirm
        isOpen={roleToConfirm !== null}
        onOpenChange={() => setRoleToConfirm(null)}
        {...roleConfirmation(user, roleToConfirm ?? user.role)}
        isPending={setRole.isPending}
        onConfirm={() => roleToConfirm && changeRole(roleToConfirm)}
      />
      <Confirm
        isOpen={isConfirmingFlag}
        onOpenChange={setIsConfirmingFlag}
        title={`Flag ${displayName}?`}
        text={`A moderator will review everything ${displayName} posts before others can see it. You can remove the flag at any time.`}
        confirmLabel="Flag"
        isDestructive
        isPending={setFlag.isPending}
        onConfirm={() => changeFlag(true)}
      />
    </>
  );
}

const roleConfirmation = ({ displayName, role: currentRole }: ManagedUser, role: Role) => {
  if (role === 'admin')
    return {
      title: `Make ${displayName} an admin?`,
      text: `${displayName} will see every member’s email address, and will be able to change roles (including yours), delete content and suspend members.`,
      confirmLabel: 'Make admin',
    };
  if (currentRole !== 'admin')
    return {
      title: `Make ${displayName} a manager?`,
      text: `${displayName} will be able to create events, read reports and decide them. Only admins can add books, podcasts, prompts and meditations.`,
      confirmLabel: 'Make manager',
    };
  return {
    title: `Remove ${displayName} as an admin?`,
    text: `${displayName} will become a ${roleNames[role].toLowerCase()} and lose access to the admin pages immediately.`,
    confirmLabel: 'Remove admin',
    isDestructive: true,
  };
};
