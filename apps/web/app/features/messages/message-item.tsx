import type { MemberSummary } from '@commons/contract/members';
import { LinkedText } from '../../lib/linked-text.tsx';
import { formatMoment, timeOfDay } from '../../lib/locale.ts';
import { classNames } from '../../ui/class-names.ts';
import type { ChatEntry } from './chat-entries.ts';
import { FailedMessage } from './failed-message.tsx';
import { MessageMenu } from './message-menu.tsx';
import { MessagePhoto } from './message-photo.tsx';
import { MessageState } from './message-state.tsx';
import type { Outbox } from './outbox.ts';

type MessageItemProps = {
  entry: ChatEntry;
  member: MemberSummary;
  outbox: Outbox;
  /** Stands under a message of the same person, written shortly before. */
  isContinuing: boolean;
  isLastTogether: boolean;
  showsState: boolean;
  isRemovable: boolean;
  hidesPhoto: boolean;
};

const bubbleLook = ({ isOwn, isRemoved, state }: ChatEntry): string => {
  if (isRemoved) return 'border border-line text-muted italic';
  if (state === 'failed') return 'border border-danger bg-danger-soft';
  return isOwn ? 'bg-primary-soft' : 'bg-sunk';
};

export const MessageItem = (props: MessageItemProps) => {
  const { entry, member, outbox, isContinuing, isLastTogether, showsState, isRemovable, hidesPhoto } = props;
  const { isOwn, isRemoved, content, photo, createdAt, state } = entry;
  const time = timeOfDay(createdAt);
  return (
    <li
      data-entry
      data-position={entry.position ?? undefined}
      className={classNames('group flex flex-col', isOwn ? 'items-end' : 'items-start', isContinuing ? 'mt-1' : 'mt-3')}
    >
      <div className={classNames('flex max-w-[85%] items-center gap-1 lg:max-w-[75%]', isOwn && 'flex-row-reverse')}>
        <div
          title={formatMoment(createdAt)}
          className={classNames(
            'min-w-0 overflow-hidden rounded-card text-base forced-colors:border',
            photo && 'w-80',
            isOwn ? 'rounded-br-small' : 'rounded-bl-small',
            bubbleLook(entry),
          )}
        >
          <span className="sr-only">
            {isOwn ? 'You' : member.displayName}, {time}:
          </span>
          {photo && (
            <MessagePhoto
              photo={photo}
              label={isOwn ? 'Your photo' : `Photo from ${member.displayName}`}
              isHidden={hidesPhoto}
            />
          )}
          {isRemoved && <p className="px-3.5 py-2 text-sm">Message removed</p>}
          {content !== '' && <LinkedText text={content} className="px-3.5 py-2" />}
        </div>
        {isRemovable && entry.messageId !== null && <MessageMenu messageId={entry.messageId} userId={member.id} />}
      </div>
      {state === 'failed' ? (
        <FailedMessage entry={entry} outbox={outbox} />
      ) : (
        (isLastTogether || showsState) && (
          <p className="mt-1 flex items-center gap-1.5 px-1 text-xs text-muted">
            <time dateTime={createdAt} aria-hidden="true">
              {time}
            </time>
            {showsState && state && <MessageState state={state} />}
          </p>
        )
      )}
    </li>
  );
};
