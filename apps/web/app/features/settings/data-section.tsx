import { accountExport } from '@commons/contract/account';
import { Download } from 'lucide-react';
import { useState } from 'react';
import type { SignOutBy } from '../../lib/session-ended.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { SettingsSection } from '../../ui/settings-section.tsx';

const LeaveDialog = lazyDialog(() => import('./leave-dialog.tsx'));

/** What is kept of a member is theirs: to take along, and to take away. */
export function DataSection({ hasPassword, signOutBy }: { hasPassword: boolean; signOutBy: SignOutBy }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <SettingsSection
      title="Your data"
      text="Take along everything that is kept of you, as one ZIP file: what you wrote, your messages, your journal, your pictures."
    >
      <div className="flex flex-wrap gap-3">
        <a href={accountExport} download className={buttonClass('secondary')}>
          <Download size={18} strokeWidth={1.75} aria-hidden="true" />
          Download my data
        </a>
        <Button variant="quiet" onClick={() => setIsOpen(true)}>
          Leave the community
        </Button>
      </div>
      {isOpen && <LeaveDialog isOpen onOpenChange={setIsOpen} hasPassword={hasPassword} signOutBy={signOutBy} />}
    </SettingsSection>
  );
}
