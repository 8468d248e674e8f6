import { eventCalls } from '@commons/contract/events/calls';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { ignoreFailure, type LiveFeature } from '../../lib/live.ts';
import { showToast } from '../../lib/toast-store.ts';
import { answeringKey, applyAttendance, eventLists, refetchLists } from './events.api.ts';
import { describeNotice, noticeTitles } from './events.texts.ts';

/** Keeps events current, and shows notices about events that the member responded to. */
export const live = (queryClient: QueryClient, viewerId: string): LiveFeature => {
  const { updated, deleted } = eventLists.live(queryClient, viewerId);
  return {
    frames: {
      'event.created': () => void refetchLists(queryClient).catch(ignoreFailure),
      'event.updated': () => void refetchLists(queryClient).catch(ignoreFailure),
      'event.deleted': ({ eventId }) => deleted(eventId),
      'event.attendance': ({ eventId, going, waiting, attendanceRevision }) =>
        applyAttendance(queryClient, eventId, { going, waiting, attendanceRevision }),
      'event.answered': ({ eventId }) => {
        // The response to this tab's own call contains the same change.
        if (queryClient.isMutating({ mutationKey: answeringKey(eventId) }) > 0) return;
        updated(eventId);
      },
      'event.notice': () => void showNotices().catch(ignoreFailure),
    },
    changes: {
      // Blocks change which attendees are visible.
      'hidden.changed': ({ change }) => {
        if (change === 'blocked' || change === 'unblocked') void refetchLists(queryClient).catch(ignoreFailure);
      },
    },
    onOpened: [() => refetchLists(queryClient), showNotices],
  };
};

const waitUntilVisible = async (): Promise<void> => {
  while (document.visibilityState !== 'visible')
    await new Promise((resolve) => document.addEventListener('visibilitychange', resolve, { once: true }));
};

async function showUnseenNotices(): Promise<void> {
  // A notice counts as seen only if the page was visible.
  await waitUntilVisible();
  const notices = await call(eventCalls.listEventNotices, {});
  const [first] = notices;
  if (!first) return;
  showToast({
    title: notices.length === 1 ? noticeTitles[first.kind] : 'Updates to your events',
    description: notices.map(describeNotice).join(' '),
    variant: 'news',
  });
  await call(eventCalls.seeEventNotices, { body: { ids: notices.map(({ id }) => id) } });
}

let noticeQueue: Promise<void> = Promise.resolve();

/** Shows unseen notices. Calls run one after the other, so that each notice is shown once. */
const showNotices = (): Promise<void> => {
  noticeQueue = noticeQueue.then(showUnseenNotices, showUnseenNotices);
  return noticeQueue;
};
