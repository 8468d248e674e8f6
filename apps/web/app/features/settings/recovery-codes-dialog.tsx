import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

type RecoveryCodesDialogProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  codes: readonly string[];
};

/** What a dialog is about that shows new recovery codes, once. */
export const recoveryCodesDialog = ({ codes, onOpenChange }: Omit<RecoveryCodesDialogProps, 'isOpen'>) => ({
  title: 'Your recovery codes',
  isShownOnce: true,
  footer: <Button onClick={() => onOpenChange(false)}>I have kept them</Button>,
  children: <RecoveryCodes codes={codes} />,
});

export default function RecoveryCodesDialog({ isOpen, onOpenChange, codes }: RecoveryCodesDialogProps) {
  return <Dialog isOpen={isOpen} onOpenChange={onOpenChange} {...recoveryCodesDialog({ codes, onOpenChange })} />;
}
