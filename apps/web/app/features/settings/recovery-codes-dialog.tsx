import { Copy, Printer } from 'lucide-react';
import { useState } from 'react';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

type RecoveryCodesDialogProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  codes: readonly string[];
};

/** Props of the dialog that shows new recovery codes once. */
export const recoveryCodesDialog = ({ codes, onOpenChange }: Omit<RecoveryCodesDialogProps, 'isOpen'>) => ({
  title: 'Your recovery codes',
  isShownOnce: true,
  footer: <Button onClick={() => onOpenChange(false)}>I saved them</Button>,
  children: <RecoveryCodes codes={codes} />,
});

export default function RecoveryCodesDialog({ isOpen, onOpenChange, codes }: RecoveryCodesDialogProps) {
  return <Dialog isOpen={isOpen} onOpenChange={onOpenChange} {...recoveryCodesDialog({ codes, onOpenChange })} />;
}

/** The codes are never shown again. `base.css` prints only them. */
function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const [copyResult, setCopyResult] = useState<'copied' | 'failed'>();
  const copy = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => setCopyResult('copied'),
      () => setCopyResult('failed'),
    );
  return (
    <div className="flex flex-col gap-4">
      <p>Each code opens your account once if you don’t have your app. Keep them where only you can find them.</p>
      <ul
        data-printed=""
        className="grid grid-cols-[repeat(auto-fit,minmax(12ch,1fr))] gap-x-6 gap-y-2 rounded-control bg-sunk p-4 font-semibold tabular-nums"
      >
        {codes.map((code) => (
          <li key={code} className="whitespace-nowrap">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => void copy()}>
          <Copy size={18} strokeWidth={1.75} aria-hidden="true" />
          Copy
        </Button>
        <Button variant="secondary" onClick={() => window.print()}>
          <Printer size={18} strokeWidth={1.75} aria-hidden="true" />
          Print
        </Button>
      </div>
      <div role="status">
        {copyResult === 'copied' && <p className="text-sm text-muted">Copied.</p>}
        {copyResult === 'failed' && (
          <Banner tone="warn">Your browser could not copy them. Please write them down.</Banner>
        )}
      </div>
    </div>
  );
}
