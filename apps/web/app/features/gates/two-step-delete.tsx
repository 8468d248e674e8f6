import { useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';

type TwoStepDeleteProps = { name: string; isPending: boolean; onDelete: () => void };

/** Delete, then Confirm or Cancel, in place. Focuses Cancel, so that a held key cannot confirm. */
export function TwoStepDelete({ name, isPending, onDelete }: TwoStepDeleteProps) {
  const [isAsking, setIsAsking] = useState(false);
  const place = useRef<HTMLButtonElement>(null);
  const wasAsking = useRef(false);
  useEffect(() => {
    if (wasAsking.current === isAsking) return;
    wasAsking.current = isAsking;
    place.current?.focus({ preventScroll: true });
  }, [isAsking]);
  const cancel = () => setIsAsking(false);
  if (!isAsking)
    return (
      <Button
        ref={place}
        variant="quiet"
        size="small"
        className="first:-ms-3"
        aria-label={`Delete ${name}`}
        onClick={() => setIsAsking(true)}
      >
        Delete
      </Button>
    );
  return (
    <span className="inline-flex gap-2" role="group" aria-label={`Delete ${name}?`}>
      <Button variant="destructive" size="small" isPending={isPending} onClick={onDelete}>
        Confirm
      </Button>
      <Button
        ref={place}
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
