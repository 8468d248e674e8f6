import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { pageLoader } from '../../lib/page-data.ts';
import { screenLoader, type Prefetch } from '../../lib/query-client.ts';
import { Button } from '../../ui/button.tsx';
import { CardGrid } from '../../ui/card-grid.tsx';
import { Card } from '../../ui/card.tsx';
import { Chips } from '../../ui/chips.tsx';
import { lazyDialog } from '../../ui/lazy-opening.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { ScreenHeader } from '../../ui/screen-header.tsx';
import { useViewer } from '../auth/index.ts';
import { EventCard } from './event-card.tsx';
import { eventLists, type EventsFilter } from './events.api.ts';

const EventDialog = lazyDialog(() => import('./event-dialog.tsx'));

const filters: readonly { value: EventsFilter; label: string }[] = [
  { value: 'upcoming', label: 'Upcoming' },
  { value: 'past', label: 'Past' },
];

const parseFilter = (searchParams: URLSearchParams): EventsFilter =>
  searchParams.get('when') === 'past' ? 'past' : 'upcoming';

const prefetch: Prefetch = (queryClient, _params, search) => {
  void queryClient.prefetchInfiniteQuery(eventLists.query(parseFilter(search)));
};
export const loader = pageLoader(prefetch);
export const clientLoader = screenLoader(prefetch);

/** Upcoming or past events. The filter is in the URL. */
export default function EventsScreen() {
  const viewer = useViewer();
  const [searchParams, setSearchParams] = useSearchParams();
  const filter = parseFilter(searchParams);
  return (
    <div className="flex flex-col gap-6">
      <ScreenHeader
        title="Events"
        lead="Walks, talks and quiet evenings. Every time is shown in your time zone."
        className="sm:flex-nowrap"
      >
        {viewer && viewer.role !== 'user' && <EventDialog trigger={<Button>Create Event</Button>} viewer={viewer} />}
      </ScreenHeader>
      <Chips
        label="When"
        options={filters}
        value={filter}
        onChange={(next) => setSearchParams(next === 'past' ? { when: next } : {}, { replace: true })}
      />
      <CardGrid
        noun="events"
        key={filter}
        label="Events"
        list={useInfiniteQuery(eventLists.query(filter))}
        skeleton={<EventSkeleton />}
        skeletonCount={2}
        isReady={viewer !== undefined}
        className="grid gap-4 lg:grid-cols-2"
        empty={emptyStates[filter]}
      >
        {(event) => viewer && <EventCard key={event.id} event={event} viewer={viewer} />}
      </CardGrid>
    </div>
  );
}

const emptyStates = {
  upcoming: {
    picture: 'events',
    title: 'No upcoming events',
    text: 'When the next walk, talk or quiet evening is planned, you will find it here.',
  },
  past: { picture: 'events', title: 'No past events yet', text: 'Past events will appear here.' },
} as const;

const EventSkeleton = () => (
  <Card aria-hidden="true">
    <div className="flex gap-4">
      <Skeleton className="size-16" />
      <div className="flex-1">
        <Skeleton className="h-5 w-4/5" />
        <Skeleton className="mt-3 h-4 w-3/5" />
      </div>
    </div>
    <Skeleton className="mt-6 h-4" />
    <Skeleton className="mt-2 h-4 w-11/12" />
    <Skeleton className="mt-6 h-11 w-2/5" />
  </Card>
);
