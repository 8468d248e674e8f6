import { eventCalls, type EventNotice } from '@commons/contract/events';
import { call } from '../../lib/api-client.ts';
import { showToast } from '../../ui/toast-store.ts';
import { timeIn } from './event-times.ts';

const words: Record<EventNotice['kind'], { title: string; about: (title: string, when: string) => string }> = {
  place: { title: 'A place came free', about: (title, when) => `You are going to “${title}” on ${when}.` },
  changed: { title: 'An event changed', about: (title, when) => `“${title}” is on ${when}. Please see where.` },
  reminder: { title: 'An event begins soon', about: (title, when) => `“${title}” begins on ${when}.` },
  cancelled: { title: 'An event was cancelled', about: (title, when) => `“${title}” on ${when} does not take place.` },
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
    title: notices.length === 1 ? words[first.kind].title : 'News of your events',
    description: notices.map(aboutOf).join(' '),
  });
  await call(eventCalls.seeEventNotices, { body: { ids: notices.map(({ id }) => id) } });
}

let telling: Promise<void> = Promise.resolve();

/** Tells the member what they have to know of their events, once: each time after the time before. */
export const tellNotices = (): Promise<void> => {
  telling = telling.then(readAndTell, readAndTell);
  return telling;
};
