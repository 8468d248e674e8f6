import { useIsFetching } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, Outlet, useLocation } from 'react-router';
import { viewerQuery } from '../features/auth/index.ts';
import { hasSavedMeditations } from '../features/player/listening-storage.ts';
import { paths } from '../lib/paths.ts';
import { Banner } from '../ui/banner.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { NoticePage } from '../ui/notice-page.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { SimpleFrame } from './simple-frame.tsx';

const title = 'We cannot reach the community right now';

type OfflineFrameProps = { onRetry: () => void; docked: ReactNode };

/**
 * Shown when the session check gets no response: offline, or the server is down. The member stays signed in. Saved
 * meditations can be played, and other screens link to them.
 */
export function OfflineFrame({ onRetry, docked }: OfflineFrameProps) {
  const { pathname } = useLocation();
  const isRetrying = useIsFetching({ queryKey: viewerQuery.queryKey }) > 0;
  const hasMeditations = hasSavedMeditations();
  const retryButton = (variant: 'primary' | 'secondary') => (
    <Button variant={variant} size={variant === 'primary' ? 'large' : 'small'} isPending={isRetrying} onClick={onRetry}>
      Try again
    </Button>
  );
  if (hasMeditations && pathname.startsWith(paths.meditations))
    return (
      <SimpleFrame footer={docked}>
        <div className="mx-auto flex w-full max-w-240 flex-col gap-6 px-4 py-4 md:py-6">
          <Banner tone="warn" title={title} action={retryButton('secondary')}>
            You can still play meditations saved on this device.
          </Banner>
          <Outlet />
        </div>
      </SimpleFrame>
    );
  return (
    <SimpleFrame>
      <PageTitle>Not connected</PageTitle>
      <div role="alert">
        <NoticePage
          picture="offline"
          title={title}
          text="The problem may be your connection, or it may be us. You are still signed in, and what you wrote is saved on this device."
          action={
            <>
              {retryButton('primary')}
              {hasMeditations && (
                <Link to={paths.meditations} className={buttonClass('secondary', 'large')}>
                  Saved meditations
                </Link>
              )}
            </>
          }
        />
      </div>
    </SimpleFrame>
  );
}
