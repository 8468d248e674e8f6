import type { CurrentUser } from '@commons/contract/auth/schemas';
import type { CommunityEvent } from '@commons/contract/events/schemas';
import { useInfiniteQuery } from '@tanstack/react-query';
import { CalendarPlus } from 'lucide-react';
import { useState } from 'react';
import { itemsIn } from '../../lib/pages.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { LoadMore } from '../../ui/infinite-list.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Loading, Skeleton } from '../../ui/loading.tsx';
import { DateBadge } from './date-badge.tsx';
import EventDialog from './event-dialog.tsx';
import { formatEventTime } from './event-times.ts';
import { eventLists } from './events.api.ts';

type EventPickerProps = {
  viewer: CurrentUser;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onPick: (event: CommunityEvent) => void;
};

/** Lets the member pick an upcoming event. Managers and admins can also create one here. */
export default function EventPicker({ viewer, isOpen, onOpenChange, onPick }: EventPickerProps) {
  const [isCreating, setIsCreating] = useState(false);
  const pick = (event: CommunityEvent) => {
    onPick(event);
    onOpenChange(false);
  };
  return (
    <>
      <Dialog
        isOpen={isOpen}
        onOpenChange={onOpenChange}
        title="Share an event"
        description="Choose an upcoming event. Your post will link to it."
        {...(viewer.role !== 'user' && {
          footer: (
            <Button variant="secondary" onClick={() => setIsCreating(true)}>
              <CalendarPlus size={20} strokeWidth={1.75} aria-hidden="true" />
              Create Event
            </Button>
          ),
        })}
      >
        <EventChoices onPick={pick} />
      </Dialog>
      {isCreating && <EventDialog viewer={viewer} isOpen={isCreating} onOpenChange={setIsCreating} onSaved={pick} />}
    </>
  );
}

function EventChoices({ onPick }: Pick<EventPickerProps, 'onPick'>) {
  const list = useInfiniteQuery(eventLists.query('upcoming'));
  return (
    <Loaded
      query={list}
      loading={
        <Loading label="Loading events" className="flex flex-col gap-2">
          <Skeleton className="h-22" />
          <Skeleton className="h-22" />
        </Loading>
      }
      failure={{ variant: 'text', text: 'The events could not be loaded.' }}
    >
      {(data) => {
        const events = itemsIn(data).filter(({ isOver }) => !isOver);
        if (events.length === 0) return <p className="py-6 text-center text-muted">No upcoming events right now.</p>;
        return (
          <>
            <ul aria-label="Upcoming events" className="flex flex-col gap-2">
              {events.map((event) => (
                <li key={event.id}>
                  <button
                    type="button"
                    className="flex w-full items-center gap-3 rounded-control border border-line p-3 text-start transition-colors hover:border-field hover:bg-primary-soft"
                    onClick={() => onPick(event)}
                  >
                    <DateBadge at={event.eventDate} />
                    <span className="min-w-0 flex-1">
                      <span dir="auto" className="block font-semibold wrap-anywhere">
                        {event.title}
                      </span>
                      <span className="block text-sm text-muted">{formatEventTime(event.eventDate)}</span>
                    </span>
                  </button>
                </li>
              ))}
            </ul>
            <LoadMore
              list={list}
              label="Load more"
              busyLabel="Loading..."
              failedText="More events could not be loaded."
              className="pt-4"
            />
          </>
        );
      }}
    </Loaded>
  );
}
