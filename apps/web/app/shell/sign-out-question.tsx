import { useState } from 'react';
import { Confirm } from '../ui/confirm.tsx';

type SignOutQuestionProps = { onStay: () => void; onSignOut: () => void };

/** Asked of somebody who would leave words behind that were not sent. */
export default function SignOutQuestion({ onStay, onSignOut }: SignOutQuestionProps) {
  const [isLeaving, setIsLeaving] = useState(false);
  return (
    <Confirm
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen && !isLeaving) onStay();
      }}
      title="Sign out before it is sent?"
      text="Something you wrote here has not been sent yet. Signing out takes it off this device for good, so that nobody else finds it."
      confirmLabel="Sign out"
      cancelLabel="Stay signed in"
      isDestructive
      isPending={isLeaving}
      onConfirm={() => {
        setIsLeaving(true);
        onSignOut();
      }}
    />
  );
}
