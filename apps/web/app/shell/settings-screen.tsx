import { SessionsSection } from '../features/auth/sessions-section.tsx';
import { HiddenMembersSections } from '../features/members/hidden-members.tsx';
import { VisibilitySection } from '../features/members/visibility-section.tsx';
import { MessageSettings } from '../features/messages/message-settings.tsx';
import { PageTitle } from '../ui/page-title.tsx';

/** The features' settings, one under the other. */
export default function SettingsScreen() {
  return (
    <div className="flex max-w-160 flex-col gap-6">
      <PageTitle>Settings</PageTitle>
      <h1 className="text-2xl">Settings</h1>
      <VisibilitySection />
      <MessageSettings />
      <HiddenMembersSections />
      <SessionsSection />
    </div>
  );
}
