import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { sessionsQuery, SessionsSection } from '../features/auth/sessions-section.tsx';
import { blocksQuery, mutesQuery } from '../features/members/hidden-members.api.ts';
import { HiddenMembersSections } from '../features/members/hidden-members.tsx';
import { settingsQuery } from '../features/members/settings.api.ts';
import { VisibilitySection } from '../features/members/visibility-section.tsx';
import { MessageSettings } from '../features/messages/message-settings.tsx';
import { MutedWordsSection } from '../features/muted-words/muted-words-section.tsx';
import { NotificationSettings, notificationSettingsQuery } from '../features/notifications/notification-settings.tsx';
import { LeaderboardSettings } from '../features/points/leaderboard-settings.tsx';
import { BreakSection, DataSection, EmailSection, PasswordSection } from '../features/settings/account-sections.tsx';
import { AppearanceSection, KeyboardSection } from '../features/settings/device-sections.tsx';
import { signInOptionsQuery, twoFactorQuery } from '../features/settings/security.api.ts';
import { TwoFactorSection } from '../features/settings/two-factor-section.tsx';
import { frameLoader } from '../lib/page-data.ts';
import { paths } from '../lib/paths.ts';
import { screenLoader } from '../lib/query-client.ts';
import { PageTitle } from '../ui/page-title.tsx';
import { SettingsSection } from '../ui/settings-section.tsx';
import { signOutWith } from './leave-device.ts';
import { aboutLinks } from './navigation.ts';

/** Sends the page without the settings. */
export const loader = frameLoader;
export const clientLoader = screenLoader((queryClient) => {
  void queryClient.prefetchQuery(settingsQuery);
  void queryClient.prefetchQuery(notificationSettingsQuery);
  void queryClient.prefetchQuery(mutesQuery);
  void queryClient.prefetchQuery(blocksQuery);
  void queryClient.prefetchQuery(sessionsQuery);
  void queryClient.prefetchQuery(twoFactorQuery);
  void queryClient.prefetchQuery(signInOptionsQuery);
});

/** The settings sections of all features. */
export default function SettingsScreen() {
  const signInOptions = useQuery(signInOptionsQuery).data;
  const hasPassword = signInOptions?.provider !== 'oidc';
  return (
    <div className="flex flex-col gap-4">
      <PageTitle>Settings</PageTitle>
      <h1 className="mb-2 text-2xl">Settings</h1>
      <VisibilitySection />
      <MessageSettings />
      <NotificationSettings />
      <LeaderboardSettings />
      <AppearanceSection />
      <KeyboardSection />
      <MutedWordsSection />
      <HiddenMembersSections />
      {hasPassword ? (
        <>
          <EmailSection />
          <PasswordSection />
          <TwoFactorSection />
        </>
      ) : (
        <ProviderSection providerName={signInOptions.providerName} />
      )}
      <SessionsSection signOutWith={signOutWith} />
      <BreakSection signOutWith={signOutWith} />
      <DataSection hasPassword={hasPassword} signOutWith={signOutWith} />
      <ModerationSection />
      <AboutSection />
    </div>
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

/** Links to the member's reports and the moderators' decisions. */
function ModerationSection() {
  const links = [
    { to: paths.reports, label: 'Your reports' },
    { to: paths.decisions, label: 'From the moderators' },
  ];
  return (
    <SettingsSection title="Reports and decisions" text="What you reported, and what moderators decided about you.">
      <ul className="flex flex-col">
        {links.map(({ to, label }) => (
          <li key={to}>
            <Link
              to={to}
              className="inline-flex min-h-11 items-center font-semibold text-primary underline underline-offset-4"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </SettingsSection>
  );
}

function AboutSection() {
  return (
    <SettingsSection title="About this community" text="Our guidelines, and how we handle your data.">
      <ul className="flex flex-col">
        {aboutLinks.map(({ href, label }) => (
          <li key={href}>
            <a
              href={href}
              className="inline-flex min-h-11 items-center font-semibold text-primary underline underline-offset-4"
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </SettingsSection>
  );
}
