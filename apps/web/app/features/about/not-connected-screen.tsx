import { paths } from '../../lib/paths.ts';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageTitle } from '../../ui/page-title.tsx';

/** Offline fallback of the service worker for a visitor's uncached pages. */
export default function NotConnectedScreen() {
  return (
    <div className="py-8 md:py-16">
      <PageTitle>Not connected</PageTitle>
      <EmptyState
        headingLevel="h1"
        picture="offline"
        title="We cannot reach the community right now"
        text="The problem may be your connection, or it may be us. You can read the crisis lines and the self-help library offline."
        action={
          <div className="flex flex-wrap justify-center gap-3">
            <a href={paths.crisis} className={buttonClass('primary')}>
              Crisis lines
            </a>
            <a href={paths.selfHelp} className={buttonClass('secondary')}>
              Self-Help Library
            </a>
          </div>
        }
      />
    </div>
  );
}
