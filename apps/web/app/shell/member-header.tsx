import type { CurrentUser } from '@commons/contract/auth/schemas';
import {
  ChevronDown,
  Gavel,
  LogOut,
  type LucideIcon,
  NotebookPen,
  Search,
  Settings,
  UserRound,
  UsersRound,
} from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { Link, NavLink } from 'react-router';
import { UnreadMessagesBadge } from '../features/messages/unread-badge.tsx';
import { UnreadNotificationsBadge } from '../features/notifications/unread-badge.tsx';
import { paths } from '../lib/paths.ts';
import { Avatar } from '../ui/avatar.tsx';
import { IconButton } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { HelpLink } from '../ui/help-link.tsx';
import { lazyMenu } from '../ui/lazy-opening.tsx';
import { Logo } from '../ui/logo.tsx';
import { headerClass, headerLinkClass, headerRowClass } from './frame-loading.tsx';
import {
  adminLink,
  type NavigationLink,
  eventsLink,
  headerLinks,
  messagesLink,
  notificationsLink,
  resourceLinks,
  selfHelpLink,
} from './navigation.ts';
import { SearchBox } from './search-box.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { useSignOut } from './sign-out.tsx';

const HeaderMenu = lazyMenu(() => import('./header-menu.tsx'));

/** Logo, links, search, messages, the member's menu and help. */
export function MemberHeader({ viewer }: { viewer: CurrentUser }) {
  const searchInput = useRef<HTMLInputElement>(null);
  const searchButton = useRef<HTMLButtonElement>(null);
  const [isSearchUnfolded, setIsSearchUnfolded] = useState(false);
  const foldSearch = () => {
    setIsSearchUnfolded(false);
    // Hidden where the box is always visible. The focus then stays in the box.
    searchButton.current?.focus();
  };
  return (
    // On a phone, an open chat has its own header.
    <header className={`${headerClass} max-md:group-has-data-own-header/frame:hidden`}>
      <div className={headerRowClass}>
        <Link
          to={paths.home}
          prefetch="intent"
          className="me-auto inline-flex min-h-11 min-w-11 shrink-0 items-center rounded-control xl:me-2"
        >
          <Logo className="max-md:[&>span]:sr-only" />
        </Link>
        <HeaderLinks />
        <SearchBox
          inputRef={searchInput}
          isUnfolded={isSearchUnfolded}
          onUnfold={setIsSearchUnfolded}
          onFold={foldSearch}
        />
        <IconButton
          ref={searchButton}
          icon={Search}
          label="Search"
          aria-expanded={isSearchUnfolded}
          className="xl:hidden"
          // A mouse press would first blur an open box, which closes it, and the click would open it again.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => (isSearchUnfolded ? foldSearch() : setIsSearchUnfolded(true))}
        />
        <BadgeLink {...notificationsLink}>
          <UnreadNotificationsBadge />
        </BadgeLink>
        <BadgeLink {...messagesLink}>
          <UnreadMessagesBadge />
        </BadgeLink>
        <AvatarMenu viewer={viewer} />
        <span className="-me-2 flex">
          <HelpLink />
        </span>
      </div>
    </header>
  );
}

function HeaderLinks() {
  return (
    <nav aria-label="Main" className="me-auto hidden items-center xl:flex">
      {headerLinks.map((link) => (
        <HeaderLink key={link.to} link={link} />
      ))}
      <HeaderMenu
        align="start"
        trigger={
          <button type="button" className={classNames(headerLinkClass, 'data-[state=open]:bg-primary-soft')}>
            Resources
            <ChevronDown size={16} strokeWidth={1.75} aria-hidden="true" />
          </button>
        }
        entries={resourceLinks}
      />
      <HeaderLink link={eventsLink} />
    </nav>
  );
}

function HeaderLink({ link }: { link: NavigationLink }) {
  return (
    <NavLink
      to={link.to}
      end={link.to === '/'}
      prefetch="intent"
      className={({ isActive }) =>
        classNames(headerLinkClass, isActive && 'text-primary underline decoration-2 underline-offset-8')
      }
    >
      {link.label}
    </NavLink>
  );
}

/** The header's links, for the menu on narrow screens. The logo links to the feed. */
const sections = [...headerLinks.filter(({ to }) => to !== paths.home), ...resourceLinks, eventsLink];

function AvatarMenu({ viewer }: { viewer: CurrentUser }) {
  const name = viewerName(viewer);
  const { askToSignOut, question } = useSignOut(viewer.id);
  const menu = (
    <HeaderMenu
      trigger={
        <button type="button" className="inline-flex size-11 shrink-0 items-center justify-center rounded-full">
          <Avatar id={viewer.id} name={name} imageUrl={viewer.profileImageUrl} size="small" />
          <span className="sr-only">Your menu, {name}</span>
        </button>
      }
      entries={[
        { to: paths.profile, label: 'Profile', icon: UserRound },
        { to: paths.connections, label: 'Connections', icon: UsersRound },
        { to: paths.journal, label: 'Your Journal', icon: NotebookPen },
        selfHelpLink,
        { to: paths.settings, label: 'Settings', icon: Settings },
        ...(viewer.role === 'user' ? [] : [{ to: paths.moderation, label: 'Moderation', icon: Gavel }]),
        ...(viewer.role === 'admin' ? [adminLink] : []),
        'separator',
        { narrowLinks: sections },
        { label: 'Sign Out', icon: LogOut, onSelect: askToSignOut },
      ]}
    />
  );
  return (
    <>
      {menu}
      <Shortcuts viewer={viewer} onSignOut={askToSignOut} />
      {question}
    </>
  );
}

export const defaultTitle = 'Mental Health Advocate';

/** Returns the full name, or the local part of the email, or "Anonymous User". */
export function viewerName(viewer: Pick<CurrentUser, 'firstName' | 'lastName' | 'email'>) {
  const fullName = `${viewer.firstName} ${viewer.lastName}`.trim();
  return fullName || (viewer.email.split('@')[0] ?? '') || 'Anonymous User';
}

type BadgeLinkProps = {
  to: string;
  label: string;
  icon: LucideIcon;
  /** The count badge. */
  children: ReactNode;
};

/** An icon link in the header with a count. */
const BadgeLink = ({ to, label, icon: Icon, children }: BadgeLinkProps) => (
  <Link
    to={to}
    prefetch="intent"
    title={label}
    className="relative inline-flex size-11 shrink-0 items-center justify-center rounded-full text-muted hover:bg-primary-soft hover:text-ink"
  >
    <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
    <span className="sr-only">{label}</span>
    <span className="absolute top-0 start-1/2 flex">{children}</span>
  </Link>
);
