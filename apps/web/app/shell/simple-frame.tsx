import { UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { Outlet } from 'react-router';
import { paths } from '../lib/paths.ts';
import { HelpLink } from '../ui/help-link.tsx';
import { Logo } from '../ui/logo.tsx';
import {
  bottomLinks,
  headerLinks,
  messagesLink,
  notificationsLink,
  resourceLinks,
  sidebarLinks,
  type NavigationLink,
} from './navigation.ts';

type SimpleFrameProps = {
  /** Links between the logo and the help link. */
  links?: ReactNode;
  footer?: ReactNode;
  children?: ReactNode;
};

/** The frame of pages that need no sign-in: logo, a few links, help. A signed-in member keeps their navigation. */
export function SimpleFrame({ links, footer, children }: SimpleFrameProps) {
  return (
    <div className="flex min-h-dvh flex-col max-md:member:pb-[calc(3.5rem+1px+env(safe-area-inset-bottom))]">
      <SkipLink />
      <header className="@container sticky top-0 z-30 border-b border-line bg-paper pt-[env(safe-area-inset-top)]">
        <div className="mx-auto flex min-h-14 max-w-300 flex-wrap items-center gap-2 px-3 member:max-w-frame @min-[18rem]:flex-nowrap sm:gap-3 sm:px-6 md:min-h-16">
          {/* A document navigation: the server decides between waitlist and feed. */}
          <a href={paths.home} className="me-auto inline-flex min-h-11 items-center rounded-control">
            <Logo className="max-sm:[&>span]:sr-only" />
          </a>
          {links}
          <MemberIconLinks />
          <HelpLink />
        </div>
      </header>
      <MemberMainLinks />
      <main id="main" tabIndex={-1} className="flex-1 outline-none">
        {children ?? <Outlet />}
      </main>
      {footer}
      <BottomLinks />
    </div>
  );
}

export default function SimpleFrameRoute() {
  return <SimpleFrame />;
}

export function SkipLink() {
  return (
    <a
      href="#main"
      className="fixed top-2 start-2 z-60 -translate-y-20 rounded-control bg-primary px-4 py-2 text-sm font-semibold text-on-primary focus:translate-y-0"
    >
      Skip to content
    </a>
  );
}

const iconLinks = [notificationsLink, messagesLink, { to: paths.profile, label: 'Profile', icon: UserRound }];

const places = sidebarLinks.filter(({ to }) => to !== paths.messages);
const isPlace = ({ to }: { to: string }): boolean => places.some((place) => place.to === to);
/** Links of the wide header that are not in the left rail. */
const wideLinks = [...headerLinks, ...resourceLinks].filter((link) => !isPlace(link));

// Navigation for members on public pages. Their HTML is the same for everyone: it always contains these links, and
// `data-viewer` on the root element shows them. Plain links, because most of these pages run without the application.

/** Notifications, messages and profile, next to the help link. */
function MemberIconLinks() {
  return (
    <ul className="hidden items-center member:flex">
      {iconLinks.map(({ to, label, icon: Icon }) => (
        <li key={to}>
          <a
            href={to}
            title={label}
            className="inline-flex size-11 items-center justify-center rounded-full text-muted transition-colors hover:bg-primary-soft hover:text-ink max-[23rem]:w-9"
          >
            <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
            <span className="sr-only">{label}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** A row below the header. Phones have the bottom bar instead. */
function MemberMainLinks() {
  return (
    <nav aria-label="Main" className="hidden border-b border-line md:member:block">
      <ul className="mx-auto flex max-w-frame flex-wrap px-3 max-lg:px-4">
        {[...places, ...wideLinks].map(({ to, label }, index) => (
          <li key={to} className={index < places.length ? undefined : 'max-xl:hidden'}>
            <a
              href={to}
              className="inline-flex min-h-11 items-center rounded-control px-3 text-sm font-semibold whitespace-nowrap text-muted transition-colors hover:bg-primary-soft hover:text-ink max-lg:px-2"
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export const BottomLinks = () => (
  <BottomBar
    className="hidden max-md:member:block print:hidden"
    renderLink={({ to }, content) => (
      <a href={to} className={`${bottomLinkClass} text-muted`}>
        {content}
      </a>
    )}
  />
);

export const bottomLinkClass =
  'flex min-h-14 flex-col items-center justify-center gap-1 px-0.5 text-bar font-semibold focus-visible:-outline-offset-2';

type BottomBarProps = { className: string; renderLink: (link: NavigationLink, content: ReactNode) => ReactNode };

/** The bottom bar of phones. */
export function BottomBar({ className, renderLink }: BottomBarProps) {
  return (
    <nav
      aria-label="Quick links"
      className={`fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] ${className}`}
    >
      <ul className="flex">
        {bottomLinks.map((link) => (
          <li key={link.to} className="min-w-0 flex-auto">
            {renderLink(
              link,
              <>
                <link.icon size={20} strokeWidth={1.75} aria-hidden="true" />
                {/* At twice the default text size, no label would fit. */}
                <span className="max-w-full truncate max-[23rem]:tracking-tight max-[20rem]:sr-only">{link.label}</span>
              </>,
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}
