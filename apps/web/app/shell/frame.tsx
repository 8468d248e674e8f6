import type { CurrentUser } from '@commons/contract/auth/schemas';
import { QueryClientProvider, useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, use, useEffect, useSyncExternalStore } from 'react';
import { Link, Outlet, useLocation, useNavigation } from 'react-router';
import { viewerQuery } from '../features/auth/index.ts';
import { usePlayer } from '../features/player/player-store.ts';
import { LateSupport } from '../features/support/index.ts';
import { DocumentContext } from '../lib/document.ts';
import { HydrationProvider } from '../lib/hydration.ts';
import { afterFirstScreen, importWithRetry, markFirstScreenShown } from '../lib/lazy.ts';
import { markSignedIn } from '../lib/member-hint.ts';
import { pageLoader, usePageData } from '../lib/page-data.ts';
import { paths } from '../lib/paths.ts';
import { queryClient as pageClient } from '../lib/query-client.ts';
import { useHasSideNavigation, useIsWideScreen } from '../lib/screen.ts';
import { leaveForSignIn } from '../lib/session-ended.ts';
import { Banner } from '../ui/banner.tsx';
import { classNames } from '../ui/class-names.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { ProgressBar, Spinner } from '../ui/loading.tsx';
import { FrameLoading, frameGridClass } from './frame-loading.tsx';
import { LeftSidebar } from './left-sidebar.tsx';
import { MemberHeader } from './member-header.tsx';
import { fillsWindow, hasBottomNavigation, hasRailBelow, hasRightRail } from './navigation.ts';
import { OfflineFrame } from './offline-frame.tsx';
import { RightSidebar } from './right-sidebar.tsx';
import { SignOutLink } from './sign-out.tsx';
import { BottomBar, bottomLinkClass, SkipLink } from './simple-frame.tsx';
import { UnsavedTexts } from './unsaved-texts.tsx';

export const loader = pageLoader((client) => void client.prefetchQuery(viewerQuery));

/** Starts the session check in parallel with the screen's code and data. */
export const clientLoader = (): null => {
  void pageClient.prefetchQuery(viewerQuery);
  return null;
};

/** The viewer outlives every screen. */
export const shouldRevalidate = () => false;

const showLoading = { fallback: () => <ScreenLoading /> };
const BreakMessage = lazyPart(() => import('../features/settings/break-message.tsx'), showLoading);
const ConsentScreen = lazyPart(() => import('./consent-screen.tsx'), showLoading);
const MiniPlayer = lazyPart(() => import('../features/player/mini-player.tsx'), { failed: () => null });
const NameScreen = lazyPart(() => import('../features/welcome/name-screen.tsx'), showLoading);

/** The frame of the home page and the members' screens. */
export default function MemberFrame() {
  const { queryClient = pageClient } = use(DocumentContext);
  usePageData(queryClient);
  return (
    <QueryClientProvider client={queryClient}>
      <HydrationProvider>
        <Gate />
      </HydrationProvider>
    </QueryClientProvider>
  );
}

/** Shows the member's frame, or leaves for a visitor's page: the waitlist from `/`, or to sign in. */
function Gate() {
  const { data: viewer, errorUpdateCount, refetch } = useQuery(viewerQuery);
  const { pathname } = useLocation();
  const isVisitor = viewer === null;
  useEffect(() => {
    if (!isVisitor) return;
    if (pathname === paths.home) window.location.replace(paths.waitlist);
    else leaveForSignIn();
  }, [isVisitor, pathname]);
  useEffect(() => {
    if (viewer !== undefined) markSignedIn(viewer !== null);
  }, [viewer]);
  // A failed refetch keeps the member's frame. During a retry, the failure screen stays.
  const isUnreachable = errorUpdateCount > 0 && viewer === undefined;
  useEffect(() => {
    if (!isUnreachable) return undefined;
    const retryOnline = () => void refetch();
    window.addEventListener('online', retryOnline);
    return () => window.removeEventListener('online', retryOnline);
  }, [isUnreachable, refetch]);
  if (isUnreachable) return <OfflineFrame onRetry={() => void refetch()} docked={<Docked />} />;
  if (!viewer) return <FrameLoading />;
  if (viewer.consent.state === 'given') return <SignedInFrame viewer={viewer} />;
  return (
    <Suspense fallback={<ScreenLoading />}>
      <ConsentScreen viewer={viewer} />
    </Suspense>
  );
}

/** Shows the current screen, unless the member has to answer a question first. */
function MemberScreen({ viewer }: { viewer: CurrentUser }) {
  if (viewer.breakUntil)
    return (
      <BreakMessage
        until={viewer.breakUntil}
        signOut={<SignOutLink memberId={viewer.id}>Stay on my break</SignOutLink>}
      />
    );
  const isUnnamed = viewer.firstName === '' && viewer.lastName === '';
  return isUnnamed ? <NameScreen viewer={viewer} /> : <Outlet />;
}

/** Without a rail beside it, a reading column is in the middle. From 1280 px it starts where all screens start. */
const readingColumnClass = 'max-xl:mx-auto max-xl:w-full max-xl:max-w-160';

function SignedInFrame({ viewer }: { viewer: CurrentUser }) {
  const { pathname } = useLocation();
  const withBottomNavigation = hasBottomNavigation(pathname);
  const isReading = hasRightRail(pathname);
  const isRailBelow = hasRailBelow(pathname);
  const isFilling = fillsWindow(pathname);
  const hasSideNavigation = useHasSideNavigation();
  const isWide = useIsWideScreen();
  useBackground(viewer.id);
  return (
    <div
      className={classNames(
        'flex flex-col',
        // Only where a chat can bring its own header: the group selector makes each change of the page slower.
        isFilling && 'group/frame',
        isFilling ? 'h-dvh' : 'min-h-dvh',
        withBottomNavigation &&
          'max-md:[--foot:calc(3.5rem+1px+env(safe-area-inset-bottom))] max-md:pb-[calc(3.5rem+1px+env(safe-area-inset-bottom))]',
      )}
    >
      <SkipLink />
      <MemberHeader viewer={viewer} />
      <div
        className={classNames(
          frameGridClass,
          isFilling && 'min-h-0 grid-rows-[minmax(0,1fr)]',
          isRailBelow && 'content-start',
          isReading && 'xl:grid-cols-[min(16rem,21%)_minmax(0,1fr)_min(20rem,26%)]',
        )}
      >
        {hasSideNavigation && <LeftSidebar viewer={viewer} />}
        <main
          id="main"
          tabIndex={-1}
          className={classNames(
            'flex min-w-0 flex-col outline-none md:col-start-2 md:py-6',
            !isFilling && 'max-md:py-4',
            isReading && readingColumnClass,
          )}
        >
          <NavigationProgress />
          <Suspense fallback={<ScreenLoading />}>
            <HydrationProvider>
              <MemberScreen viewer={viewer} />
            </HydrationProvider>
          </Suspense>
          <FirstScreenWatch />
        </main>
        {isReading && (isWide || isRailBelow) && (
          // At first, the browser renders the wide layout of the server.
          <div className={classNames('md:max-xl:col-start-2', isRailBelow ? readingColumnClass : 'max-xl:hidden')}>
            <RightSidebar />
          </div>
        )}
      </div>
      <div className="sticky bottom-[var(--foot,0px)] z-20">
        <UnsavedTexts />
        <OfflineBanner />
        <Docked />
      </div>
      {withBottomNavigation && <BottomNavigation viewer={viewer} />}
      <LateSupport />
    </div>
  );
}

/** The player below the screen, above the bottom bar of phones. */
function Docked() {
  return usePlayer(({ meditation }) => meditation !== null) && <MiniPlayer />;
}

/** Starts background work after the first screen has loaded. */
const useBackground = (viewerId: string): void => {
  const queryClient = useQueryClient();
  useEffect(() => {
    const starting = afterFirstScreen()
      .then(() => importWithRetry(() => import('./background.ts'), { isBackground: true }))
      .then(({ startBackground }) => startBackground(queryClient, viewerId));
    starting.catch((error: unknown) => reportError(error));
    return () => void starting.then((stop) => stop()).catch(() => undefined);
  }, [queryClient, viewerId]);
};

/** Progress bar while the next screen's code loads. */
function NavigationProgress() {
  return useNavigation().state === 'loading' && <ProgressBar label="Loading the next screen" />;
}

/** Rendered after the screen, so that the screen's reads have already started. */
function FirstScreenWatch() {
  const queryClient = useQueryClient();
  const isFetching = useIsFetching() > 0;
  useEffect(() => {
    if (!isFetching && queryClient.isFetching() === 0) markFirstScreenShown();
  }, [isFetching, queryClient]);
  return null;
}

function ScreenLoading() {
  return (
    <div className="m-auto flex justify-center py-16">
      <Spinner size="large" label="Loading" />
    </div>
  );
}

function BottomNavigation({ viewer }: { viewer: CurrentUser }) {
  const { pathname } = useLocation();
  return (
    <BottomBar
      className="md:hidden"
      renderLink={({ to }, content) => {
        const isCurrent = pathname === to || (to === paths.profile && pathname === paths.member(viewer.id));
        return (
          <Link
            to={to}
            prefetch="intent"
            aria-current={isCurrent ? 'page' : undefined}
            className={classNames(
              bottomLinkClass,
              // The current item has a line too: color alone is not accessible.
              isCurrent
                ? 'relative text-primary before:absolute before:inset-x-0 before:top-0 before:mx-auto before:h-1 before:w-8 before:rounded-full before:bg-primary'
                : 'text-muted',
            )}
          >
            {content}
          </Link>
        );
      }}
    />
  );
}

const subscribe = (listener: () => void) => {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
};

const useIsOnline = () =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );

/** Below the screen, so that it does not shift the content. */
function OfflineBanner() {
  const isOnline = useIsOnline();
  return (
    <div role="status">
      {!isOnline && (
        <div className="border-t border-line bg-surface">
          <div className="mx-auto max-w-frame px-4 py-2 sm:px-6">
            <Banner tone="warn" title="You are offline">
              What you write stays on this device. You can read the crisis lines offline.
            </Banner>
          </div>
        </div>
      )}
    </div>
  );
}
