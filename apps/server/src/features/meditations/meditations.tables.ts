import { meditationThemes } from '@commons/contract/meditations';
import { sql } from 'drizzle-orm';
import { check, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { commentsTable, counterColumns } from '../../community/contributions/contributions.tables.ts';
import { ownerId, users } from '../../community/members/users.tables.ts';
import { ownedBy, type PersonalData, writtenBy } from '../../community/personal-data.ts';
import { instant } from '../../platform/database/columns.ts';

/** Audio meditations. They belong to the community: every member sees them, regardless of blocks. */
export const meditations = pgTable(
  'meditations',
  {
    ...counterColumns(),
    /**
     * The admin who added the meditation and got points for it. Null for meditations that ship with the application.
     */
    addedById: uuid().references(() => users.id, { onDelete: 'set null' }),
    title: text().notNull(),
    description: text().notNull(),
    teacher: text(),
    theme: text({ enum: meditationThemes }),
    /** Path of an uploaded file or an external address. */
    audioUrl: text().notNull(),
    albumCoverUrl: text(),
    /** In seconds. */
    duration: integer().notNull(),
    createdAt: instant().notNull(),
  },
  (table) => [
    check('meditations_title_length', sql`char_length(${table.title}) BETWEEN 1 AND 100`),
    check('meditations_description_length', sql`char_length(${table.description}) <= 5000`),
    check('meditations_teacher_length', sql`char_length(${table.teacher}) BETWEEN 1 AND 60`),
    check('meditations_last_some_time', sql`${table.duration} > 0`),
  ],
);

export const meditationComments = commentsTable('meditation', () => meditations.id);

/**
 * Listening allowances of members: one hour, which is used up by listening and refills in real time. The allowance is
 * full at `wholeAt` (database clock, in microseconds, so that rounding loses nothing).
 */
export const listeningAllowances = pgTable('listening_allowances', {
  memberId: ownerId().primaryKey(),
  wholeAt: timestamp({ withTimezone: true, precision: 6, mode: 'string' }).notNull(),
});

/**
 * Deleting these rows needs no counter update: a meditation's counter is deleted with it, and the points of its
 * comments were reversed before. An allowance is deleted with its member.
 */
export const cascades = ['meditation_comments.meditation_id', 'listening_allowances.member_id'];

export const personalData: PersonalData[] = [
  {
    table: meditations,
    description: 'meditations that you added as an admin',
    purpose: 'they belong to the community, and you earned points for them',
    retention: 'an admin deletes them',
    references: [{ column: meditations.addedById, exported: true, leaving: 'anonymized' }],
  },
  {
    table: meditationComments,
    description: 'your comments on meditations',
    purpose: 'members read them',
    retention: 'you delete them, or the meditation is deleted',
    references: [writtenBy(meditationComments.authorId)],
  },
  {
    table: listeningAllowances,
    description: 'your current listening allowance',
    purpose: 'points are only for real listening time',
    retention: 'you leave',
    references: [ownedBy(listeningAllowances.memberId)],
  },
];
