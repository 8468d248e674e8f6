import { unsentWarning } from '../lib/unsent-warning.ts';
import { Confirm } from '../ui/confirm.tsx';

type SignOutQuestionProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  isPending: boolean;
  onSignOut: () => void;
};

/** Asks for confirmation if a sign-out would discard unsent text. */
export default function SignOutQuestion({ onSignOut, ...dialog }: SignOutQuestionProps) {
  return (
    <Confirm
      {...dialog}
      title="Sign out before it’s sent?"
      text={unsentWarning}
      confirmLabel="Sign out"
      cancelLabel="Stay signed in"
      isDestructive
      onConfirm={onSignOut}
    />
  );
}
