import './lib/older-browsers.ts';
import { type ReactNode, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useMatches,
} from 'react-router';
import type { Route } from './+types/root.ts';
import { afterFirstScreen } from './lib/lazy.ts';
import { locale } from './lib/locale.ts';
import { findFocusPlace } from './lib/screen.ts';
import { DocumentHead } from './shell/document-head.tsx';
import { isPublicDocument } from './shell/document-kind.ts';
import NotFoundScreen from './shell/not-found-screen.tsx';
import { retryScreen } from './shell/retry-screen.tsx';
import { SentView } from './shell/sent-view.tsx';
import { keepApplication, registerServiceWorker } from './shell/service-worker-registration.ts';
import { FrameLoading, SimpleFrame } from './shell/simple-frame.tsx';
import { announce, Announcer } from './ui/announcer.tsx';
import { LazyToaster } from './ui/lazy-toaster.ts';
import { ScreenError } from './ui/screen-error.tsx';
import { toastStore } from './ui/toast-store.ts';
import './app.css';
import './lib/schemas-without-eval.ts';

// Before the first screen is asked for.
if (typeof window !== 'undefined') window.retryScreen = retryScreen;

/**
 * What the server noted on the page before React came. Where a translator has changed words meanwhile, React draws the
 * page anew, and would forget what it does not know.
 */
const noted = typeof document === 'undefined' ? {} : { ...document.documentElement.dataset };

export function Layout({ children }: { children: ReactNode }) {
  const hasSectionBar = useMatches().some(
    ({ handle }) => (handle as { hasSectionBar?: boolean } | undefined)?.hasSectionBar === true,
  );
  return (
    <html
      lang={locale}
      data-sign-up={noted['signUp']}
      data-viewer={noted['viewer']}
      data-theme={noted['theme']}
      data-motion={noted['motion']}
      data-text-size={noted['textSize']}
      data-section-bar={hasSectionBar ? '' : undefined}
      suppressHydrationWarning
    >
      <head>
        <DocumentHead />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function Root() {
  useEffect(() => {
    registerServiceWorker(() => {
      if (!isPublicDocument) keepApplication();
      const offering = import('./shell/new-version.ts').then(({ offerNewVersions }) => offerNewVersions());
      // It starts by itself another time.
      offering.catch(() => undefined);
    });
  }, []);
  useNoteReady();
  return (
    <>
      <Outlet />
      <RouteFocus />
      <Announcer />
      <DeferredToaster />
    </>
  );
}

/** Says on the document that the application runs: the watchdog of the page (`watchdog.ts`) then rests. */
const useNoteReady = (): void =>
  useEffect(() => {
    document.documentElement.dataset['ready'] = '';
  }, []);

export function HydrateFallback() {
  return <SentView otherwise={<FrameLoading />} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  useNoteReady();
  return (
    <>
      <ErrorScreen error={error} />
      <Announcer />
    </>
  );
}

/**
 * After a navigation inside the application the focus would stay on a link that is gone and a screen reader would say
 * nothing: the new screen is announced and the focus moves to its beginning, or to the part of it that the address names, as
 * a page load would do.
 */
function RouteFocus() {
  const { pathname, hash } = useLocation();
  const shownPathname = useRef(pathname);
  // With the drawing of the screen: a moment later the focus may be where the member put it.
  useLayoutEffect(() => {
    const isNew = shownPathname.current !== pathname;
    if (!isNew && hash === '') return undefined;
    shownPathname.current = pathname;
    const { activeElement } = document;
    const frame = requestAnimationFrame(() => {
      // Who has opened something meanwhile, or begun to write, is there.
      const hasBegunToWrite =
        document.activeElement !== activeElement && document.activeElement?.matches('input, textarea');
      if (!hasBegunToWrite && document.querySelector('[role="dialog"], [role="menu"][data-state="open"]') === null)
        (document.getElementById(hash.slice(1)) ?? findFocusPlace())?.focus({ preventScroll: true });
      if (isNew) announce(document.title);
    });
    return () => cancelAnimationFrame(frame);
  }, [pathname, hash]);
  return null;
}

/**
 * The notification area is needed a moment later than everything else: by visitors with the first toast, by members right
 * after their first screen, so that "You are logged out" is read before the page is left.
 */
function DeferredToaster() {
  const [isWanted, setIsWanted] = useState(false);
  useEffect(() => {
    const want = () => setIsWanted(true);
    const unsubscribe = toastStore.subscribe(want);
    if (toastStore.current() !== undefined) want();
    if (!isPublicDocument) void afterFirstScreen().then(want);
    return () => void unsubscribe();
  }, []);
  return <Suspense fallback={null}>{isWanted && <LazyToaster />}</Suspense>;
}

function ErrorScreen({ error }: { error: unknown }) {
  if (isRouteErrorResponse(error) && error.status === 404) {
    return (
      <SimpleFrame>
        <NotFoundScreen />
      </SimpleFrame>
    );
  }
  return (
    <SimpleFrame>
      <ScreenError />
    </SimpleFrame>
  );
}
