import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, explainFailure, showFailure } from '../../lib/api-error.ts';
import { hasDrafts, unsentWarning } from '../../lib/drafts.ts';
import type { SignOutWith } from '../../lib/session-ended.ts';
import { Button, type ButtonVariant } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { useViewerId } from './viewer.api.ts';

type EndSessionsButtonProps = {
  label: string;
  variant: ButtonVariant;
  title: string;
  /** Consequences of the action, apart from the removal of data on this device. */
  text: string;
  confirmLabel: string;
  failedText: string;
  onEnd: () => Promise<unknown>;
  signOutWith: SignOutWith;
};

/** A button that ends all sessions, including this one, after a confirmation. */
export function EndSessionsButton(props: EndSessionsButtonProps) {
  const { label, variant, title, text, confirmLabel, failedText, onEnd, signOutWith } = props;
  const [isConfirming, setIsConfirming] = useState(false);
  const [hasUnsentDrafts, setHasUnsentDrafts] = useState(false);
  const viewerId = useViewerId();
  const end = useMutation({
    mutationFn: () => signOutWith(onEnd),
    onError: (error) => {
      setIsConfirming(false);
      // The last admin sees the server's reason, because another attempt would fail too.
      const isRefused = error instanceof ApiError && error.problem?.status === 409;
      showFailure(error, (isRefused ? explainFailure(error) : undefined) ?? failedText);
    },
  });
  return (
    <>
      <Button
        variant={variant}
        onClick={() => {
          // Another tab may have saved a draft.
          setHasUnsentDrafts(viewerId !== undefined && hasDrafts(viewerId));
          setIsConfirming(true);
        }}
      >
        {label}
      </Button>
      <Confirm
        isOpen={isConfirming}
        onOpenChange={setIsConfirming}
        title={title}
        text={[
          text,
          'Anything saved on this device, such as meditations, is removed.',
          ...(hasUnsentDrafts ? [unsentWarning] : []),
        ].join(' ')}
        confirmLabel={confirmLabel}
        isPending={end.isPending || end.isSuccess}
        onConfirm={() => end.mutate()}
      />
    </>
  );
}
