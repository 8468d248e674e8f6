import { Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button, IconButton } from '../../ui/button.tsx';
import { moveFocus } from '../../ui/focus.tsx';

type TwoStepDeleteProps = { name: string; isPending: boolean; onDelete: () => void };

/** A Delete button that is replaced by Confirm and Cancel. Focuses Cancel, so that holding a key down cannot confirm. */
export function TwoStepDelete({ name, isPending, onDelete }: TwoStepDeleteProps) {
  const [isConfirming, setIsConfirming] = useState(false);
  const focusTarget = useRef<HTMLButtonElement>(null);
  const wasConfirming = useRef(false);
  useEffect(() => {
    if (wasConfirming.current === isConfirming) return;
    wasConfirming.current = isConfirming;
    moveFocus(focusTarget.current);
  }, [isConfirming]);
  const cancel = () => setIsConfirming(false);
  if (!isConfirming)
    return (
      <IconButton
        ref={focusTarget}
        icon={Trash2}
        size="small"
        label={`Delete ${name}`}
        title="Delete"
        onClick={() => setIsConfirming(true)}
      />
    );
  return (
    // In a table it covers the other actions, so that the row keeps its height.
    <span
      className="inline-flex items-center gap-2 lg:absolute lg:inset-y-0 lg:end-0 lg:rounded-control lg:bg-surface lg:ps-4"
      role="group"
      aria-label={`Delete ${name}?`}
    >
      <Button variant="destructive" size="small" isPending={isPending} onClick={onDelete}>
        Confirm
      </Button>
      <Button
        ref={focusTarget}
        variant="secondary"
        size="small"
        onClick={cancel}
        onKeyDown={({ key }) => {
          if (key === 'Escape') cancel();
        }}
      >
        Cancel
      </Button>
    </span>
  );
}
