import { sql } from 'drizzle-orm';
import { isoText } from '../../platform/database/statements.ts';
import type { Searched } from '../../platform/search/searched.ts';
import { events, searchedEvents } from './events.tables.ts';

/** What is to come is newer than what is over. */
export const eventsSearched: Searched = {
  type: 'events',
  source: events,
  index: searchedEvents,
  title: sql`${events.title}`,
  rest: sql`concat_ws(' ', ${events.location}, ${events.description})`,
  isOpen: sql`true`,
  isShown: sql`true`,
  newness: sql`extract(epoch FROM ${events.eventDate})`,
  shown: {
    title: sql`${events.title}`,
    text: sql`nullif(concat_ws(' · ', ${events.location}, ${events.description}), '')`,
    imageUrl: sql`${events.imageUrl}`,
    at: isoText(events.eventDate),
  },
};
