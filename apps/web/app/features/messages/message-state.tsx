import { Check, CheckCheck, Clock, type LucideIcon } from 'lucide-react';
import type { EntryState } from './chat-entries.ts';

const looks: Record<Exclude<EntryState, 'failed'>, { icon: LucideIcon; word: string; look: string }> = {
  sending: { icon: Clock, word: 'Sending', look: '' },
  sent: { icon: Check, word: 'Sent', look: '' },
  delivered: { icon: CheckCheck, word: 'Delivered', look: '' },
  read: { icon: CheckCheck, word: 'Read', look: 'text-primary' },
};

export const MessageState = ({ state }: { state: Exclude<EntryState, 'failed'> }) => {
  const { icon: Icon, word, look } = looks[state];
  return (
    <span className={`inline-flex items-center gap-1 ${look}`}>
      <Icon size={14} strokeWidth={2} aria-hidden="true" />
      {word}
    </span>
  );
};
