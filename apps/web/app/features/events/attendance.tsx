import { type CommunityEvent, eventCalendarPath } from '@commons/contract/events';
import { CalendarPlus, Check, Hourglass } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatCount, plural } from '../../lib/locale.ts';
import { paths } from '../../lib/paths.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { useAnswerEvent } from './events.api.ts';

/** Formats "8 of 10 places taken, 3 waiting". */
const figuresOf = ({ attendance: { going, waiting }, maxAttendees, isOver }: CommunityEvent): string => {
  const waits = waiting > 0 ? `, ${formatCount(waiting)} waiting` : '';
  // Responses are known, attendance is not.
  if (isOver) return going === 0 ? 'This event is over' : `${formatCount(going)} said they would come`;
  if (maxAttendees === null) return `${formatCount(going)} going`;
  const places = plural(maxAttendees, { one: 'place', other: 'places' });
  return `${formatCount(going)} of ${formatCount(maxAttendees)} ${places} taken${waits}`;
};

export function Attendance({ event }: { event: CommunityEvent }) {
  const more = event.attendance.going - event.attendees.length;
  return (
    <div className="mt-auto flex flex-col gap-3 pt-1">
      <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1">
        {event.attendees.length > 0 && (
          <ul aria-label="Attendance" className="flex flex-wrap items-center gap-1">
            {event.attendees.map((member) => (
              <li key={member.id} className="flex">
                <Link to={paths.member(member.id)} title={member.displayName} className="rounded-full">
                  <Avatar id={member.id} name={member.displayName} imageUrl={member.profileImageUrl} />
                  <span className="sr-only">{member.displayName}</span>
                </Link>
              </li>
            ))}
            {more > 0 && <li className="ps-1 text-sm font-semibold text-muted tabular-nums">+{formatCount(more)}</li>}
          </ul>
        )}
        <p className="text-sm text-muted tabular-nums">{figuresOf(event)}</p>
      </div>
      {!event.isOver && (
        <div className="flex flex-wrap gap-2">
          <AnswerButton event={event} />
          <a
            href={eventCalendarPath(event.id)}
            download="event.ics"
            aria-label={`Add to calendar, ${event.title}`}
            className={buttonClass('quiet')}
          >
            <CalendarPlus size={18} strokeWidth={1.75} aria-hidden="true" />
            Add to calendar
          </a>
        </div>
      )}
    </div>
  );
}

/** Labels and styles of a given answer: filled, with an icon. Without an answer the button is outlined. */
const answers = {
  going: { label: 'You’re going', icon: Check, variant: 'primary', className: undefined },
  waiting: {
    label: 'On the waiting list',
    icon: Hourglass,
    variant: 'secondary',
    className: 'border-primary! bg-primary-soft!',
  },
} as const;

const unanswered = { icon: undefined, variant: 'secondary', className: undefined } as const;

function AnswerButton({ event: { id, title, attendance, maxAttendees } }: { event: CommunityEvent }) {
  const answer = useAnswerEvent(id);
  const [isAsking, setIsAsking] = useState(false);
  const { going, waiting, mine } = attendance;
  const isFull = maxAttendees !== null && going >= maxAttendees;
  const shown = mine ? answers[mine] : { ...unanswered, label: isFull ? 'Join the waiting list' : 'I’m going' };
  const { label, icon: Icon, variant, className } = shown;
  const leave = () => answer.mutate(false, { onSettled: () => setIsAsking(false) });
  return (
    <>
      <Button
        variant={variant}
        className={className}
        aria-label={`${label}, ${title}`}
        aria-pressed={mine !== null}
        isPending={answer.isPending}
        onClick={() => {
          if (mine === null) answer.mutate(true);
          // With a waiting list, a place that is given up is lost, so this asks first.
          else if (waiting > 0) setIsAsking(true);
          else leave();
        }}
      >
        {Icon && !answer.isPending && <Icon size={18} strokeWidth={1.75} aria-hidden="true" />}
        {label}
      </Button>
      <Confirm
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title={mine === 'waiting' ? 'Leave the waiting list' : 'Give up your place'}
        text={
          mine === 'waiting'
            ? 'You lose your place in line. If you join again later, you start at the end.'
            : 'Others are waiting. The next person gets your place right away.'
        }
        confirmLabel={mine === 'waiting' ? 'Leave the waiting list' : 'Give it up'}
        cancelLabel={mine === 'waiting' ? 'Keep waiting' : 'Keep my place'}
        isPending={answer.isPending}
        onConfirm={leave}
      />
    </>
  );
}
