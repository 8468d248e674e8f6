import type { CurrentUser } from '@commons/contract/auth/schemas';
import type { CommunityEvent } from '@commons/contract/events/schemas';
import type { LazyMenuProps } from '../../ui/lazy-opening.tsx';
import { OptionsMenu } from '../../ui/options-menu.tsx';
import EventDialog from './event-dialog.tsx';
import { eventActions } from './events.api.ts';

type EventMenuProps = LazyMenuProps & { event: CommunityEvent; viewer: CurrentUser };

export default function EventMenu({ event, viewer, ...menu }: EventMenuProps) {
  return (
    <OptionsMenu
      {...menu}
      noun="Event"
      can={event.can}
      renderEditor={(dialog) => <EventDialog {...dialog} viewer={viewer} event={event} />}
      deletion={eventActions.useDelete(event.id)}
      deletionEffect="Everyone who responded is told that it is cancelled."
    />
  );
}
