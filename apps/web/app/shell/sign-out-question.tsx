import { useState } from 'react';
import { unsentWords } from '../lib/unsent-words.ts';
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
      text={unsentWords}
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
