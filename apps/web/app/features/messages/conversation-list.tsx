import type { MemberSummary } from '@commons/contract/members/schemas';
import type { Conversation } from '@commons/contract/messages/schemas';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { useIsDisconnected } from '../../lib/live.ts';
import { formatCount, shortMoment } from '../../lib/locale.ts';
import { paths } from '../../lib/paths.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { CountBadge } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Picture } from '../../ui/empty-state.tsx';
import { LoadMore } from '../../ui/infinite-list.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Loading, Skeleton, Status } from '../../ui/loading.tsx';
import { useTimeText } from '../../ui/relative-time.tsx';
import { type ConversationKind, conversationsIn, conversationsQuery } from './conversations.api.ts';
import { type Unsent, useUnsent } from './member-outbox.ts';
import { unreadMessages } from './messages.texts.ts';
import { NewChat } from './new-chat.tsx';
import type { Outbox } from './outbox.ts';

type ConversationListProps = {
  kind: ConversationKind;
  search: string;
  chosenId: string | undefined;
  outbox: Outbox;
};

export const ConversationList = ({ kind, search, chosenId, outbox }: ConversationListProps) => {
  const list = useInfiniteQuery(conversationsQuery(kind, search));
  const requests = useInfiniteQuery(conversationsQuery('requests', '')).data;
  const unsent = useUnsent(outbox);
  return (
    <Loaded
      query={list}
      loading={<ListSkeleton />}
      failure={{ variant: 'text', text: 'Your conversations could not be loaded. Nothing is lost.' }}
    >
      {(pages) => {
        const conversations = conversationsIn(pages);
        const listedIds = new Set([pages, ...(requests ? [requests] : [])].flatMap(conversationsIn).map(idOf));
        const isFullList = kind === 'accepted' && search === '';
        const unlistedConversations = isFullList
          ? [...unsent.values()].filter(({ receiverId }) => !listedIds.has(receiverId))
          : [];
        if (conversations.length + unlistedConversations.length === 0)
          return <NoConversations kind={kind} search={search} />;
        return (
          <>
            <ul className="px-2 pb-2">
              {unlistedConversations.map((each) => (
                <UnlistedRow key={each.receiverId} unsent={each} isChosen={each.receiverId === chosenId} />
              ))}
              {conversations.map((conversation) => (
                <ConversationRow
                  key={conversation.otherUser.id}
                  conversation={conversation}
                  isChosen={conversation.otherUser.id === chosenId}
                  unsent={unsent.get(conversation.otherUser.id)}
                />
              ))}
            </ul>
            {search !== '' && <Status className="sr-only">{formatCount(conversations.length)} found</Status>}
            <LoadMore
              key={`${kind} ${search}`}
              list={list}
              label="Load more"
              variant="quiet"
              autoLoadPixels={600}
              className="pb-4"
            />
          </>
        );
      }}
    </Loaded>
  );
};

const NoConversations = ({ kind, search }: { kind: ConversationKind; search: string }) => {
  if (search !== '')
    return (
      <Status className="px-4 py-8 text-center text-sm wrap-anywhere text-muted">Nothing found for “{search}”.</Status>
    );
  if (kind === 'requests')
    return (
      <p className="px-6 py-8 text-center text-sm text-muted">
        No requests. When someone you are not connected with writes to you, their message appears here.
      </p>
    );
  return (
    // On a phone, the members below the picture stay visible.
    <div className="mx-auto max-w-100 px-2 pb-4 md:py-12">
      <Picture name="conversation" className="mx-auto mt-2 w-48 md:w-60" />
      <div className="px-2 pt-3 pb-6 text-center">
        <h2 className="text-lg md:text-xl">No conversations yet</h2>
        <p className="text-sm text-muted">Start a conversation</p>
      </div>
      <h2 className="px-2 pb-1 text-center text-lg">Start New Chat</h2>
      <NewChat />
    </div>
  );
};

export const ListSkeleton = () => (
  <Loading label="Loading conversations" className="flex flex-col gap-4 px-4 py-3">
    {[0, 1, 2, 3].map((index) => (
      <div key={index} className="flex items-center gap-3">
        <Skeleton isRound className="size-11 shrink-0" />
        <div className="flex flex-1 flex-col gap-2">
          <Skeleton className="h-4 w-1/2" />
          <Skeleton className="h-3.5 w-4/5" />
        </div>
      </div>
    ))}
  </Loading>
);

const previewOf = ({ isRemoved, content, photo }: Conversation): string => {
  if (isRemoved) return 'Message removed';
  return content === '' && photo ? 'Photo' : content;
};

const idOf = ({ otherUser }: Conversation): string => otherUser.id;

type ConversationRowProps = { conversation: Conversation; isChosen: boolean; unsent: Unsent | undefined };

const ConversationRow = ({ conversation, isChosen, unsent }: ConversationRowProps) => {
  const { otherUser, unreadCount, createdAt } = conversation;
  const time = useTimeText((now) => shortMoment(createdAt, now));
  const isDisconnected = useIsDisconnected();
  const isOnline = conversation.isOnline === true && !isDisconnected;
  const isUnread = unreadCount > 0;
  const isOwn = conversation.senderId !== otherUser.id;
  return (
    <Row
      userId={otherUser.id}
      isChosen={isChosen}
      avatar={<AvatarWithPresence member={otherUser} isOnline={isOnline} />}
    >
      <span className="flex items-baseline gap-2">
        <RowName isUnread={isUnread}>{otherUser.displayName}</RowName>
        {isOnline && <span className="sr-only">, online, </span>}
        <time
          dateTime={createdAt}
          className={classNames('shrink-0 text-xs', isUnread ? 'font-semibold text-primary' : 'text-muted')}
        >
          {time}
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
        {unsent && <UnsentCounts unsent={unsent} />}
        <CountBadge count={unreadCount} text={unreadMessages(unreadCount)} />
      </span>
    </Row>
  );
};

/**
 * A conversation with unsent messages that is not in the loaded list: it is new, further down, or its member is gone.
 */
const UnlistedRow = ({ unsent, isChosen }: { unsent: Unsent; isChosen: boolean }) => {
  const { receiverId, receiverName } = unsent;
  return (
    <Row
      userId={receiverId}
      isChosen={isChosen}
      avatar={<Avatar id={receiverId} name={receiverName} imageUrl={null} />}
    >
      <span className="flex">
        <RowName isUnread={false}>{receiverName}</RowName>
      </span>
      <UnsentCounts unsent={unsent} />
    </Row>
  );
};

type RowProps = { userId: string; isChosen: boolean; avatar: ReactNode; children: ReactNode };

const Row = ({ userId, isChosen, avatar, children }: RowProps) => (
  <li>
    <Link
      to={paths.conversation(userId)}
      prefetch="intent"
      state={{ from: useLocation().pathname }}
      aria-current={isChosen ? 'page' : undefined}
      className={classNames(
        'flex items-center gap-3 rounded-control px-2 py-2 transition-colors focus-visible:-outline-offset-2',
        isChosen ? 'bg-primary-soft' : 'hover:bg-primary-soft',
      )}
    >
      {avatar}
      <span className="min-w-0 flex-1">{children}</span>
    </Link>
  </li>
);

const RowName = ({ isUnread, children }: { isUnread: boolean; children: string }) => (
  <span className={classNames('min-w-0 flex-1 truncate text-sm', isUnread ? 'font-bold' : 'font-semibold')} dir="auto">
    {children}
  </span>
);

/** Counts, because the text next to them belongs to another message, which was sent. */
const UnsentCounts = ({ unsent: { refused, waiting } }: { unsent: Unsent }) => (
  <span className="flex flex-wrap gap-x-2 text-xs font-semibold">
    {refused > 0 && <span className="text-danger">{refused} not sent</span>}
    {waiting > 0 && (
      <span className="text-muted">
        {waiting} waiting<span className="sr-only"> to be sent</span>
      </span>
    )}
  </span>
);

/** An avatar with a dot while the member is online. */
export const AvatarWithPresence = ({ member, isOnline }: { member: MemberSummary; isOnline: boolean }) => (
  <span className="relative inline-flex shrink-0">
    <Avatar id={member.id} name={member.displayName} imageUrl={member.profileImageUrl} />
    {isOnline && (
      <span
        aria-hidden="true"
        className="absolute end-0 bottom-0 size-3 rounded-full border-2 border-surface bg-ok forced-color-adjust-none"
      />
    )}
  </span>
);
