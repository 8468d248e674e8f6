import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

type RecoveryCodesDialogProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  codes: readonly string[];
};

/** Shows new recovery codes, once. */
export default function RecoveryCodesDialog({ isOpen, onOpenChange, codes }: RecoveryCodesDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title="Your recovery codes"
      isShownOnce
      footer={<Button onClick={() => onOpenChange(false)}>I have kept them</Button>}
    >
      <RecoveryCodes codes={codes} />
    </Dialog>
  );
}
