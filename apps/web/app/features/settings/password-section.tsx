import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { SettingsSection } from '../../ui/settings-section.tsx';

const NewPasswordDialog = lazyDialog(() => import('./new-password-dialog.tsx'));

export function PasswordSection() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <SettingsSection title="Password" text="A few words you can remember are better than one you cannot.">
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        Change password
      </Button>
      {isOpen && <NewPasswordDialog isOpen onOpenChange={setIsOpen} />}
    </SettingsSection>
  );
}
