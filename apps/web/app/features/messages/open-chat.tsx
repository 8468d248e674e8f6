import type { CurrentUser } from '@commons/contract/auth';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { BlockQuestion } from '../members/index.ts';
import { ReportDialog } from '../reports/index.ts';
import { ChatHeader } from './chat-header.tsx';
import { ChatMenu } from './chat-menu.tsx';
import { ChatMessages } from './chat-messages.tsx';
import type { Partner } from './conversations.api.ts';
import { refreshConversations } from './conversations.cache.ts';
import { MessageComposer } from './message-composer.tsx';
import type { Outbox } from './outbox.ts';
import { RequestBanner } from './request-banner.tsx';
import { TypingLine } from './typing-line.tsx';
import { useOpenChat } from './use-open-chat.ts';

type OpenChatProps = { partner: Partner; viewer: CurrentUser; outbox: Outbox };

export const OpenChat = ({ partner, viewer, outbox }: OpenChatProps) => {
  const { member, conversation } = partner;
  const [chat, noteInSight] = useOpenChat(member.id, conversation?.unreadCount ?? 0);
  const [asks, setAsks] = useState<'report' | 'block' | null>(null);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  // Said by the answer and by the frame: replacing twice leads to the same place as replacing once.
  const leave = useCallback(() => void navigate(paths.messages, { replace: true }), [navigate]);
  const isRequest = conversation?.isRequest === true;
  const ways = { onReport: () => setAsks('report'), onBlock: () => setAsks('block') };
  const close = () => setAsks(null);
  return (
    <section aria-label={`Conversation with ${member.displayName}`} className="flex h-full min-h-0 flex-col">
      <PageTitle>{`Messages with ${member.displayName}`}</PageTitle>
      <ChatHeader member={member} isOnline={conversation?.isOnline === true}>
        {!isRequest && <ChatMenu member={member} {...ways} />}
      </ChatHeader>
      {isRequest && <RequestBanner member={member} {...ways} onDeclined={leave} />}
      <ChatMessages partner={partner} chat={chat} outbox={outbox} onInSight={noteInSight} />
      <TypingLine member={member} isShown={!isRequest} />
      <MessageComposer
        member={member}
        viewer={viewer}
        outbox={outbox}
        tellsTyping={conversation !== null && !isRequest}
      />
      <BlockQuestion member={member} isOpen={asks === 'block'} onOpenChange={close} onBlocked={leave} />
      <ReportDialog
        member={member}
        messages={chat.log.messages.filter(({ senderId, isRemoved }) => senderId === member.id && !isRemoved)}
        declinesRequest={isRequest}
        isOpen={asks === 'report'}
        onOpenChange={close}
        onReported={() => {
          close();
          void refreshConversations(queryClient);
          if (isRequest) leave();
        }}
      />
    </section>
  );
};
