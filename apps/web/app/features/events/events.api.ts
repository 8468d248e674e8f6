import { type CommunityEvent, eventCalls, type EventInput } from '@commons/contract/events';
import { mutationOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, callPage } from '../../lib/api-client.ts';
import { ApiError, isNotFoundError, showFailure } from '../../lib/api-error.ts';
import { cursorOf, pagedQuery } from '../../lib/pages.ts';
import { staleOnVisit } from '../../lib/query-client.ts';
import { showToast } from '../../ui/toast-store.ts';
import {
  eventKeys,
  type EventsFilter,
  refetchLists,
  removeEvent,
  replaceEvent,
  withLiveCounts,
} from './events.cache.ts';

export const eventsQuery = (when: EventsFilter) =>
  pagedQuery({
    queryKey: eventKeys.list(when),
    read: async ({ client, cursor, signal }) => {
      const page = await callPage(eventCalls.listEvents, { query: { when, ...cursorOf(cursor) } }, { signal });
      return { ...page, items: page.items.map((event) => withLiveCounts(client, event)) };
    },
    // No live frame reports that an event is over or which other members are going.
    ...staleOnVisit,
    gcTime: 60 * 60 * 1000,
  });

/** Refetches an event. Null if it no longer exists. */
export const readEvent = async (eventId: string): Promise<CommunityEvent | null> => {
  try {
    return await call(eventCalls.getEvent, { params: { id: eventId } });
  } catch (error) {
    if (isNotFoundError(error)) return null;
    throw error;
  }
};

/** Input of the mutation. `event()` also uploads the picture, so that an upload failure fails the mutation. */
type EventToSave = { event: () => Promise<EventInput>; idempotencyKey: string };

/** Creates an event, or updates the one with this id. */
export const saveEventMutation = (id: string | undefined) =>
  mutationOptions({
    meta: { changes: ['events', 'posts'] },
    mutationFn: async ({ event, idempotencyKey }: EventToSave) =>
      id === undefined
        ? call(eventCalls.createEvent, { body: await event() }, { idempotencyKey })
        : call(eventCalls.updateEvent, { params: { id }, body: await event() }),
    onSuccess: (saved, _sent, _context, { client }) => {
      replaceEvent(client, saved);
      showToast({ title: id === undefined ? 'Event created' : 'Event updated' });
      void refetchLists(client).catch(() => undefined);
    },
    onError: (error, _sent, _context, { client }) => {
      showFailure(error, `Failed to ${id === undefined ? 'create' : 'update'} event. Please try again.`);
      if (id !== undefined && isNotFoundError(error)) removeEvent(client, id);
    },
  });

/** Deletes an event. Succeeds if the event has already been deleted. */
export const useDeleteEvent = (eventId: string) => {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { changes: ['events', 'posts'] },
    mutationFn: async () => {
      try {
        await call(eventCalls.deleteEvent, { params: { id: eventId } });
      } catch (error) {
        if (!isNotFoundError(error)) throw error;
      }
    },
    onSuccess: () => {
      removeEvent(queryClient, eventId);
      showToast({ title: 'Event deleted' });
    },
    onError: (error) => showFailure(error, 'Failed to delete event. Please try again.'),
  });
};

const responseToasts = {
  going: { title: 'You are going' },
  waiting: {
    title: 'You are on the waiting list',
    description: 'When a place opens up, the next person in line gets it and is notified.',
  },
  nothing: { title: 'You are not going' },
} as const;

export const useRespondToEvent = (eventId: string) => {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { changes: ['events', 'posts'] },
    mutationKey: [...eventKeys.answering, eventId],
    mutationFn: (going: boolean) => call(eventCalls.answerEvent, { params: { id: eventId }, body: { going } }),
    onSuccess: (event) => {
      replaceEvent(queryClient, event);
      showToast(responseToasts[event.attendance.mine ?? 'nothing']);
    },
    onError: async (error) => {
      const isOver = error instanceof ApiError && error.code === 'events.over';
      showFailure(error, isOver ? 'This event is over.' : 'Failed to save your response. Please try again.');
      if (isOver) await queryClient.invalidateQueries({ queryKey: eventKeys.lists });
    },
  });
};
