import type { Feature } from '../../community/feature.ts';
import { attendanceChecks, deleteOldNotices, leaveAllEvents, remindOfEvents } from './attendance.service.ts';
import { calendarRoutes, deleteOldCancellations } from './calendar-subscriptions.ts';
import { eventSearchSource } from './events.queries.ts';
import { eventRoutes } from './events.routes.ts';
import { personalData } from './events.tables.ts';

export { eventLeft, eventNoticesStored } from './attendance.service.ts';
export { attachedEvent } from './events.queries.ts';
export { eventCreated, eventDeleted } from './events.service.ts';

export const events: Feature = {
  name: 'events',
  registerRoutes(app, context) {
    eventRoutes(app, context);
    calendarRoutes(app, context);
  },
  searchSources: [eventSearchSource],
  jobs: ({ db, transact }) => [
    { name: 'event-reminders', cron: '*/10 * * * *', run: () => remindOfEvents(transact) },
    { name: 'event-notices', cron: '47 * * * *', run: () => deleteOldNotices(db) },
    { name: 'old-calendar-cancellations', cron: '51 3 * * *', run: () => deleteOldCancellations(db) },
  ],
  checks: attendanceChecks,
  personalData,
  departures: [leaveAllEvents],
};
