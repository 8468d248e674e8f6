import { useQuery } from '@tanstack/react-query';
import { BreakSection, DataSection } from '../../features/settings/account-sections.tsx';
import { signInOptionsQuery } from '../../features/settings/security.api.ts';
import { frameLoader } from '../../lib/page-data.ts';
import { screenLoader } from '../../lib/query-client.ts';
import { signOutWith } from '../leave-device.ts';

export const loader = frameLoader;
export const clientLoader = screenLoader((queryClient) => void queryClient.prefetchQuery(signInOptionsQuery));

export default function DataSettings() {
  const hasPassword = useQuery(signInOptionsQuery).data?.provider !== 'oidc';
  return (
    <>
      <BreakSection signOutWith={signOutWith} />
      <DataSection hasPassword={hasPassword} signOutWith={signOutWith} />
    </>
  );
}
