import type { MemberSummary } from '@commons/contract/members/schemas';
import { Check, CheckCheck, CircleAlert, Clock, Ellipsis, EyeOff, type LucideIcon } from 'lucide-react';
import { useRef, useState } from 'react';
import { formatDateTime, timeOfDay } from '../../lib/locale.ts';
import { showToast } from '../../lib/toast-store.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { lazyMenu } from '../../ui/lazy-opening.tsx';
import { LinkedText } from '../../ui/linked-text.tsx';
import type { ChatEntry, EntryState } from './message-log.ts';
import { messageOptions } from './messages.texts.ts';
import type { Outbox } from './outbox.ts';
import { useLongPress } from './use-long-press.ts';

const importMenus = () => import('./message-menus.tsx');
const MessageMenu = lazyMenu(async () => ({ default: (await importMenus()).MessageMenu }));

type MessageItemProps = {
  entry: ChatEntry;
  member: MemberSummary;
  outbox: Outbox;
  /** Follows a recent message of the same sender. */
  isContinuing: boolean;
  showsState: boolean;
  isRemovable: boolean;
  hidesPhoto: boolean;
  /** First name of the receiver, while the message waits among their requests. */
  requestTo: string | null;
};

const bubbleClass = ({ isOwn, isRemoved, state }: ChatEntry): string => {
  if (isRemoved) return 'border-line text-muted italic';
  if (state === 'failed') return 'border-danger bg-danger-soft';
  return isOwn ? 'border-transparent bg-bubble-own' : 'border-line bg-bubble-other';
};

export const MessageItem = (props: MessageItemProps) => {
  const { entry, member, outbox, isContinuing, showsState, isRemovable, hidesPhoto, requestTo } = props;
  const { isOwn, isRemoved, content, photo, createdAt, state } = entry;
  // Animates only messages sent here. Set once, because the message is stored before the animation ends.
  const [isAnimated] = useState(state === 'sending');
  const hasMenu = entry.messageId !== null && !isRemoved && (!isOwn || isRemovable || content !== '');
  const rowRef = useRef<HTMLDivElement>(null);
  const longPress = useLongPress(() => rowRef.current?.querySelector<HTMLElement>('[aria-haspopup=menu]')?.click());
  return (
    <li
      data-entry
      data-position={entry.position ?? undefined}
      className={classNames(
        'group relative flex flex-col',
        isOwn ? 'items-end' : 'items-start',
        isContinuing ? 'mt-1' : 'mt-3',
      )}
    >
      <div
        ref={rowRef}
        className={classNames(
          'flex max-w-[85%] items-center gap-1 max-[20rem]:flex-wrap lg:max-w-[min(75%,36rem)]',
          isOwn && 'flex-row-reverse',
        )}
      >
        <div
          title={formatDateTime(createdAt)}
          className={classNames(
            'min-w-0 overflow-hidden rounded-card border text-base',
            photo && 'w-80',
            isAnimated && 'animate-settle',
            isOwn ? 'rounded-ee-small' : 'rounded-es-small',
            bubbleClass(entry),
            // A long press opens the menu, which has an item to copy the text.
            hasMenu && 'pointer-coarse:select-none pointer-coarse:[-webkit-touch-callout:none]',
          )}
          {...(hasMenu && { ...longPress, onTouchStart: () => void importMenus() })}
        >
          <span className="sr-only">
            {isOwn ? 'You' : member.displayName}, {timeOfDay(createdAt)}:
          </span>
          {photo && (
            <MessagePhoto
              photo={photo}
              label={isOwn ? 'Your photo' : `Photo from ${member.displayName}`}
              isHidden={hidesPhoto}
            />
          )}
          {isRemoved && <p className="px-4 py-2 text-sm">Message removed</p>}
          {content !== '' && <LinkedText text={content} className="px-4 py-2" />}
        </div>
        {hasMenu && entry.messageId !== null && (
          <MessageMenu
            trigger={
              <IconButton
                icon={Ellipsis}
                label={messageOptions(content)}
                size="small"
                // On touch screens a long press opens the menu. The button is there for keyboards and screen readers.
                className="opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 focus-visible:opacity-100 data-[state=open]:opacity-100 pointer-coarse:self-end pointer-coarse:not-focus-visible:sr-only"
              />
            }
            messageId={entry.messageId}
            content={content}
            member={member}
            isOwn={isOwn}
            isRemovable={isRemovable}
          />
        )}
      </div>
      {state === 'failed' || state === 'waiting' ? (
        <UnsentMessage entry={entry} outbox={outbox} />
      ) : (
        showsState && state && <MessageState state={state} requestTo={requestTo} />
      )}
    </li>
  );
};

type SentState = Exclude<EntryState, 'waiting' | 'failed'>;

const states: Record<SentState, { icon: LucideIcon; label: string; className: string }> = {
  sending: { icon: Clock, label: 'Sending', className: 'text-muted' },
  sent: { icon: Check, label: 'Sent', className: 'text-muted' },
  delivered: { icon: CheckCheck, label: 'Delivered', className: 'text-muted' },
  read: { icon: CheckCheck, label: 'Read', className: 'text-primary' },
};

const MessageState = ({ state, requestTo }: { state: SentState; requestTo: string | null }) => {
  const { icon: Icon, label, className } = states[state];
  return (
    <p className={`mt-1 flex items-center gap-1 px-1 text-xs ${className}`}>
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
      {state === 'sent' && requestTo !== null ? `Sent. Waits in ${requestTo}’s requests until they accept it.` : label}
    </p>
  );
};

/** Discards a pending message. It may have been sent already, so the member sees a notice. */
const discard = (outbox: Outbox, clientId: string): void => {
  if (!outbox.discard(clientId).mayHaveBeenSent) return;
  showToast({
    title: 'Message discarded',
    variant: 'info',
    description: 'If it was already sent, it will reappear once you are connected.',
  });
};

/** Below a refused or waiting message: the reason, and its actions. */
const UnsentMessage = ({ entry: { key, state, reason }, outbox }: { entry: ChatEntry; outbox: Outbox }) => {
  const isFailed = state === 'failed';
  const Icon = isFailed ? CircleAlert : Clock;
  return (
    <div className="mt-1 flex max-w-[85%] flex-col items-end">
      <p className={classNames('px-1 text-end text-xs text-balance', isFailed ? 'text-danger' : 'text-muted')}>
        <Icon size={16} strokeWidth={1.75} aria-hidden="true" className="-mt-0.5 me-1.5 inline" />
        {isFailed && 'Not sent. '}
        {reason}
      </p>
      <div className="flex gap-1">
        {isFailed && (
          <Button variant="quiet" size="small" onClick={() => outbox.retry(key)}>
            Retry
          </Button>
        )}
        <Button variant="quiet" size="small" onClick={() => discard(outbox, key)}>
          Discard
        </Button>
      </div>
    </div>
  );
};

type MessagePhotoProps = {
  photo: { url: string; width: number; height: number };
  label: string;
  /** For a request that has not been accepted: the photo is blurred and cannot be opened. */
  isHidden: boolean;
};

const MessagePhoto = ({ photo, label, isHidden }: MessagePhotoProps) => {
  const [isOpen, setIsOpen] = useState(false);
  const picture = (
    <img
      src={photoCardUrl(photo.url)}
      alt={isHidden ? '' : label}
      width={photo.width}
      height={photo.height}
      decoding="async"
      className={classNames('h-auto max-h-96 w-full bg-line object-cover', isHidden && 'scale-125 blur-2xl')}
    />
  );
  if (isHidden)
    return (
      <div className="relative overflow-hidden">
        {picture}
        <p className="absolute inset-0 flex items-center justify-center p-3">
          <span className="inline-flex items-center gap-2 rounded-control bg-surface px-3 py-2 text-sm text-ink">
            <EyeOff size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
            Photo hidden until you accept
          </span>
        </p>
      </div>
    );
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        className="block w-full focus-visible:-outline-offset-4"
        onClick={() => setIsOpen(true)}
      >
        {picture}
      </button>
      <Dialog isOpen={isOpen} onOpenChange={setIsOpen} title={label} width="picture">
        <img
          src={photo.url}
          alt={label}
          width={photo.width}
          height={photo.height}
          // Reserves the space before the photo loads: its full size, limited by the viewport.
          style={{ width: `min(${photo.width}px, ${(70 * photo.width) / photo.height}dvh)` }}
          className="mx-auto h-auto max-w-full rounded-control bg-line"
        />
      </Dialog>
    </>
  );
};

/** Returns the URL of a photo's smaller version for the chat. The versions differ in the last segment of the path. */
const photoCardUrl = (url: string): string => url.replace(/\/full$/, '/card');
