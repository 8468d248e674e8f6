import { Link } from 'react-router';
import { useUnreadCount } from '../features/messages/index.ts';
import { CountBadge } from '../ui/badge.tsx';
import { messagesLink } from './navigation.ts';

/** The way to the messages, with the number of conversations that wait to be read. */
export function MessagesLink() {
  const count = useUnreadCount();
  return (
    <Link
      to={messagesLink.to}
      title={messagesLink.label}
      className="relative inline-flex size-10 shrink-0 items-center justify-center rounded-full text-muted hover:bg-primary-soft hover:text-ink sm:size-11"
    >
      <messagesLink.icon size={20} strokeWidth={1.75} aria-hidden="true" />
      <span className="sr-only">{messagesLink.label}</span>
      <span className="absolute top-0 left-1/2 flex">
        <CountBadge count={count} label={count === 1 ? 'unread conversation' : 'unread conversations'} />
      </span>
    </Link>
  );
}
