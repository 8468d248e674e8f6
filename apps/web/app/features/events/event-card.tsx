import type { CurrentUser } from '@commons/contract/auth/schemas';
import type { CommunityEvent } from '@commons/contract/events/schemas';
import { MapPin } from 'lucide-react';
import { memo, useState } from 'react';
import { Button, OptionsButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { lazyMenu } from '../../ui/lazy-opening.tsx';
import { LinkedText } from '../../ui/linked-text.tsx';
import { MemberAvatarLink, MemberName } from '../../ui/member-link.tsx';
import { allowSite, siteOf, useIsAllowed } from '../player/index.ts';
import { Attendance } from './attendance.tsx';
import { DateBadge } from './date-badge.tsx';
import { startLines } from './event-times.ts';

const EventMenu = lazyMenu(() => import('./event-menu.tsx'));

type EventCardProps = { event: CommunityEvent; viewer: CurrentUser };

/** An event. Memoized, so that an RSVP to one event rerenders only its card. */
export const EventCard = memo(({ event, viewer }: EventCardProps) => {
  const { id, title, description, imageUrl, location, creator, can } = event;
  const titleId = `event-${id}`;
  return (
    <li className="flex min-w-0">
      <Card
        as="article"
        isPadded={false}
        aria-labelledby={titleId}
        className="flex min-w-0 flex-1 flex-col overflow-hidden"
      >
        {imageUrl !== null && <EventPicture key={imageUrl} event={{ ...event, imageUrl }} viewerId={viewer.id} />}
        <div className="flex flex-1 flex-col gap-4 p-4 md:p-6">
          <header className="flex items-start gap-4">
            <DateBadge at={event.eventDate} hostTimeZone={event.timeZone} isOver={event.isOver} />
            <div className="min-w-0 flex-1">
              <h2 id={titleId} dir="auto" className="text-lg wrap-anywhere">
                {title}
              </h2>
              <Times event={event} />
            </div>
            {(can.edit || can.delete) && (
              <EventMenu
                trigger={<OptionsButton noun="Event" name={title} className="-me-2 -mt-2" />}
                event={event}
                viewer={viewer}
              />
            )}
          </header>
          {location !== null && (
            <p className="flex items-start gap-2 text-sm">
              <MapPin size={20} strokeWidth={1.75} aria-hidden="true" className="mt-px shrink-0 text-muted" />
              <span className="sr-only">Location:</span>
              <span dir="auto" className="min-w-0 wrap-anywhere">
                {location}
              </span>
            </p>
          )}
          {description !== null && <LinkedText text={description} className="text-sm" />}
          {creator !== null && (
            <p className="flex items-center gap-2 text-sm text-muted">
              <MemberAvatarLink member={creator} size="small" />
              <span className="min-w-0 wrap-anywhere">
                Hosted by <MemberName member={creator} className="text-ink" />
              </span>
            </p>
          )}
          <Attendance event={event} />
        </div>
      </Card>
    </li>
  );
});
EventCard.displayName = 'EventCard';

/**
 * The start in the reader's time zone, and before it also in the host's if its clock differs. The server renders the host's time, and
 * `app/before-paint.ts` replaces it.
 */
function Times({ event: { eventDate, timeZone, isOver } }: { event: CommunityEvent }) {
  const [start, zone, hostStart] = startLines(eventDate, timeZone);
  return (
    <div data-event-date={eventDate} data-time-zone={timeZone}>
      <time dateTime={eventDate} className="mt-1 block text-sm font-semibold" suppressHydrationWarning>
        {start}
      </time>
      <p className="text-xs text-muted" suppressHydrationWarning>
        {zone}
      </p>
      {!isOver && (
        <p className="mt-1 text-xs text-muted" hidden={hostStart === undefined} suppressHydrationWarning>
          {hostStart}
        </p>
      )}
    </div>
  );
}

type EventPictureProps = { event: CommunityEvent & { imageUrl: string }; viewerId: string };

/** A decorative picture. Pictures on other sites load only with the member's consent. */
function EventPicture({ event: { imageUrl }, viewerId }: EventPictureProps) {
  const [isBroken, setIsBroken] = useState(false);
  const isAllowed = useIsAllowed(viewerId, imageUrl);
  if (isBroken) return null;
  return (
    <div className="flex aspect-video items-center justify-center overflow-hidden bg-sunk p-4 has-[img]:p-0 lg:aspect-3/1">
      {isAllowed ? (
        <img
          src={imageUrl.replace(/^(\/media\/.+)-full\.webp$/, '$1-card.webp')}
          alt=""
          width={640}
          height={360}
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          className="size-full object-cover"
          onError={() => setIsBroken(true)}
        />
      ) : (
        <Button variant="secondary" size="small" onClick={() => allowSite(viewerId, imageUrl)}>
          <span className="wrap-anywhere">Show the picture from {siteOf(imageUrl)}</span>
        </Button>
      )}
    </div>
  );
}
