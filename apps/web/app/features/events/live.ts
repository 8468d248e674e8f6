import type { QueryClient } from '@tanstack/react-query';
import type { LiveFeature } from '../../lib/live.ts';
import { tellNotices } from './event-notices.ts';
import { readEvent } from './events.api.ts';
import { eventKeys, hearFigures, isEventLoaded, readListsAgain, removeEvent, replaceEvent } from './events.cache.ts';

/** The next reconnection or visit reads again; a signed-out answer is spoken of by the query client. */
const ignoreFailure = () => undefined;

const refresh = async (queryClient: QueryClient, eventId: string): Promise<void> => {
  if (!isEventLoaded(queryClient, eventId)) return;
  const event = await readEvent(eventId);
  if (event === null) removeEvent(queryClient, eventId);
  else replaceEvent(queryClient, event);
};

/** Keeps the events in step, and tells the member what happened to those they answered. */
export const live = (queryClient: QueryClient): LiveFeature => ({
  frames: {
    'event.created': () => void readListsAgain(queryClient).catch(ignoreFailure),
    'event.updated': () => void readListsAgain(queryClient).catch(ignoreFailure),
    'event.deleted': ({ eventId }) => removeEvent(queryClient, eventId),
    'event.attendance': ({ eventId, going, waiting, attendanceRevision }) =>
      hearFigures(queryClient, eventId, { going, waiting, attendanceRevision }),
    'event.answered': ({ eventId }) => {
      // The answer to this tab's own call says it, too.
      if (queryClient.isMutating({ mutationKey: [...eventKeys.answering, eventId] }) > 0) return;
      void refresh(queryClient, eventId).catch(ignoreFailure);
    },
    'event.notice': () => void tellNotices().catch(ignoreFailure),
  },
  changes: {
    // Who goes is shown but for those whom a block hides.
    'hidden.changed': ({ change }) => {
      if (change === 'blocked' || change === 'unblocked') void readListsAgain(queryClient).catch(ignoreFailure);
    },
  },
  onOpened: [() => readListsAgain(queryClient), tellNotices],
});
