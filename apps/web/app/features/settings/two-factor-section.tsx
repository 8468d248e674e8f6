import { securityCalls } from '@commons/contract/security';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api-client.ts';
import { showFailure } from '../../lib/api-error.ts';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { SettingsSection } from '../../ui/settings-section.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { useViewer, viewerQuery } from '../auth/index.ts';
import { twoFactorQuery } from './security.api.ts';
import type { NewKey } from './two-factor-setup.tsx';

const PasswordDialog = lazyDialog(() => import('./password-dialog.tsx'));
const RecoveryCodesDialog = lazyDialog(() => import('./recovery-codes-dialog.tsx'));
const TwoFactorSetup = lazyDialog(() => import('./two-factor-setup.tsx'));

/** The current operation. Each one first asks for the password. */
type Operation = 'turning on' | 'turning off' | 'renewing';

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

/**
 * The email must be confirmed before two-factor sign-in is set up, so that no one can lock an address that is not
 * theirs.
 */
function ConfirmEmailFirst() {
  const viewer = useViewer();
  const [sentCount, setSentCount] = useState(0);
  const sendLink = useMutation({
    mutationFn: () => call(securityCalls.requestEmailConfirmation),
    onSuccess: () => setSentCount(sentCount + 1),
    onError: (error) => showFailure(error, 'The link could not be sent. Please try again.'),
  });
  return (
    <>
      {sentCount > 0 ? (
        // A new key makes screen readers announce it each time.
        <Banner key={sentCount} tone="ok" isAlert>
          A link is on its way to {viewer?.email}. Once you have opened it, you can turn on two-factor sign-in here. The
          link works for one hour.
        </Banner>
      ) : (
        <p className="text-sm wrap-anywhere">
          First, please confirm that {viewer?.email} is your address. We will send you a link.
        </p>
      )}
      <Button variant="secondary" isPending={sendLink.isPending} onClick={() => sendLink.mutate()}>
        {sentCount > 0 ? 'Send it again' : 'Send me the link'}
      </Button>
    </>
  );
}

/** Two-factor sign-in with an authenticator app and recovery codes. */
export function TwoFactorSection() {
  const queryClient = useQueryClient();
  const query = useQuery(twoFactorQuery);
  const [operation, setOperation] = useState<Operation>();
  const [newKey, setNewKey] = useState<NewKey>();
  const [newCodes, setNewCodes] = useState<string[]>();
  const refresh = () => {
    void queryClient.invalidateQueries({ queryKey: twoFactorQuery.queryKey });
    // If admins need two-factor sign-in, this changes the viewer's effective role.
    void queryClient.invalidateQueries({ queryKey: viewerQuery.queryKey });
  };
  const submit = async (body: { password: string }) => {
    if (operation === 'turning on') setNewKey(await call(securityCalls.beginTwoFactor, { body }));
    else if (operation === 'renewing') {
      // The server shows the codes only once, so the dialog's code loads before they are created.
      await import('./recovery-codes-dialog.tsx');
      setNewCodes((await call(securityCalls.renewRecoveryCodes, { body })).recoveryCodes);
    } else {
      await call(securityCalls.disableTwoFactor, { body });
      showToast({ title: 'Two-factor sign-in is off' });
    }
    setOperation(undefined);
    refresh();
  };
  return (
    <SettingsSection
      title="Two-factor sign-in"
      text="After your password, logging in asks for a code from an app on your phone. Someone who learns your password still cannot get in."
    >
      <Loaded
        query={query}
        loading={<Skeleton className="h-11 w-48 rounded-control" />}
        failure={{ variant: 'banner', text: 'This could not be loaded.' }}
      >
        {({ isOn, isRequired, isEmailConfirmed, recoveryCodesLeft }) => (
          <div className="flex flex-col items-start gap-4">
            {isRequired && !isOn && (
              <Banner tone="warn">
                This community asks its administrators for two-factor sign-in. Until it is on, you have the rights of a
                regular member.
              </Banner>
            )}
            {isOn ? (
              <>
                <p className="flex flex-wrap items-center gap-3 text-sm">
                  <Badge tone="ok">On</Badge>
                  {recoveryCodesLeft === 1
                    ? '1 recovery code is left.'
                    : `${recoveryCodesLeft} recovery codes are left.`}
                </p>
                <div className="flex flex-wrap gap-3">
                  <Button variant="secondary" onClick={() => setOperation('renewing')}>
                    New recovery codes
                  </Button>
                  <Button variant="quiet" onClick={() => setOperation('turning off')}>
                    Turn off
                  </Button>
                </div>
              </>
            ) : isEmailConfirmed ? (
              <Button variant="secondary" onClick={() => setOperation('turning on')}>
                Turn on
              </Button>
            ) : (
              <ConfirmEmailFirst />
            )}
          </div>
        )}
      </Loaded>
      {operation !== undefined && (
        <PasswordDialog
          isOpen
          onOpenChange={() => setOperation(undefined)}
          {...passwordDialogs[operation]}
          submit={submit}
        />
      )}
      {newKey !== undefined && (
        <TwoFactorSetup isOpen newKey={newKey} onOpenChange={() => setNewKey(undefined)} onConfirmed={refresh} />
      )}
      {newCodes !== undefined && (
        <RecoveryCodesDialog isOpen onOpenChange={() => setNewCodes(undefined)} codes={newCodes} />
      )}
    </SettingsSection>
  );
}
