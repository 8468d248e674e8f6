import { useState } from 'react';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { SettingsSection } from '../../ui/settings-section.tsx';
import { useViewer } from '../auth/index.ts';

const EmailDialog = lazyDialog(() => import('./email-dialog.tsx'));

/** The address a member logs in with, and the way to another. */
export function EmailSection() {
  const viewer = useViewer();
  const [isOpen, setIsOpen] = useState(false);
  const [askedFor, setAskedFor] = useState<string>();
  return (
    <SettingsSection
      title="Email"
      text="You log in with it, and it is where we write to. Others see it only if you let them."
    >
      <div className="flex flex-col items-start gap-4">
        <p className="font-semibold wrap-anywhere">{viewer?.email}</p>
        {askedFor !== undefined && (
          <Banner tone="ok" isAlert>
            A link is on its way to {askedFor}. Your email changes when you open it; it works for one hour.
          </Banner>
        )}
        <Button variant="secondary" onClick={() => setIsOpen(true)}>
          Change email
        </Button>
      </div>
      {isOpen && <EmailDialog isOpen onOpenChange={setIsOpen} onAsked={setAskedFor} />}
    </SettingsSection>
  );
}
