import { eventCalls } from '@commons/contract/events/calls';
import type { CommunityEvent, EventInput } from '@commons/contract/events/schemas';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, callPage } from '../../lib/api-client.ts';
import { ApiError, showFailure } from '../../lib/api-error.ts';
import { recentByClient } from '../../lib/client-state.ts';
import { itemMutations } from '../../lib/item-mutations.ts';
import { listCache } from '../../lib/list-cache.ts';
import { staleOnVisit } from '../../lib/query-client.ts';
import { showToast } from '../../lib/toast-store.ts';
import { eventTexts } from './events.texts.ts';

export type EventsFilter = 'upcoming' | 'past';
type Counts = { going: number; waiting: number; attendanceRevision: number };

/** Latest counts from live frames. A response in flight may be older. */
const liveCounts = recentByClient<Counts>();

/** Applies newer counts from live frames to a response. */
const withLiveCounts = (queryClient: QueryClient, event: CommunityEvent): CommunityEvent => {
  const counts = liveCounts(queryClient).get(event.id);
  if (!counts || counts.attendanceRevision <= event.attendanceRevision) return event;
  const { attendanceRevision, ...attendance } = counts;
  return { ...event, attendance: { ...event.attendance, ...attendance }, attendanceRevision };
};

export const eventLists = listCache<CommunityEvent, EventsFilter>({
  name: 'events',
  readPage: (when, query, options) => callPage(eventCalls.listEvents, { query: { ...query, when } }, options),
  readItem: (id, options) => call(eventCalls.getEvent, { params: { id } }, options),
  merge: withLiveCounts,
  // No live frame reports that an event is over or which other members are going.
  ...staleOnVisit,
});

export const answeringKey = (eventId: string) => ['events', 'answering', eventId] as const;

/** Applies the counts of a frame if they are newer. */
export const applyAttendance = (queryClient: QueryClient, eventId: string, counts: Counts): void => {
  const latest = liveCounts(queryClient);
  if ((latest.get(eventId)?.attendanceRevision ?? -1) < counts.attendanceRevision) latest.set(eventId, counts);
  eventLists.update(queryClient, eventId, (event) => withLiveCounts(queryClient, event));
};

/** Refetches the lists, because the event's position may have changed. */
export const refetchLists = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: eventLists.keys.lists }, { throwOnError: true });

/** Shows a saved event. */
const showSaved = (client: QueryClient, event: CommunityEvent): void => {
  eventLists.replace(client, event);
  void refetchLists(client).catch(() => undefined);
};

/** The input is a function that also uploads the picture, so that an upload failure fails the mutation. */
export const eventActions = itemMutations({
  lists: { ...eventLists, add: showSaved, replace: showSaved },
  changes: ['events', 'posts'],
  create: async (input: () => Promise<EventInput>, idempotencyKey) =>
    call(eventCalls.createEvent, { body: await input() }, { idempotencyKey }),
  update: async (id, input) => call(eventCalls.updateEvent, { params: { id }, body: await input() }),
  remove: (id) => call(eventCalls.deleteEvent, { params: { id } }),
  noun: 'Event',
  texts: {
    createFailed: 'Failed to create event. Please try again.',
    updated: 'Event updated',
    updateFailed: 'Failed to update event. Please try again.',
    deleted: 'Event deleted',
    deleteFailed: 'Failed to delete event. Please try again.',
  },
  onCreated: () => showToast({ title: 'Event created', description: 'It is on the events page, in order of date.' }),
});

const responseToasts = {
  going: { title: eventTexts.going },
  waiting: {
    title: eventTexts.waiting,
    description: 'When a place opens up, the next person in line gets it and is notified.',
  },
  nothing: { title: 'You are not going' },
} as const;

export const useRespondToEvent = (eventId: string) => {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { changes: ['events', 'posts'] },
    mutationKey: answeringKey(eventId),
    mutationFn: (going: boolean) => call(eventCalls.answerEvent, { params: { id: eventId }, body: { going } }),
    onSuccess: (event) => {
      eventLists.replace(queryClient, event);
      showToast(responseToasts[event.attendance.mine ?? 'nothing']);
    },
    onError: async (error) => {
      const isOver = error instanceof ApiError && error.code === 'events.over';
      showFailure(error, isOver ? 'This event is over.' : 'Failed to save your response. Please try again.');
      if (isOver) await queryClient.invalidateQueries({ queryKey: eventLists.keys.lists });
    },
  });
};
