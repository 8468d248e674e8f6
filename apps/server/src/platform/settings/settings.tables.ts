import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { bytes, instant } from '../database/columns.ts';

/**
 * Settings that an admin has changed in the panel. A setting that was reset keeps its row without a value, so that the
 * highest revision never falls. The audit log has the actors.
 */
export const storedSettings = pgTable('settings', {
  name: text().primaryKey(),
  value: jsonb().$type<unknown>(),
  /** The value of a secret (`encryption.ts`). */
  encrypted: bytes(),
  /** The revision of all settings at the last change of this one. */
  revision: integer().notNull(),
  changedAt: instant().notNull(),
});
export type StoredSetting = typeof storedSettings.$inferSelect;
