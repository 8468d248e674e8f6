import type { Conversation } from '@commons/contract/messages';
import { Link } from 'react-router';
import { shortMoment } from '../../lib/locale.ts';
import { paths } from '../../lib/paths.ts';
import { CountBadge } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { MemberFace } from './member-face.tsx';

const previewOf = ({ isRemoved, content, photo }: Conversation): string => {
  if (isRemoved) return 'Message removed';
  return content === '' && photo ? 'Photo' : content;
};

export const ConversationRow = ({ conversation, isChosen }: { conversation: Conversation; isChosen: boolean }) => {
  const { otherUser, unreadCount, createdAt, isOnline } = conversation;
  const isUnread = unreadCount > 0;
  const isOwn = conversation.senderId !== otherUser.id;
  return (
    <li>
      <Link
        to={paths.conversation(otherUser.id)}
        aria-current={isChosen ? 'page' : undefined}
        className={classNames(
          'flex items-center gap-3 rounded-control px-2 py-2.5 transition-colors focus-visible:-outline-offset-2',
          isChosen ? 'bg-primary-soft' : 'hover:bg-primary-soft',
        )}
      >
        <MemberFace member={otherUser} isOnline={isOnline === true} />
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline gap-2">
            <span
              className={classNames('min-w-0 flex-1 truncate text-sm', isUnread ? 'font-bold' : 'font-semibold')}
              dir="auto"
            >
              {otherUser.displayName}
            </span>
            {isOnline === true && <span className="sr-only">, online, </span>}
            <time
              dateTime={createdAt}
              className={classNames('shrink-0 text-xs', isUnread ? 'font-semibold text-primary' : 'text-muted')}
            >
              {shortMoment(createdAt)}
            </time>
          </span>
          <span className="flex items-center gap-2">
            <span
              className={classNames(
                'min-w-0 flex-1 truncate text-sm',
                isUnread ? 'font-semibold text-ink' : 'text-muted',
                conversation.isRemoved && 'italic',
              )}
              dir="auto"
            >
              {isOwn && 'You: '}
              {previewOf(conversation)}
            </span>
            <CountBadge count={unreadCount} label={unreadCount === 1 ? 'unread message' : 'unread messages'} />
          </span>
        </span>
      </Link>
    </li>
  );
};
