import { UserRound } from 'lucide-react';
import { paths } from '../lib/paths.ts';
import {
  bottomLinks,
  headerLinks,
  messagesLink,
  notificationsLink,
  resourceLinks,
  sidebarLinks,
} from './navigation.ts';

const iconLinks = [notificationsLink, messagesLink, { to: paths.profile, label: 'Profile', icon: UserRound }];

const places = sidebarLinks.filter(({ to }) => to !== paths.messages);
const isPlace = ({ to }: { to: string }): boolean => places.some((place) => place.to === to);
/** Links of the wide header that are not in the left rail. */
const wideLinks = [...headerLinks, ...resourceLinks].filter((link) => !isPlace(link));

// Navigation for members on public pages. Their HTML is the same for everyone: it always contains these links, and
// `data-viewer` on the root element shows them. Plain links, because most of these pages run without the application.

/** Notifications, messages and profile, next to the help link. */
export function MemberIconLinks() {
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
export function MemberMainLinks() {
  return (
    <nav aria-label="Main" className="hidden border-b border-line md:member:block">
      <ul className="mx-auto flex max-w-300 flex-wrap px-3 max-lg:px-4">
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

/** The bottom bar of phones. */
export function MemberBottomLinks() {
  return (
    <nav
      aria-label="Quick links"
      className="fixed inset-x-0 bottom-0 z-30 hidden border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] max-md:member:block print:hidden"
    >
      <ul className="flex">
        {bottomLinks.map(({ to, label, icon: Icon }) => (
          <li key={to} className="min-w-0 flex-auto">
            <a
              href={to}
              className="flex min-h-14 flex-col items-center justify-center gap-1 px-0.5 text-bar font-semibold text-muted focus-visible:-outline-offset-2"
            >
              <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
              <span className="max-w-full truncate max-[23rem]:tracking-tight max-[20rem]:sr-only">{label}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
