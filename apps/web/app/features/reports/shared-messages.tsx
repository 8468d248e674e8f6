import type { Message } from '@commons/contract/messages';
import { Checkbox } from '../../ui/checkbox.tsx';

type SharedMessagesProps = {
  messages: readonly Message[];
  isShared: boolean;
  onChange: (isShared: boolean) => void;
};

/** Nobody else reads a conversation: the member sees, and decides, what moderators are shown of it. */
export const SharedMessages = ({ messages, isShared, onChange }: SharedMessagesProps) => (
  <div className="flex flex-col gap-2">
    <Checkbox
      label={
        messages.length === 1
          ? 'Show the moderators this message'
          : `Show the moderators these ${messages.length} messages`
      }
      checked={isShared}
      onChange={(event) => onChange(event.target.checked)}
    />
    {isShared && (
      <ul className="ml-8 flex flex-col gap-1.5 border-l-2 border-line pl-3 text-sm text-muted">
        {messages.map(({ id, content, photo }) => (
          <li key={id} dir="auto" className="line-clamp-2 wrap-anywhere">
            {content === '' ? 'A photo' : content}
            {content !== '' && photo && ' (with a photo)'}
          </li>
        ))}
      </ul>
    )}
    <p className="ml-8 text-xs text-muted">Nothing else of your conversation is shown to them.</p>
  </div>
);
