import { type ReactNode, useId } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

type DialogFormProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: string;
  description?: string;
  submitLabel?: string;
  /** Button label while the form is in flight. */
  pendingLabel?: string;
  isDestructive?: boolean;
  canSubmit?: boolean;
  isPending: boolean;
  /** Lets the user close the dialog while the request continues. A toast reports the result. */
  closesWhilePending?: boolean;
  /** Called when Cancel is pressed, before the dialog closes. */
  onCancel?: () => void;
  /** Renders the form, which must use the given id so that the submit button in the footer belongs to it. */
  children: (formId: string) => ReactNode;
};

/** A form in a dialog. Its buttons stay in view while it scrolls. */
export function DialogForm(props: DialogFormProps) {
  const { isOpen, onOpenChange, title, description, submitLabel = 'Save', children } = props;
  const { pendingLabel = props.submitLabel ?? 'Saving...' } = props;
  const { isDestructive = false, canSubmit = true, isPending, closesWhilePending = false, onCancel } = props;
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
            disabled={!canSubmit}
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
