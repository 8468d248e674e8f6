import { eventCalls, type EventNotice } from '@commons/contract/events';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import type { LiveFeature } from '../../lib/live.ts';
import { showToast } from '../../ui/toast-store.ts';
import { timeIn } from './event-times.ts';
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

const words: Record<EventNotice['kind'], { title: string; about: (title: string, when: string) => string }> = {
  place: { title: 'A place opened up', about: (title, when) => `You are going to “${title}” on ${when}.` },
  changed: { title: 'An event changed', about: (title, when) => `“${title}” is on ${when}. Please check the details.` },
  reminder: { title: 'An event starts soon', about: (title, when) => `“${title}” starts on ${when}.` },
  cancelled: { title: 'An event was cancelled', about: (title, when) => `“${title}” on ${when} was cancelled.` },
};

const aboutOf = ({ kind, title, eventDate }: EventNotice) => words[kind].about(title, timeIn(eventDate));

const untilVisible = async (): Promise<void> => {
  while (document.visibilityState !== 'visible')
    await new Promise((resolve) => document.addEventListener('visibilitychange', resolve, { once: true }));
};

async function readAndTell(): Promise<void> {
  // Whoever does not look at the page has not seen it.
  await untilVisible();
  const notices = await call(eventCalls.listEventNotices, {});
  const [first] = notices;
  if (!first) return;
  showToast({
    title: notices.length === 1 ? words[first.kind].title : 'Updates to your events',
    description: notices.map(aboutOf).join(' '),
    variant: 'news',
  });
  await call(eventCalls.seeEventNotices, { body: { ids: notices.map(({ id }) => id) } });
}

let telling: Promise<void> = Promise.resolve();

/** Tells the member what they have to know of their events, once: each time after the time before. */
const tellNotices = (): Promise<void> => {
  telling = telling.then(readAndTell, readAndTell);
  return telling;
};
