import { type ReactNode, useId } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

type DialogFormProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: string;
  description?: string;
  submitLabel: string;
  /** What the button says while the form is on its way. */
  pendingLabel?: string;
  isDestructive?: boolean;
  isSendable?: boolean;
  isPending: boolean;
  /** Of what goes on unseen: how it ended is told by a toast, and whoever opens the dialog again finds it under way. */
  closesWhilePending?: boolean;
  /** Called by Cancel, before the dialog closes. */
  onCancel?: () => void;
  /** The form itself, with the id by which the button below it belongs to it. */
  children: (formId: string) => ReactNode;
};

/** A form in a dialog; its buttons stay in view while it scrolls. */
export function DialogForm(props: DialogFormProps) {
  const { isOpen, onOpenChange, title, description, submitLabel, pendingLabel = submitLabel, children } = props;
  const { isDestructive = false, isSendable = true, isPending, closesWhilePending = false, onCancel } = props;
  const formId = useId();
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      isPending={isPending && !closesWhilePending}
      title={title}
      {...(description === undefined ? {} : { description })}
      footer={
        <>
          <Button
            variant="secondary"
            disabled={isPending}
            onClick={() => {
              onCancel?.();
              onOpenChange(false);
            }}
          >
            Cancel
          </Button>
          <Button
            type="submit"
            form={formId}
            variant={isDestructive ? 'destructive' : 'primary'}
            disabled={!isSendable}
            isPending={isPending}
          >
            {isPending ? pendingLabel : submitLabel}
          </Button>
        </>
      }
    >
      {children(formId)}
    </Dialog>
  );
}
