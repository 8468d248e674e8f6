import type { CommunityEvent } from '@commons/contract/events';
import type { QueryClient } from '@tanstack/react-query';
import { recentByClient } from '../../lib/client-state.ts';
import { itemsIn, mapPages, type Pages } from '../../lib/pages.ts';

export type EventsFilter = 'upcoming' | 'past';

export const eventKeys = {
  lists: ['events', 'list'],
  list: (when: EventsFilter) => ['events', 'list', when] as const,
  answering: ['events', 'answering'],
} as const;

const changeLists = (queryClient: QueryClient, change: (events: CommunityEvent[]) => CommunityEvent[]): void => {
  queryClient.setQueriesData<Pages<CommunityEvent>>(
    { queryKey: eventKeys.lists },
    (list) => list && mapPages(list, change),
  );
};

export const isEventLoaded = (queryClient: QueryClient, eventId: string): boolean =>
  queryClient
    .getQueriesData<Pages<CommunityEvent>>({ queryKey: eventKeys.lists })
    .some(([, list]) => list && itemsIn(list).some(({ id }) => id === eventId));

export const removeEvent = (queryClient: QueryClient, eventId: string): void =>
  changeLists(queryClient, (events) => events.filter(({ id }) => id !== eventId));

export type Counts = { going: number; waiting: number; attendanceRevision: number };

/** Latest counts from live frames. A response in flight may be older. */
const liveCounts = recentByClient<Counts>();

/** Applies the counts of a frame if they are newer. */
const withCounts = (event: CommunityEvent, counts: Counts | undefined): CommunityEvent => {
  if (!counts || counts.attendanceRevision <= event.attendanceRevision) return event;
  const { attendanceRevision, ...attendance } = counts;
  return { ...event, attendance: { ...event.attendance, ...attendance }, attendanceRevision };
};

/** Applies newer counts from live frames to a response. */
export const withLiveCounts = (queryClient: QueryClient, event: CommunityEvent): CommunityEvent =>
  withCounts(event, liveCounts(queryClient).get(event.id));

export const applyLiveCounts = (queryClient: QueryClient, eventId: string, figures: Counts): void => {
  const latest = liveCounts(queryClient);
  if ((latest.get(eventId)?.attendanceRevision ?? -1) < figures.attendanceRevision) latest.set(eventId, figures);
  changeLists(queryClient, (events) =>
    events.map((event) => (event.id === eventId ? withLiveCounts(queryClient, event) : event)),
  );
};

/** Replaces an event with the version from a response. */
export const replaceEvent = (queryClient: QueryClient, event: CommunityEvent): void =>
  changeLists(queryClient, (events) =>
    events.map((cached) => (cached.id === event.id ? withLiveCounts(queryClient, event) : cached)),
  );

/** Refetches the lists, because the event's position may have changed. */
export const refetchLists = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: eventKeys.lists }, { throwOnError: true });
