import type { CurrentUser } from '@commons/contract/auth';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ChatSkeleton } from './chat-skeleton.tsx';
import { usePartner } from './conversations.api.ts';
import { OpenChat } from './open-chat.tsx';
import type { Outbox } from './outbox.ts';

type ChatPaneProps = { userId: string; viewer: CurrentUser; outbox: Outbox };

/** The right side: one conversation. */
export const ChatPane = ({ userId, viewer, outbox }: ChatPaneProps) => {
  const partner = usePartner(userId);
  if (partner.data === undefined) {
    if (!partner.isError) return <ChatSkeleton />;
    return (
      <Notice title="This conversation could not be loaded" text="Nothing is lost. Please try again.">
        <Button onClick={() => void partner.refetch()}>Try again</Button>
      </Notice>
    );
  }
  if (partner.data === null || userId === viewer.id) {
    return (
      <Notice title="This member is not here" text="They may have left, or the link is not complete.">
        <Link to={paths.messages} className={buttonClass('secondary')}>
          Back to your messages
        </Link>
      </Notice>
    );
  }
  return <OpenChat partner={partner.data} viewer={viewer} outbox={outbox} />;
};

const Notice = ({ title, text, children }: { title: string; text: string; children: ReactNode }) => (
  <div role="alert" className="flex h-full items-center justify-center">
    <EmptyState picture="conversation" title={title} text={text} action={children} />
  </div>
);
