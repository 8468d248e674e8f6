import { useInfiniteQuery } from '@tanstack/react-query';
import { CalendarPlus } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { pageLoader } from '../../lib/page-data.ts';
import { screenLoader, type Prefetch } from '../../lib/query-client.ts';
import { Button } from '../../ui/button.tsx';
import { CardGrid } from '../../ui/card-grid.tsx';
import { Card } from '../../ui/card.tsx';
import { Chips } from '../../ui/chips.tsx';
import { useLazyDisclosure } from '../../ui/lazy-opening.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { ScreenHeader } from '../../ui/screen-header.tsx';
import { useViewer } from '../auth/index.ts';
import { CalendarDialog } from './calendar-dialog-button.tsx';
import { EventCard } from './event-card.tsx';
import { eventLists, type EventsFilter } from './events.api.ts';

const EventDialog = lazyPart(() => import('./event-dialog.tsx'));

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
  const show = (next: EventsFilter) => setSearchParams(next === 'past' ? { when: next } : {}, { replace: true });
  const { isOpen, setIsOpen, button } = useLazyDisclosure(EventDialog);
  const canCreate = viewer ? viewer.role !== 'user' : false;
  return (
    <div className="flex flex-col gap-6">
      <ScreenHeader
        title="Events"
        lead="Walks, talks and quiet evenings. Every time is shown in your time zone."
        className="sm:flex-nowrap"
      >
        <div className="flex flex-wrap gap-3">
          <CalendarDialog
            trigger={
              <Button variant="secondary">
                <CalendarPlus size={20} strokeWidth={1.75} aria-hidden="true" />
                In my calendar
              </Button>
            }
          />
          {canCreate && <Button {...button}>Create Event</Button>}
        </div>
      </ScreenHeader>
      <Chips label="When" options={filters} value={filter} onChange={show} />
      <CardGrid
        noun="events"
        key={filter}
        label="Events"
        list={useInfiniteQuery(eventLists.query(filter))}
        skeleton={<EventSkeleton />}
        skeletonCount={2}
        isReady={viewer !== undefined}
        className="grid gap-4 lg:grid-cols-2"
        empty={{
          ...emptyStates[filter],
          action:
            canCreate && filter === 'upcoming' ? (
              <Button variant="secondary" {...button}>
                Plan an event
              </Button>
            ) : (
              <Button variant="secondary" onClick={() => show(otherFilters[filter])}>
                {otherLabels[filter]}
              </Button>
            ),
        }}
      >
        {(event) => viewer && <EventCard key={event.id} event={event} viewer={viewer} />}
      </CardGrid>
      {viewer && isOpen === true && <EventDialog viewer={viewer} isOpen onOpenChange={setIsOpen} />}
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

const otherFilters = { upcoming: 'past', past: 'upcoming' } as const;
const otherLabels = { upcoming: 'See past events', past: 'See upcoming events' } as const;

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
