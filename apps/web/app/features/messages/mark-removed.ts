import type { QueryClient } from '@tanstack/react-query';
import { changeLog } from './chat-store.ts';
import { changeConversation } from './conversations.cache.ts';
import { withRemoved } from './message-log.ts';

/** Takes the words and the photo of a message away wherever it is shown. The position is known to frames. */
export const markRemoved = (
  queryClient: QueryClient,
  userId: string,
  messageId: string,
  knownPosition?: number,
): void => {
  changeLog(userId, (log) => {
    const position = knownPosition ?? log.messages.find(({ id }) => id === messageId)?.position;
    return position === undefined ? log : withRemoved(log, position);
  });
  changeConversation(queryClient, userId, (entry) =>
    entry.id === messageId ? { ...entry, content: '', photo: null, isRemoved: true } : entry,
  );
};
