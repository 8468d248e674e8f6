import { consentCalls } from '@commons/contract/consent/calls';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { showFailure } from '../../lib/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { useLazyDisclosure } from '../../ui/lazy-opening.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { SettingsSection } from '../../ui/settings-section.tsx';
import { useViewer, viewerQuery } from '../auth/index.ts';

const Confirm = lazyPart(async () => ({ default: (await import('../../ui/confirm.tsx')).Confirm }));

/** Shows the member's consent. Withdrawing it leads to the screen for agreeing again or leaving. */
export function ConsentSection() {
  const consent = useViewer()?.consent;
  const queryClient = useQueryClient();
  const question = useLazyDisclosure(Confirm);
  const withdrawal = useMutation({
    meta: { changes: ['viewer'] },
    mutationFn: () => call(consentCalls.withdrawConsent),
    onSuccess: (viewer) => queryClient.setQueryData(viewerQuery.queryKey, viewer),
    onError: (error) => showFailure(error, 'Your agreement could not be withdrawn. Please try again.'),
  });
  if (!consent?.acceptedAt) return null;
  return (
    <SettingsSection
      title="Your agreement"
      text={`You agreed that we keep what you share about your health, and accepted version ${consent.guidelinesVersion} of the guidelines.`}
      action={
        <Button variant="secondary" {...question.button}>
          Withdraw
        </Button>
      }
    >
      {question.isOpen === true && (
        <Confirm
          isOpen
          onOpenChange={question.setIsOpen}
          isPending={withdrawal.isPending}
          title="Withdraw your agreement?"
          text="You can then no longer write here. You can download your data, leave and have everything deleted, or agree again."
          confirmLabel="Withdraw"
          cancelLabel="Keep it"
          onConfirm={() => withdrawal.mutate()}
        />
      )}
    </SettingsSection>
  );
}
