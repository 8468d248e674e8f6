import type { CurrentUser } from '@commons/contract/auth/schemas';
import { Link, NavLink, useLocation } from 'react-router';
import { CommunityImpact } from '../features/community/community-impact.tsx';
import { IncomingLink } from '../features/connections/index.ts';
import { connectionsLabel, postsLabel } from '../features/members/index.ts';
import { ModerationLink } from '../features/moderation/moderation-link.tsx';
import { compactNumber } from '../lib/locale.ts';
import { paths } from '../lib/paths.ts';
import { useIsWideScreen } from '../lib/screen.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Card } from '../ui/card.tsx';
import { classNames } from '../ui/class-names.ts';
import { HourLandscape } from '../ui/hour-landscape.tsx';
import { railClass, railLinkClass } from './frame-loading.tsx';
import { defaultTitle, viewerName } from './member-header.tsx';
import { adminLink, type NavigationLink, sidebarLinks } from './navigation.ts';

const linkClass = ({ isActive }: { isActive: boolean }): string =>
  classNames(railLinkClass, isActive ? 'bg-primary-soft text-primary' : 'text-muted');

/**
 * From 768 to 1279 px: icons above their labels. From 1280 px: icons beside labels, below the member's card. The server
 * renders the wide layout, and CSS hides the parts that narrow screens omit.
 */
export function LeftSidebar({ viewer }: { viewer: CurrentUser }) {
  // A new member's numbers are all zero.
  const isWelcome = useLocation().pathname === paths.welcome;
  const isWide = useIsWideScreen() && !isWelcome;
  return (
    <aside aria-label="Main sidebar" className={`${railClass} md:block`}>
      {isWide && <MemberCard viewer={viewer} />}
      <nav aria-label="Community" className="flex flex-col gap-1">
        {sidebarLinks.map((link) => (
          <SidebarLink key={link.to} {...link} />
        ))}
        {viewer.role !== 'user' && <ModerationLink className={linkClass} />}
        {viewer.role === 'admin' && <SidebarLink {...adminLink} />}
      </nav>
      {isWide && <CommunityImpact className="mt-4 hidden xl:block xl:p-4" />}
    </aside>
  );
}

const SidebarLink = ({ to, label, icon: Icon }: NavigationLink) => (
  <NavLink to={to} end={to === paths.home} prefetch="intent" className={linkClass}>
    <Icon size={20} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
    {label}
  </NavLink>
);

function MemberCard({ viewer }: { viewer: CurrentUser }) {
  const name = viewerName(viewer);
  return (
    <Card isPadded={false} className="relative mb-4 hidden overflow-hidden xl:block">
      <HourLandscape className="h-20 w-full" />
      {/* Positioned over the landscape, so that it does not shift the layout when it loads. */}
      <span className="absolute top-2 end-2">
        <IncomingLink />
      </span>
      <div className="-mt-8 flex flex-col items-center px-4 pb-4 text-center">
        <span className="flex rounded-full border-4 border-surface">
          <Avatar id={viewer.id} name={name} imageUrl={viewer.profileImageUrl} size="large" />
        </span>
        <Link
          to={paths.profile}
          prefetch="intent"
          className="mt-2 line-clamp-2 max-w-full font-heading text-lg font-semibold underline-offset-4 [overflow-wrap:anywhere] hover:underline"
        >
          {name}
        </Link>
        <p className="mt-0.5 max-w-full text-sm wrap-anywhere text-muted">{viewer.title ?? defaultTitle}</p>
      </div>
      <div className="grid grid-cols-2 divide-x divide-line border-t border-line">
        <Count
          to={paths.connections}
          label={connectionsLabel(viewer.connectionsCount)}
          count={viewer.connectionsCount}
        />
        <Count to={`${paths.profile}#posts`} label={postsLabel(viewer.postsCount)} count={viewer.postsCount} />
      </div>
    </Card>
  );
}

type CountProps = { to: string; label: string; count: number };

/** A number above its label. Both form the link's accessible name. */
const Count = ({ to, label, count }: CountProps) => (
  <Link
    to={to}
    prefetch="intent"
    className="flex flex-col items-center px-2 py-2 transition-colors hover:bg-primary-soft focus-visible:-outline-offset-2"
  >
    <span className="font-semibold tabular-nums">{compactNumber(count)}</span>
    <span className="text-xs text-muted">{label}</span>
  </Link>
);
