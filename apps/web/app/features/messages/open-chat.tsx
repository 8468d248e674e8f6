import type { CurrentUser } from '@commons/contract/auth';
import type { MemberSummary } from '@commons/contract/members';
import { messageCalls } from '@commons/contract/messages';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Ellipsis } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../lib/api-client.ts';
import { ignoreNotFound, showFailure } from '../../lib/api-error.ts';
import { draftKey } from '../../lib/drafts.ts';
import { registerLive, useIsDisconnected } from '../../lib/live.ts';
import { paths } from '../../lib/paths.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { useFocusRestored } from '../../ui/focus-restorer.tsx';
import { lazyMenu, useOpening } from '../../ui/lazy-opening.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { BlockConfirmation } from '../members/index.ts';
import { LazyReportDialog } from '../reports/index.ts';
import { ChatHeader, ChatPartner } from './chat-header.tsx';
import { ChatMessages } from './chat-messages.tsx';
import type { Partner } from './conversations.api.ts';
import { refreshConversations } from './conversations.cache.ts';
import { MessageComposer, messageDraft } from './message-composer.tsx';
import type { Outbox } from './outbox.ts';
import { useIsTyping } from './typing.ts';
import type { UnsentDraftProps } from './unsent-draft.tsx';
import { useOpenChat } from './use-open-chat.ts';

const ChatMenu = lazyMenu(async () => ({ default: (await import('./message-menus.tsx')).ChatMenu }));
const LazyUnsentDraft = lazyPart(() => import('./unsent-draft.tsx'));

type OwnUnsentDraftProps = Omit<UnsentDraftProps, 'draft'> & { viewerId: string; userId: string };

/** The unsent text to an unavailable member. Loaded lazily, because it is rare. */
export const UnsentDraft = ({ viewerId, userId, ...props }: OwnUnsentDraftProps) => (
  <LazyUnsentDraft {...props} draft={draftKey(viewerId, messageDraft(userId))} />
);

/**
 * Focus fallback of the chat: the text field, the messages, or the chat itself. On touch screens the field is skipped,
 * because it would open the keyboard.
 */
const chatFocusFallback = (chat: HTMLElement) =>
  chat.querySelector<HTMLElement>('[data-focus-place]') ?? chat.querySelector<HTMLElement>('[data-scroller]') ?? chat;

type OpenChatProps = { partner: Partner; viewer: CurrentUser; outbox: Outbox };

export const OpenChat = ({ partner, viewer, outbox }: OpenChatProps) => {
  const { member, conversation } = partner;
  const [chat, reportVisibleRange] = useOpenChat(member.id, conversation?.unreadCount ?? 0);
  const [isBlocking, setIsBlocking] = useState(false);
  const report = useOpening(LazyReportDialog);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  // Called for the response and again for the live frame. Navigating twice is harmless.
  const leaveChat = useCallback(() => void navigate(paths.messages, { replace: true }), [navigate]);
  const isRequest = conversation?.isRequest === true;
  const isDisconnected = useIsDisconnected();
  const actions = { onReport: report.open, onBlock: () => setIsBlocking(true) };
  const chatRef = useRef<HTMLElement>(null);
  useFocusRestored(chatRef, chatFocusFallback);
  return (
    <section
      ref={chatRef}
      tabIndex={-1}
      aria-label={`Conversation with ${member.displayName}`}
      className="flex h-full min-h-0 flex-col outline-none"
    >
      <PageTitle>{`Messages with ${member.displayName}`}</PageTitle>
      <ChatHeader>
        <ChatPartner member={member} isOnline={conversation?.isOnline === true && !isDisconnected} />
        {!isRequest && (
          <ChatMenu trigger={<IconButton icon={Ellipsis} label={`More about ${member.displayName}`} />} {...actions} />
        )}
      </ChatHeader>
      {isRequest && <RequestBanner member={member} {...actions} onDeclined={leaveChat} />}
      <ChatMessages partner={partner} chat={chat} outbox={outbox} onVisibleRange={reportVisibleRange} />
      <TypingIndicator member={member} isShown={!isRequest} />
      {conversation?.hasLeft === true ? (
        <>
          <p className="border-t border-line px-4 py-3 text-sm text-muted">
            They have left the community. Your conversation stays here.
          </p>
          <UnsentDraft viewerId={viewer.id} userId={member.id} outbox={outbox} />
        </>
      ) : (
        <MessageComposer
          member={member}
          viewer={viewer}
          outbox={outbox}
          sendsTyping={conversation !== null && !isRequest}
        />
      )}
      <BlockConfirmation member={member} isOpen={isBlocking} onOpenChange={setIsBlocking} onBlocked={leaveChat} />
      {report.isOpen === true && (
        <LazyReportDialog
          subjectType="member"
          subjectId={member.id}
          title={`Report ${member.displayName}`}
          member={member}
          messages={chat.log.messages.filter(({ senderId, isRemoved }) => senderId === member.id && !isRemoved)}
          declinesRequest={isRequest}
          isOpen
          onOpenChange={report.setIsOpen}
          onReported={() => {
            report.setIsOpen(false);
            void refreshConversations(queryClient);
            if (isRequest) leaveChat();
          }}
        />
      )}
    </section>
  );
};

/** Shows that the other member is typing. The height is constant, so that the layout does not shift. */
const TypingIndicator = ({ member, isShown }: { member: MemberSummary; isShown: boolean }) => {
  const isTyping = useIsTyping(member.id) && isShown;
  return (
    <p role="status" className="h-6 truncate px-4 text-xs text-muted">
      {isTyping && (
        <span className="animate-arrive">
          <bdi>{member.firstName || member.displayName}</bdi> is typing
        </span>
      )}
    </p>
  );
};

type RequestBannerProps = {
  member: MemberSummary;
  onReport: () => void;
  onBlock: () => void;
  /** Called after the request was declined, also in another tab. */
  onDeclined: () => void;
};

/** Shown when the first message comes from a member outside the viewer's connections. */
const RequestBanner = ({ member, onReport, onBlock, onDeclined }: RequestBannerProps) => {
  const answerRequest = useAnswerRequest(member, onDeclined);
  useEffect(
    () =>
      registerLive({
        frames: {
          'request.answered': ({ userId, isAccepted }) => {
            if (userId === member.id && !isAccepted) onDeclined();
          },
        },
      }),
    [member.id, onDeclined],
  );
  return (
    <section aria-label="Message request" className="border-b border-line bg-primary-soft px-4 py-3">
      <p className="text-sm">
        <bdi className="font-semibold wrap-anywhere">{member.displayName}</bdi> would like to message you. They cannot
        see whether you have read this. Replying accepts the request.
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button
          size="small"
          isPending={answerRequest.isPending && answerRequest.variables}
          disabled={answerRequest.isPending}
          onClick={() => answerRequest.mutate(true)}
        >
          Accept
        </Button>
        <Button
          variant="secondary"
          size="small"
          isPending={answerRequest.isPending && !answerRequest.variables}
          disabled={answerRequest.isPending}
          onClick={() => answerRequest.mutate(false)}
        >
          Decline
        </Button>
        <Button variant="quiet" size="small" onClick={onReport}>
          Report
        </Button>
        <Button variant="quiet" size="small" onClick={onBlock}>
          Block
        </Button>
      </div>
    </section>
  );
};

/** Accepts or declines a message request. A request already answered in another tab counts as answered. */
const useAnswerRequest = (member: MemberSummary, onDeclined: () => void) => {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { changes: ['messages', 'connections'] },
    mutationFn: (accept: boolean) =>
      call(messageCalls.answerRequest, { params: { userId: member.id }, body: { accept } }).catch(ignoreNotFound),
    onSuccess: (_, accept) => {
      void refreshConversations(queryClient);
      if (accept) return;
      showToast({ title: 'Request declined', description: 'They are not notified.' });
      onDeclined();
    },
    onError: (error) => showFailure(error, 'Your answer could not be saved. Please try again.'),
  });
};
