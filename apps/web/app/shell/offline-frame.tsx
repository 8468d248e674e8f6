import { useIsFetching } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, Outlet, useLocation } from 'react-router';
import { viewerQuery } from '../features/auth/index.ts';
import { hasSavedMeditations } from '../features/player/index.ts';
import { paths } from '../lib/paths.ts';
import { Banner } from '../ui/banner.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { SimpleFrame } from './simple-frame.tsx';

type OfflineFrameProps = {
  onRetry: () => void;
  /** Renders the unreachable screen, with optional content. */
  renderUnreachable: (more?: ReactNode) => ReactNode;
  docked: ReactNode;
};

/** The frame without a session check: saved meditations can be played, and other screens link to them. */
export default function OfflineFrame({ onRetry, renderUnreachable, docked }: OfflineFrameProps) {
  const { pathname } = useLocation();
  const isRetrying = useIsFetching({ queryKey: viewerQuery.queryKey }) > 0;
  if (!hasSavedMeditations()) return renderUnreachable();
  if (!pathname.startsWith(paths.meditations))
    return renderUnreachable(
      <Link to={paths.meditations} className={buttonClass('secondary')}>
        Saved meditations
      </Link>,
    );
  return (
    <SimpleFrame footer={docked}>
      <div className="mx-auto flex w-full max-w-240 flex-col gap-6 px-4 py-4 md:py-6">
        <Banner
          tone="warn"
          title="We cannot reach the community right now"
          action={
            <Button variant="secondary" size="small" isPending={isRetrying} onClick={onRetry}>
              Try again
            </Button>
          }
        >
          You can still play meditations saved on this device.
        </Banner>
        <Outlet />
      </div>
    </SimpleFrame>
  );
}
