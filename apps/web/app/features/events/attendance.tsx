import { eventCalendarPath } from '@commons/contract/events';
import type { CommunityEvent } from '@commons/contract/events/schemas';
import { CalendarPlus, Check, Hourglass } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatCount } from '../../lib/locale.ts';
import { paths } from '../../lib/paths.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { useRespondToEvent } from './events.api.ts';
import { explainWaitingList, formatAttendance, leavingTexts } from './events.texts.ts';

export function Attendance({ event }: { event: CommunityEvent }) {
  const hiddenCount = event.attendance.going - event.attendees.length;
  const waitingText = explainWaitingList(event);
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
            {hiddenCount > 0 && (
              <li className="ps-1 text-sm font-semibold text-muted tabular-nums">
                <span aria-hidden="true">+{formatCount(hiddenCount)}</span>
                <span className="sr-only">and {formatCount(hiddenCount)} more</span>
              </li>
            )}
          </ul>
        )}
        <p className="text-sm text-muted tabular-nums">{formatAttendance(event)}</p>
      </div>
      {!event.isOver && waitingText !== undefined && <p className="text-sm text-muted">{waitingText}</p>}
      {!event.isOver && (
        <div className="flex flex-wrap gap-2">
          <ResponseButton event={event} />
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

/** Labels and styles of the button after a response. Without a response, the button is outlined and has no icon. */
const responseButtons = {
  going: { label: 'You’re going', icon: Check, variant: 'primary', className: undefined },
  waiting: {
    label: 'On the waiting list',
    icon: Hourglass,
    variant: 'secondary',
    className: 'border-primary! bg-primary-soft!',
  },
} as const;

const noResponseButton = { icon: undefined, variant: 'secondary', className: undefined } as const;

function ResponseButton({ event: { id, title, attendance, maxAttendees } }: { event: CommunityEvent }) {
  const respond = useRespondToEvent(id);
  const [isConfirming, setIsConfirming] = useState(false);
  const { going, waiting, mine } = attendance;
  const isFull = maxAttendees !== null && going >= maxAttendees;
  const button = mine
    ? responseButtons[mine]
    : { ...noResponseButton, label: isFull ? 'Join the waiting list' : 'I’m going' };
  const { label, icon: Icon, variant, className } = button;
  const leave = () => respond.mutate(false, { onSettled: () => setIsConfirming(false) });
  return (
    <>
      <Button
        variant={variant}
        className={className}
        aria-label={`${label}, ${title}`}
        aria-pressed={mine !== null}
        isPending={respond.isPending}
        onClick={() => {
          if (mine === null) respond.mutate(true);
          // With a waiting list, the member cannot get the place back, so this needs a confirmation.
          else if (waiting > 0) setIsConfirming(true);
          else leave();
        }}
      >
        {Icon && !respond.isPending && <Icon size={18} strokeWidth={1.75} aria-hidden="true" />}
        {label}
      </Button>
      <Confirm
        isOpen={isConfirming}
        onOpenChange={setIsConfirming}
        {...leavingTexts[mine ?? 'going']}
        isPending={respond.isPending}
        onConfirm={leave}
      />
    </>
  );
}
