import { settingsQuery } from '../../features/members/settings.api.ts';
import { AppearanceSection, KeyboardSection } from '../../features/settings/device-sections.tsx';
import { frameLoader } from '../../lib/page-data.ts';
import { screenLoader } from '../../lib/query-client.ts';

export const loader = frameLoader;
export const clientLoader = screenLoader((queryClient) => void queryClient.prefetchQuery(settingsQuery));

export default function DisplaySettings() {
  return (
    <>
      <AppearanceSection />
      <KeyboardSection />
    </>
  );
}
