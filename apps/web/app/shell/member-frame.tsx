import type { CurrentUser } from '@commons/contract/auth';
import { QueryClientProvider, useIsFetching, useQuery } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { Outlet, useLocation } from 'react-router';
import { viewerQuery } from '../features/auth/index.ts';
import { loadLaterPart, noteFirstScreen } from '../lib/after-first-screen.ts';
import { paths } from '../lib/paths.ts';
import { queryClient } from '../lib/query-client.ts';
import { leaveForSignIn } from '../lib/session-ended.ts';
import { useIsWideScreen } from '../lib/wide-screen.ts';
import { classNames } from '../ui/class-names.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { BottomNavigation } from './bottom-navigation.tsx';
import { FrameLoading } from './frame-loading.tsx';
import { LeftSidebar } from './left-sidebar.tsx';
import { MemberHeader } from './member-header.tsx';
import { fillsWindow, hasBottomNavigation, hasRightRail } from './navigation.ts';
import { OfflineBanner } from './offline-banner.tsx';
import { RightSidebar } from './right-sidebar.tsx';
import { SkipLink } from './skip-link.tsx';
import { UnreachableScreen } from './unreachable-screen.tsx';

const PublicFrame = lazyPart(() => import('./public-frame.tsx'));

export default function MemberFrame() {
  return (
    <QueryClientProvider client={queryClient}>
      <Gate />
    </QueryClientProvider>
  );
}

/** Who is here decides the frame: a member's, a visitor's at `/`, or the way to sign-in. */
function Gate() {
  const { data: viewer, isError, refetch } = useQuery(viewerQuery);
  const { pathname } = useLocation();
  const isVisitor = viewer === null;
  const mustSignIn = isVisitor && pathname !== paths.home;
  useEffect(() => {
    if (mustSignIn) leaveForSignIn();
  }, [mustSignIn]);
  // Who was here is still here when asking again fails.
  if (isError && viewer === undefined) return <UnreachableScreen onRetry={() => void refetch()} />;
  if (viewer === undefined || mustSignIn) return <FrameLoading />;
  if (!isVisitor) return <SignedInFrame viewer={viewer} />;
  return (
    <Suspense fallback={<FrameLoading />}>
      <PublicFrame />
    </Suspense>
  );
}

function SignedInFrame({ viewer }: { viewer: CurrentUser }) {
  const { pathname } = useLocation();
  const withBottomNavigation = hasBottomNavigation(pathname);
  const withRightRail = hasRightRail(pathname);
  const isWide = useIsWideScreen();
  useLive(viewer.id);
  return (
    <div
      className={classNames(
        'min-h-dvh',
        withBottomNavigation && 'max-md:pb-[calc(3.75rem+env(safe-area-inset-bottom))]',
      )}
    >
      <SkipLink />
      <MemberHeader viewer={viewer} />
      <div
        className={classNames(
          'mx-auto grid max-w-360 grid-cols-[minmax(0,1fr)] px-4 sm:px-6 md:grid-cols-[3.25rem_minmax(0,1fr)] md:gap-x-6 xl:gap-x-8',
          withRightRail
            ? 'xl:grid-cols-[16rem_minmax(0,40rem)_20rem] xl:justify-between'
            : 'xl:grid-cols-[16rem_minmax(0,1fr)]',
        )}
      >
        <LeftSidebar viewer={viewer} />
        <main
          id="main"
          tabIndex={-1}
          className={classNames(
            'min-w-0 outline-none md:py-6',
            fillsWindow(pathname)
              ? 'flex h-[calc(100dvh-3.5rem-1px-env(safe-area-inset-top))] flex-col md:h-[calc(100dvh-4rem-1px)]'
              : 'max-md:py-4',
            withRightRail ? 'max-xl:mx-auto max-xl:w-full max-xl:max-w-160' : 'mx-auto w-full max-w-240',
          )}
        >
          <OfflineBanner />
          <Suspense fallback={<ScreenLoading />}>
            <Outlet />
          </Suspense>
          <FirstScreenWatch />
        </main>
        {withRightRail && (isWide || pathname !== paths.home) && (
          <div className="max-xl:mx-auto max-xl:w-full max-xl:max-w-160 md:max-xl:col-start-2">
            <RightSidebar />
          </div>
        )}
      </div>
      {withBottomNavigation && <BottomNavigation />}
    </div>
  );
}

/** Follows the community live, once the first screen has what it needs. */
const useLive = (viewerId: string): void => {
  useEffect(() => {
    const starting = loadLaterPart(() => import('./live.ts')).then(({ startLive }) => startLive(queryClient, viewerId));
    starting.catch((error: unknown) => reportError(error));
    return () => void starting.then((stop) => stop()).catch(() => undefined);
  }, [viewerId]);
};

/** Below the screen, so that what the screen asks for when it is mounted has been asked for. */
function FirstScreenWatch() {
  const isFetching = useIsFetching() > 0;
  useEffect(() => {
    if (!isFetching && queryClient.isFetching() === 0) noteFirstScreen();
  }, [isFetching]);
  return null;
}

function ScreenLoading() {
  return (
    <div className="flex min-h-[50dvh] items-center justify-center">
      <Spinner size="large" label="Loading" />
    </div>
  );
}
