import type { CurrentUser } from '@commons/contract/auth';
import { useQueryClient } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { useViewer } from '../auth/index.ts';
import { ChatPane } from './chat-pane.tsx';
import { ConversationPanel } from './conversation-panel.tsx';
import { outboxOf } from './live.ts';

const MessagesScreen = () => {
  const viewer = useViewer();
  return viewer ? <Messages viewer={viewer} /> : null;
};

/** List and chat side by side; on phones the one or the other. */
const Messages = ({ viewer }: { viewer: CurrentUser }) => {
  const { userId } = useParams();
  const outbox = outboxOf(useQueryClient(), viewer.id);
  return (
    <div className="-mx-4 grid min-h-0 flex-1 overflow-hidden border-line bg-surface sm:-mx-6 md:mx-0 md:grid-cols-[17rem_minmax(0,1fr)] md:rounded-card md:border lg:grid-cols-[21rem_minmax(0,1fr)]">
      {userId === undefined && <PageTitle>Messages</PageTitle>}
      {/* Said beside the chat too, where a phone does not show the list with its title. */}
      <h1 className="sr-only">Messages</h1>
      <ConversationPanel chosenId={userId} className={classNames(userId !== undefined && 'max-md:hidden')} />
      <div
        className={classNames('min-h-0 min-w-0 md:border-l md:border-line', userId === undefined && 'max-md:hidden')}
      >
        {userId === undefined ? (
          <div className="flex h-full items-center justify-center">
            <EmptyState picture="conversation" title="Select a conversation" text="Choose someone to start messaging" />
          </div>
        ) : (
          <ChatPane key={userId} userId={userId} viewer={viewer} outbox={outbox} />
        )}
      </div>
    </div>
  );
};

export default MessagesScreen;
