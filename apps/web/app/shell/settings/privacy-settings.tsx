import { settingsQuery } from '../../features/members/settings.api.ts';
import { VisibilitySection } from '../../features/members/visibility-section.tsx';
import { LeaderboardSettings } from '../../features/points/leaderboard-settings.tsx';
import { ConsentSection } from '../../features/settings/consent-section.tsx';
import { frameLoader } from '../../lib/page-data.ts';
import { screenLoader } from '../../lib/query-client.ts';

/** Sends the page without the settings. */
export const loader = frameLoader;
export const clientLoader = screenLoader((queryClient) => void queryClient.prefetchQuery(settingsQuery));

export default function PrivacySettings() {
  return (
    <>
      <VisibilitySection />
      <LeaderboardSettings />
      <ConsentSection />
    </>
  );
}
