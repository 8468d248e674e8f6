import { date, doublePrecision, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

/** Statistics per UTC day, computed by `healthFigures` in each feature's manifest. */
export const dailyFigures = pgTable(
  'daily_figures',
  {
    day: date({ mode: 'string' }).notNull(),
    name: text().notNull(),
    value: doublePrecision().notNull(),
  },
  (table) => [primaryKey({ name: 'daily_figures_one_per_day', columns: [table.name, table.day] })],
);
