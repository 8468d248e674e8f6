import type { AttachedEvent, Post } from '@commons/contract/feed/schemas';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { DateBadge, eventTexts, formatEventTime, goingCount } from '../events/index.ts';
import { PostPoll } from './post-poll.tsx';

type PostAttachmentsProps = {
  post: Post;
  /** Names the post in the buttons' accessible names. */
  name: string;
};

/** Poll and event of a post. */
export const PostAttachments = ({ post, name }: PostAttachmentsProps) => (
  <>
    {post.poll && <PostPoll post={post} poll={post.poll} name={name} />}
    {post.eventId !== null && <PostEvent event={post.event} />}
  </>
);

const eventStatus = ({ isOver, mine, going }: AttachedEvent): string => {
  if (isOver) return eventTexts.over;
  if (mine) return eventTexts[mine];
  return going === 0 ? 'No responses yet' : goingCount(going);
};

/** Compact view of an attached event. Members respond on its own screen. */
const PostEvent = ({ event }: { event: AttachedEvent | null }) => {
  if (!event)
    return (
      <p className="mt-3 flex min-h-22 items-center rounded-control border border-line px-4 py-3 text-sm text-muted">
        This event is no longer on the calendar.
      </p>
    );
  return (
    <Link
      to={event.isOver ? `${paths.events}?when=past` : paths.events}
      className="mt-3 flex min-h-22 items-center gap-3 rounded-control border border-line p-3 text-ink no-underline transition-colors hover:border-field hover:bg-primary-soft"
    >
      <DateBadge at={event.eventDate} />
      <span className="min-w-0 flex-1">
        <span className="sr-only">Event: </span>
        <span dir="auto" className="block font-semibold wrap-anywhere">
          {event.title}
        </span>
        {/* `app/before-paint.ts` replaces the server's text with the reader's time. */}
        <time
          dateTime={event.eventDate}
          data-event-time=""
          className="block text-xs text-muted sm:text-sm"
          suppressHydrationWarning
        >
          {import.meta.env.SSR ? `${formatEventTime(event.eventDate, 'UTC')} UTC` : formatEventTime(event.eventDate)}
        </time>
        <span className="block text-xs text-muted sm:text-sm">{eventStatus(event)}</span>
      </span>
    </Link>
  );
};
