import { useQuery } from '@tanstack/react-query';
import { sessionsQuery, SessionsSection } from '../../features/auth/sessions-section.tsx';
import { CalendarSection } from '../../features/events/calendar-section.tsx';
import { EmailSection, PasswordSection } from '../../features/settings/account-sections.tsx';
import { signInOptionsQuery, twoFactorQuery } from '../../features/settings/security.api.ts';
import { TwoFactorSection } from '../../features/settings/two-factor-section.tsx';
import { frameLoader } from '../../lib/page-data.ts';
import { screenLoader } from '../../lib/query-client.ts';
import { SettingsSection } from '../../ui/settings-section.tsx';
import { signOutWith } from '../leave-device.ts';

export const loader = frameLoader;
export const clientLoader = screenLoader((queryClient) => {
  void queryClient.prefetchQuery(sessionsQuery);
  void queryClient.prefetchQuery(twoFactorQuery);
  void queryClient.prefetchQuery(signInOptionsQuery);
});

export default function AccountSettings() {
  const signInOptions = useQuery(signInOptionsQuery).data;
  return (
    <>
      {signInOptions?.provider === 'oidc' ? (
        <ProviderSection providerName={signInOptions.providerName} />
      ) : (
        <>
          <EmailSection />
          <PasswordSection />
          <TwoFactorSection />
        </>
      )}
      <SessionsSection signOutWith={signOutWith} />
      <CalendarSection />
    </>
  );
}

/** Shown if an external provider manages the accounts and their sign-in. */
function ProviderSection({ providerName }: { providerName: string | null }) {
  return (
    <SettingsSection title="How you log in" text="Your account is managed outside this community.">
      <p className="text-sm">
        You log in through {providerName ?? 'another provider'}. Email, password and two-factor sign-in are set up
        there.
      </p>
    </SettingsSection>
  );
}
