import type { Feature } from '../../platform/feature.ts';
import { forgetOldNotices, remindOfEvents } from './attendance.service.ts';
import { eventRoutes } from './events.routes.ts';
import { eventsSearched } from './events.search.ts';

export const events: Feature = {
  name: 'events',
  open: eventRoutes,
  searched: [eventsSearched],
  jobs: ({ db, transact }) => [
    { name: 'event-reminders', cron: '*/10 * * * *', run: () => remindOfEvents(transact) },
    { name: 'event-notices', cron: '47 * * * *', run: () => forgetOldNotices(db) },
  ],
};
