import { sessionsQuery, SessionsSection } from '../features/auth/sessions-section.tsx';
import { blocksQuery, mutesQuery } from '../features/members/hidden-members.api.ts';
import { HiddenMembersSections } from '../features/members/hidden-members.tsx';
import { settingsQuery } from '../features/members/settings.api.ts';
import { VisibilitySection } from '../features/members/visibility-section.tsx';
import { MessageSettings } from '../features/messages/message-settings.tsx';
import { LeaderboardSettings } from '../features/points/listed-choice.tsx';
import { loadsScreen } from '../lib/query-client.ts';
import { PageTitle } from '../ui/page-title.tsx';
import { SettingsSection } from '../ui/settings-section.tsx';
import { aboutLinks } from './about-links.ts';

export { ScreenError as ErrorBoundary } from '../ui/screen-error.tsx';

export const clientLoader = loadsScreen((queryClient) => {
  void queryClient.prefetchQuery(settingsQuery);
  void queryClient.prefetchQuery(mutesQuery);
  void queryClient.prefetchQuery(blocksQuery);
  void queryClient.prefetchQuery(sessionsQuery);
});

/** The features' settings, one under the other. */
export default function SettingsScreen() {
  return (
    <div className="flex flex-col gap-4">
      <PageTitle>Settings</PageTitle>
      <h1 className="mb-2 text-2xl">Settings</h1>
      <VisibilitySection />
      <MessageSettings />
      <LeaderboardSettings />
      <HiddenMembersSections />
      <SessionsSection />
      <AboutSection />
    </div>
  );
}

function AboutSection() {
  return (
    <SettingsSection title="About this community" text="What we ask of one another, and what happens to what you give.">
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
