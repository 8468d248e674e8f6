import { CircleAlert } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import type { ChatEntry } from './chat-entries.ts';
import type { Outbox } from './outbox.ts';

/** Under a message that was refused: why, and what can be done. */
export const FailedMessage = ({ entry, outbox }: { entry: ChatEntry; outbox: Outbox }) => (
  <div className="mt-1 flex max-w-[85%] flex-col items-end">
    <p className="px-1 text-right text-xs text-balance text-danger">
      <CircleAlert size={14} strokeWidth={2} aria-hidden="true" className="-mt-0.5 mr-1.5 inline" />
      Not sent. {entry.reason}
    </p>
    <div className="flex gap-1">
      <Button variant="quiet" size="small" onClick={() => outbox.retry(entry.key)}>
        Retry
      </Button>
      <Button variant="quiet" size="small" onClick={() => outbox.remove(entry.key)}>
        Discard
      </Button>
    </div>
  </div>
);
