import { consentKinds } from '@commons/contract/consent';
import { boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant, primaryId } from '../../platform/database/columns.ts';
import { ownerId } from '../members/users.tables.ts';
import { ownedBy, type PersonalData } from '../personal-data.ts';

/** Each consent that a member gave or withdrew. Rows are never changed. */
export const consents = pgTable(
  'consents',
  {
    id: primaryId(),
    userId: ownerId(),
    kind: text({ enum: consentKinds }).notNull(),
    /** False if the member withdrew the consent. */
    isGiven: boolean().notNull(),
    /** Version of the guidelines at that time. */
    guidelinesVersion: integer().notNull(),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [index('consents_by_member').on(table.userId)],
);

/** Versions of the guidelines that this community's admins asked its members to accept. */
export const guidelinesVersions = pgTable('guidelines_versions', {
  version: integer().primaryKey(),
  createdAt: instant().notNull().defaultNow(),
});

/** Deleting these rows needs no counter update. */
export const cascades = ['consents.user_id'];

export const personalData: PersonalData[] = [
  {
    table: consents,
    description: 'your consents: the kind, whether you gave or withdrew it, the version of the guidelines, the time',
    purpose: 'we can show that you agreed, and ask again when the guidelines change',
    retention: 'you leave',
    references: [ownedBy(consents.userId)],
  },
];
