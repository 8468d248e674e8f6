import { securityCalls } from '@commons/contract/security/calls';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api-client.ts';
import { showFailure } from '../../lib/api-error.ts';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { useLazyDisclosure } from '../../ui/lazy-opening.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { SettingsSection } from '../../ui/settings-section.tsx';
import { useViewer } from '../auth/index.ts';
import { twoFactorQuery } from './security.api.ts';
import { recoveryCodesText } from './settings.texts.ts';
import type { Operation } from './two-factor-dialogs.tsx';

const TwoFactorDialogs = lazyPart(() => import('./two-factor-dialogs.tsx'));

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
  const query = useQuery(twoFactorQuery);
  const [operation, setOperation] = useState<Operation>('turning on');
  const { isOpen, setIsOpen, open, button } = useLazyDisclosure(TwoFactorDialogs);
  const buttonFor = (next: Operation) => ({
    ...button,
    onClick: () => {
      setOperation(next);
      open();
    },
  });
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
                  {recoveryCodesText(recoveryCodesLeft)}
                </p>
                <div className="flex flex-wrap gap-3">
                  <Button variant="secondary" {...buttonFor('renewing')}>
                    New recovery codes
                  </Button>
                  <Button variant="quiet" {...buttonFor('turning off')}>
                    Turn off<span className="sr-only"> two-factor sign-in</span>
                  </Button>
                </div>
              </>
            ) : isEmailConfirmed ? (
              <Button variant="secondary" {...buttonFor('turning on')}>
                Turn on<span className="sr-only"> two-factor sign-in</span>
              </Button>
            ) : (
              <ConfirmEmailFirst />
            )}
          </div>
        )}
      </Loaded>
      {isOpen === true && <TwoFactorDialogs operation={operation} onClose={() => setIsOpen(false)} />}
    </SettingsSection>
  );
}
