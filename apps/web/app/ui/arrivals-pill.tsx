import { ArrowUp } from 'lucide-react';
import { Button } from './button.tsx';

type ArrivalsPillProps = {
  count: number;
  /** Returns, for example, "3 new wins". */
  countText: (count: number) => string;
  isPending: boolean;
  onLoad: () => void;
};

/** Floating button with the number of new items above a list. It takes no space, so the list does not shift. */
export function ArrivalsPill({ count, countText, isPending, onLoad }: ArrivalsPillProps) {
  const text = count === 0 ? '' : countText(count);
  return (
    <div className="pointer-events-none sticky top-24 z-20 flex h-0 justify-center">
      <span role="status" className="sr-only">
        {text}
      </span>
      {text !== '' && (
        <Button
          size="small"
          className="pointer-events-auto -mt-6 h-9 animate-arrive rounded-full shadow-float"
          isPending={isPending}
          onClick={onLoad}
        >
          <ArrowUp size={16} strokeWidth={1.75} aria-hidden="true" />
          {text}
        </Button>
      )}
    </div>
  );
}
