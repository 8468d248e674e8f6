import { Search } from 'lucide-react';
import { paths } from '../lib/paths.ts';
import { productName } from '../lib/product.ts';
import { classNames } from '../ui/class-names.ts';
import { HelpLink } from '../ui/help-link.tsx';
import { Skeleton, Spinner } from '../ui/loading.tsx';
import { Logo } from '../ui/logo.tsx';
import { eventsLink, headerLinks, messagesLink, notificationsLink, sidebarLinks } from './navigation.ts';
import { BottomLinks, SkipLink } from './simple-frame.tsx';

/** The columns of a member's frame: navigation and screen. */
export const frameGridClass =
  'mx-auto grid w-full max-w-frame flex-1 grid-cols-[minmax(0,1fr)] px-4 sm:px-6 md:grid-cols-[5rem_minmax(0,1fr)] md:gap-x-6 xl:grid-cols-[min(16rem,21%)_minmax(0,1fr)] xl:gap-x-8';

export const headerClass = '@container sticky top-0 z-30 border-b border-line bg-paper pt-[env(safe-area-inset-top)]';

/** The row inside the header. */
export const headerRowClass =
  'relative mx-auto flex min-h-14 max-w-frame flex-wrap items-center gap-1 px-4 max-[23rem]:gap-0 max-[23rem]:px-2 max-sm:@min-[18rem]:flex-nowrap xl:@min-[70rem]:flex-nowrap sm:gap-2 sm:px-6 xl:gap-1 md:min-h-16';

export const headerLinkClass =
  'inline-flex min-h-11 items-center gap-1 rounded-control px-2 text-sm font-semibold whitespace-nowrap text-muted transition-colors hover:bg-primary-soft hover:text-ink';

export const railClass = 'sticky top-16 hidden max-h-[calc(100dvh-4rem)] self-start overflow-y-auto py-6';

export const railLinkClass =
  'flex min-h-11 items-center gap-3 rounded-control px-3 text-sm font-semibold transition-colors hover:bg-primary-soft hover:text-ink xl:pointer-fine:min-h-10 max-xl:flex-col max-xl:gap-1 max-xl:px-0 max-xl:py-2 max-xl:text-center max-xl:text-xs max-xl:leading-tight';

/**
 * Shown while the session check is in flight. The help link is there from the first moment. A member sees the frame of
 * all screens without its data, never the frame of visitors: `data-viewer` on the root element tells them apart.
 */
export function FrameLoading() {
  return (
    <div className="flex min-h-dvh flex-col">
      <title>{productName}</title>
      <SkipLink />
      <header className={headerClass}>
        <div className={headerRowClass}>
          <a href={paths.home} className="me-auto inline-flex min-h-11 min-w-11 shrink-0 items-center xl:me-2">
            <Logo className="max-md:[&>span]:sr-only" />
          </a>
          <HeaderPlaceholder />
          <span className="-me-2 flex">
            <HelpLink />
          </span>
        </div>
      </header>
      <div className={frameGridClass}>
        <RailPlaceholder />
        <main
          id="main"
          tabIndex={-1}
          className="py-6 outline-none md:col-span-full md:member:col-span-1 md:member:col-start-2"
        >
          <LoadingNotice />
        </main>
      </div>
      <BottomLinks />
    </div>
  );
}

const searchLink = { to: paths.search, label: 'Search', icon: Search };

const HeaderPlaceholder = () => (
  <>
    <nav aria-label="Main" className="me-auto flex items-center">
      <span className="hidden xl:member:flex">
        {[...headerLinks, { to: paths.books, label: 'Resources' }, eventsLink].map(({ to, label }) => (
          <a key={to} href={to} className={headerLinkClass}>
            {label}
          </a>
        ))}
      </span>
    </nav>
    <span className="hidden h-10 w-60 min-w-49 shrink items-center rounded-full border border-field bg-control ps-8 text-sm text-muted xl:member:flex">
      Search community...
    </span>
    {[searchLink, notificationsLink, messagesLink].map(({ to, label, icon: Icon }) => (
      <a
        key={to}
        href={to}
        title={label}
        className={classNames(
          'hidden size-11 shrink-0 items-center justify-center text-muted member:inline-flex',
          to === paths.search && 'xl:member:hidden',
        )}
      >
        <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
        <span className="sr-only">{label}</span>
      </a>
    ))}
    <span className="hidden size-11 items-center justify-center member:inline-flex">
      <Skeleton isRound className="size-8" />
    </span>
  </>
);

const RailPlaceholder = () => (
  <aside aria-label="Main sidebar" className={`${railClass} md:member:block`}>
    <span className="mb-4 hidden h-65 flex-col items-center justify-center rounded-card border border-line bg-surface xl:flex">
      <Skeleton isRound className="size-16" />
      <Skeleton className="mt-4 h-5 w-32" />
    </span>
    <nav aria-label="Community" className="flex flex-col gap-1">
      {sidebarLinks.map(({ to, label, icon: Icon }) => (
        <a key={to} href={to} className={`${railLinkClass} text-muted`}>
          <Icon size={20} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
          {label}
        </a>
      ))}
    </nav>
  </aside>
);

const LoadingNotice = () => (
  <div className="flex min-h-[60dvh] items-center justify-center">
    <span className="noscript:hidden">
      <Spinner size="large" label="Loading" />
    </span>
    <noscript>
      <p className="max-w-160 px-4 text-center">
        This page needs JavaScript, which is turned off in your browser. Crisis lines, the self-help library and the
        waitlist work without it.
      </p>
      <p className="mt-4 text-center">
        {/* `sendSignInPage` of the server adds the address of the page. */}
        <a href={paths.login} className="font-semibold text-primary underline underline-offset-4">
          Log in
        </a>
      </p>
    </noscript>
  </div>
);
