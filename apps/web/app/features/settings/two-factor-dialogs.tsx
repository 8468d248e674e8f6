import { securityCalls } from '@commons/contract/security';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api-client.ts';
import { showToast } from '../../lib/toast-store.ts';
import { viewerQuery } from '../auth/index.ts';
import PasswordDialog from './password-dialog.tsx';
import RecoveryCodesDialog from './recovery-codes-dialog.tsx';
import { twoFactorQuery } from './security.api.ts';
import TwoFactorSetup, { type NewKey } from './two-factor-setup.tsx';

/** An operation. Each one first asks for the password. */
export type Operation = 'turning on' | 'turning off' | 'renewing';

const passwordDialogs: Record<
  Operation,
  { title: string; description: string; submitLabel: string; isDestructive?: boolean }
> = {
  'turning on': {
    title: 'Turn on two-factor sign-in',
    description: 'Enter your password first. Then we set up your app.',
    submitLabel: 'Continue',
  },
  'turning off': {
    title: 'Turn off two-factor sign-in',
    description: 'Your password alone will open your account again. Your recovery codes will stop working.',
    submitLabel: 'Turn off',
    isDestructive: true,
  },
  renewing: {
    title: 'New recovery codes',
    description: 'Your current codes will stop working.',
    submitLabel: 'Create new codes',
  },
};

type TwoFactorDialogsProps = { operation: Operation; onClose: () => void };

/**
 * Asks for the password, then shows the next step. One module, because the server shows recovery codes only once: their
 * dialog must be loaded before they are created.
 */
export default function TwoFactorDialogs({ operation, onClose }: TwoFactorDialogsProps) {
  const queryClient = useQueryClient();
  const [newKey, setNewKey] = useState<NewKey>();
  const [newCodes, setNewCodes] = useState<string[]>();
  const refresh = () => {
    void queryClient.invalidateQueries({ queryKey: twoFactorQuery.queryKey });
    // If admins need two-factor sign-in, this changes the viewer's effective role.
    void queryClient.invalidateQueries({ queryKey: viewerQuery.queryKey });
  };
  const submit = async (body: { password: string }) => {
    if (operation === 'turning on') setNewKey(await call(securityCalls.beginTwoFactor, { body }));
    else if (operation === 'renewing')
      setNewCodes((await call(securityCalls.renewRecoveryCodes, { body })).recoveryCodes);
    else {
      await call(securityCalls.disableTwoFactor, { body });
      showToast({ title: 'Two-factor sign-in is off' });
      onClose();
    }
    refresh();
  };
  if (newKey) return <TwoFactorSetup isOpen newKey={newKey} onOpenChange={onClose} onConfirmed={refresh} />;
  if (newCodes) return <RecoveryCodesDialog isOpen onOpenChange={onClose} codes={newCodes} />;
  return <PasswordDialog isOpen onOpenChange={onClose} {...passwordDialogs[operation]} submit={submit} />;
}
