import { AlertDialog as Radix } from 'radix-ui';
import { useState } from 'react';
import { Cancelled } from '../lib/api-error.ts';
import { Button } from './button.tsx';
import { closesByEscape, dialogPanelClass, overlayClass, unlessPending } from './dialog.tsx';
import { useReturnFocus } from './focus.tsx';

type ConfirmProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: string;
  text: string;
  confirmLabel: string;
  cancelLabel?: string;
  isDestructive?: boolean;
  /** While the action is in flight, the dialog stays open and nothing can dismiss it. */
  isPending?: boolean;
  onConfirm: () => void;
};

/** Asks before an irreversible action. The caller closes the dialog, so that it can stay open after a failure. */
export function Confirm({
  isOpen,
  onOpenChange,
  title,
  text,
  confirmLabel,
  cancelLabel = 'Cancel',
  isDestructive = false,
  isPending = false,
  onConfirm,
}: ConfirmProps) {
  const returnFocus = useReturnFocus();
  const close = unlessPending(isPending, onOpenChange);
  return (
    <Radix.Root open={isOpen} onOpenChange={close}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClass} />
        <Radix.Content className={dialogPanelClass('question')} {...returnFocus} {...closesByEscape(close)}>
          <div className="p-6 max-md:pb-4">
            <Radix.Title className="text-xl">{title}</Radix.Title>
            <Radix.Description className="mt-2 text-muted">{text}</Radix.Description>
            <div className="mt-6 flex flex-wrap justify-end gap-3 max-sm:[&>button]:flex-1">
              <Radix.Cancel asChild>
                <Button variant="secondary" aria-disabled={isPending}>
                  {cancelLabel}
                </Button>
              </Radix.Cancel>
              <Button variant={isDestructive ? 'destructive' : 'primary'} isPending={isPending} onClick={onConfirm}>
                {confirmLabel}
              </Button>
            </div>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** A mutation that deletes an item. */
export type Deletion = {
  isPending: boolean;
  mutate: (variables: undefined, options: { onSuccess: () => void }) => void;
};

type ConfirmDeletionProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** For example "post". */
  noun: string;
  /** Consequences. Follows the question. */
  effect?: string | undefined;
  deletion: Deletion;
};

/** Asks before an item is deleted. */
export const ConfirmDeletion = ({ isOpen, onOpenChange, noun, effect = '', deletion }: ConfirmDeletionProps) => (
  <Confirm
    isOpen={isOpen}
    onOpenChange={onOpenChange}
    title={`Delete ${noun}`}
    text={`Are you sure you want to delete this ${noun}? ${effect}`.trim()}
    confirmLabel="Delete"
    isDestructive
    isPending={deletion.isPending}
    onConfirm={() => deletion.mutate(undefined, { onSuccess: () => onOpenChange(false) })}
  />
);

/** A confirmation that the submission of a form waits for. `confirm` throws `Cancelled` if the user cancels. */
export function useConfirmation() {
  const [answer, setAnswer] = useState<((isConfirmed: boolean) => void) | null>(null);
  const close = (isConfirmed: boolean) => {
    answer?.(isConfirmed);
    setAnswer(null);
  };
  return {
    confirm: async (): Promise<void> => {
      const isConfirmed = await new Promise<boolean>((resolve) => setAnswer(() => resolve));
      if (!isConfirmed) throw new Cancelled();
    },
    /** Props of the `Confirm`. */
    dialog: { isOpen: answer !== null, onOpenChange: () => close(false), onConfirm: () => close(true) },
  };
}
