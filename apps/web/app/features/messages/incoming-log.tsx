import type { MemberSummary } from '@commons/contract/members';
import { useState } from 'react';
import { lastIncomingPosition } from './chat-entries.ts';
import { type MessageLog, shownMessages } from './message-log.ts';

/** More than these at once nobody listens to. */
const saidAtMost = 5;

/** Says what arrives while the chat is open. The list itself says nothing: earlier messages would be read out too. */
export const IncomingLog = ({ log, member }: { log: MessageLog; member: MemberSummary }) => {
  const [openedAt] = useState(() => lastIncomingPosition(log, member.id));
  const arrived = shownMessages(log)
    .filter(({ senderId, position, isRemoved }) => senderId === member.id && position > openedAt && !isRemoved)
    .slice(-saidAtMost);
  return (
    <div role="log" aria-label="Arriving messages" className="sr-only">
      {arrived.map(({ id, content, photo }) => (
        <p key={id}>
          {member.displayName}: {content || (photo && 'Photo')}
        </p>
      ))}
    </div>
  );
};
