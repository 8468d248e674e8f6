import type { ReactNode } from 'react';
import { Outlet } from 'react-router';
import { paths } from '../lib/paths.ts';
import { HelpLink } from '../ui/help-link.tsx';
import { Spinner } from '../ui/loading.tsx';
import { Logo } from '../ui/logo.tsx';
import { MemberBottomLinks, MemberIconLinks, MemberMainLinks } from './member-links.tsx';

type SimpleFrameProps = {
  /** Links between the logo and the help link. */
  links?: ReactNode;
  footer?: ReactNode;
  /** False in a loading state, where they would be replaced a moment later. */
  hasMemberLinks?: boolean;
  children?: ReactNode;
};

/** The frame of pages that need no sign-in: logo, a few links, help. A signed-in member keeps their navigation. */
export function SimpleFrame({ links, footer, hasMemberLinks = true, children }: SimpleFrameProps) {
  return (
    <div className="flex min-h-dvh flex-col max-md:member:pb-[calc(3.5rem+1px+env(safe-area-inset-bottom))]">
      <SkipLink />
      <header className="@container sticky top-0 z-30 border-b border-line bg-paper pt-[env(safe-area-inset-top)]">
        <div className="mx-auto flex min-h-14 max-w-300 flex-wrap items-center gap-2 px-3 @min-[18rem]:flex-nowrap sm:gap-3 sm:px-6 md:min-h-16">
          {/* A document navigation: the server decides between waitlist and feed. */}
          <a href={paths.home} className="me-auto inline-flex min-h-11 items-center rounded-control">
            <Logo className="max-sm:[&>span]:sr-only" />
          </a>
          {links}
          {hasMemberLinks && <MemberIconLinks />}
          <HelpLink />
        </div>
      </header>
      {hasMemberLinks && <MemberMainLinks />}
      <main id="main" tabIndex={-1} className="flex-1 outline-none">
        {children ?? <Outlet />}
      </main>
      {footer}
      {hasMemberLinks && <MemberBottomLinks />}
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

/** Shown while the session check is in flight. The help link is there from the first moment. */
export function FrameLoading() {
  return (
    <SimpleFrame hasMemberLinks={false}>
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
            <a href={paths.login} className="font-semibold text-primary underline underline-offset-4">
              Log in
            </a>
          </p>
        </noscript>
      </div>
    </SimpleFrame>
  );
}
