import { frameLoader } from '../../lib/page-data.ts';
import { paths } from '../../lib/paths.ts';
import { screenLoader } from '../../lib/query-client.ts';
import { ScreenHeader } from '../../ui/screen-header.tsx';
import { useViewerId } from '../auth/index.ts';
import { ownDecisionsQuery } from './moderation.api.ts';
import { OwnDecisions } from './own-decisions.tsx';

export const loader = frameLoader;
export const clientLoader = screenLoader((queryClient) => void queryClient.prefetchInfiniteQuery(ownDecisionsQuery));

/** Decisions about the viewer, with a button to appeal. */
export default function DecisionsScreen() {
  const memberId = useViewerId();
  return (
    <div className="flex flex-col gap-6">
      <ScreenHeader
        title="From the Moderators"
        lead={
          <>
            Decisions about you, based on the{' '}
            <a href={paths.guidelines} className="font-semibold text-primary underline underline-offset-4">
              guidelines
            </a>
            . Only you can see this page.
          </>
        }
      />
      {memberId !== undefined && <OwnDecisions memberId={memberId} />}
    </div>
  );
}
