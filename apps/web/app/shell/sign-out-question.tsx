import { useState } from 'react';
import { Confirm } from '../ui/confirm.tsx';

type SignOutQuestionProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onSignOut: () => void;
};

/** Asked of somebody who would leave words behind that were not sent. */
export default function SignOutQuestion({ isOpen, onOpenChange, onSignOut }: SignOutQuestionProps) {
  const [isLeaving, setIsLeaving] = useState(false);
  return (
    <Confirm
      isOpen={isOpen}
      onOpenChange={(next) => {
        if (!isLeaving) onOpenChange(next);
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
