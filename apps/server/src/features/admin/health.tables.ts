import { date, doublePrecision, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

/** What the features count of each day (`dailyFigures` in their manifests), in UTC. */
export const dailyFigures = pgTable(
  'daily_figures',
  {
    day: date({ mode: 'string' }).notNull(),
    name: text().notNull(),
    value: doublePrecision().notNull(),
  },
  (table) => [primaryKey({ name: 'daily_figures_one_per_day', columns: [table.name, table.day] })],
);
