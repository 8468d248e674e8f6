import type { CurrentUser } from '@commons/contract/auth/schemas';
import type { MemberSummary } from '@commons/contract/members/schemas';
import { messageCalls } from '@commons/contract/messages/calls';
import { isBlank } from '@commons/contract/text';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft, Ellipsis } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { call } from '../../lib/api-client.ts';
import { ignoreNotFound, showFailure } from '../../lib/api-error.ts';
import { draftKey, useDraft } from '../../lib/drafts.ts';
import { registerLive, useIsDisconnected } from '../../lib/live.ts';
import { paths } from '../../lib/paths.ts';
import { showToast } from '../../lib/toast-store.ts';
import { useBackLink } from '../../lib/use-back-link.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { useFocusRestored } from '../../ui/focus.tsx';
import { HelpLink } from '../../ui/help-link.tsx';
import { lazyMenu, useLazyDisclosure } from '../../ui/lazy-opening.tsx';
import { LinkedText } from '../../ui/linked-text.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { BlockConfirmation } from '../members/index.ts';
import { LazyReportDialog } from '../reports/index.ts';
import { ChatMessages } from './chat-messages.tsx';
import { useChat, useIsTyping, useReadReports } from './chat.ts';
import { AvatarWithPresence } from './conversation-list.tsx';
import { type Partner, refreshConversations } from './conversations.api.ts';
import { MessageComposer, messageDraft } from './message-composer.tsx';
import type { Outbox, OutboxEntry } from './outbox.ts';

const ChatMenu = lazyMenu(async () => ({ default: (await import('./message-menus.tsx')).ChatMenu }));
/**
 * Focus fallback of the chat: the text field, the messages, or the chat itself. On touch screens the field is skipped,
 * because it would open the keyboard.
 */
const chatFocusFallback = (chat: HTMLElement) =>
  chat.querySelector<HTMLElement>('[data-focus-place]') ?? chat.querySelector<HTMLElement>('[data-scroller]') ?? chat;

type OpenChatProps = { partner: Partner; viewer: CurrentUser; outbox: Outbox };

export const OpenChat = ({ partner, viewer, outbox }: OpenChatProps) => {
  const { member, conversation } = partner;
  const { log } = useChat(member.id);
  const reportVisibleRange = useReadReports(member.id, log, conversation?.unreadCount ?? 0);
  const [isBlocking, setIsBlocking] = useState(false);
  const report = useLazyDisclosure(LazyReportDialog);
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
      <ChatMessages partner={partner} outbox={outbox} onVisibleRange={reportVisibleRange} />
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
          messages={log.messages.filter(({ senderId, isRemoved }) => senderId === member.id && !isRemoved)}
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

/**
 * Header of the right pane. On phones it replaces the application's header, which the frame then hides, so it has a
 * back link and the help link.
 */
export const ChatHeader = ({ children }: { children?: ReactNode }) => (
  <header
    data-own-header
    className={classNames(
      'flex min-h-14 flex-wrap items-center border-b border-line px-2 pt-[env(safe-area-inset-top)] md:min-h-16 md:px-4',
      children === undefined && 'md:hidden',
    )}
  >
    <Link
      to={paths.messages}
      // "Back" then leaves the messages instead of returning to the chat.
      replace
      onClick={useBackLink(paths.messages)}
      aria-label="Back to conversations"
      title="Back to conversations"
      className="-ms-1 inline-flex size-11 shrink-0 items-center justify-center rounded-full text-muted hover:bg-primary-soft hover:text-ink md:hidden"
    >
      <ArrowLeft size={20} strokeWidth={1.75} aria-hidden="true" />
    </Link>
    {children}
    <span className="ms-auto flex md:hidden">
      <HelpLink />
    </span>
  </header>
);

type ChatPartnerProps = { member: MemberSummary; isOnline: boolean };

/** The other member. The whole area links to their profile. */
const ChatPartner = ({ member, isOnline }: ChatPartnerProps) => (
  // With text at twice its size, the help link wraps below the name.
  <div className="relative flex min-h-11 min-w-0 flex-1 basis-24 items-center gap-2 md:gap-3">
    <span className="flex max-[23rem]:hidden">
      <AvatarWithPresence member={member} isOnline={isOnline} />
    </span>
    <div className="min-w-0">
      <h2 className="line-clamp-2 text-base leading-tight wrap-anywhere md:text-lg" dir="auto">
        <Link
          to={paths.member(member.id)}
          className="underline-offset-4 after:absolute after:inset-0 hover:underline focus-visible:outline-none focus-visible:after:rounded-control focus-visible:after:outline-2 focus-visible:after:outline-primary"
        >
          {member.displayName}
        </Link>
      </h2>
      {isOnline ? (
        <p className="text-xs text-muted">Online</p>
      ) : (
        <p className="truncate text-xs text-muted max-md:hidden">{member.title ?? 'Community Member'}</p>
      )}
    </div>
  </div>
);

type UnsentDraftProps = {
  viewerId: string;
  userId: string;
  /** Unsent messages that no chat shows. */
  entries?: readonly OutboxEntry[];
  outbox: Outbox;
};

/** Unsent text for a member whose account is gone. It can never be sent, and each sign-out would warn about it. */
export const UnsentDraft = ({ viewerId, userId, entries = [], outbox }: UnsentDraftProps) => {
  const draft = useDraft(draftKey(viewerId, messageDraft(userId)));
  const texts = [...entries.map(({ content }) => content || 'A photo'), draft.text].filter((text) => !isBlank(text));
  if (texts.length === 0) return null;
  const discard = () => {
    draft.clear();
    for (const { clientId } of entries) outbox.discard(clientId);
  };
  return (
    <div className="mx-auto flex max-w-[46ch] flex-col items-start gap-2 px-4 py-3 text-sm">
      <p>Your messages to them cannot be sent. They are on this device only.</p>
      {texts.map((text, index) => (
        <LinkedText
          key={index}
          text={text}
          className="w-full rounded-control border border-line bg-surface px-3 py-2"
        />
      ))}
      <div className="flex flex-wrap items-center gap-3">
        <CopyButton text={texts.join('\n\n')} />
        <Button variant="quiet" size="small" onClick={discard}>
          Discard
        </Button>
      </div>
    </div>
  );
};
