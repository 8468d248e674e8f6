import { sql } from 'drizzle-orm';
import { check, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../platform/database/columns.ts';
import { own, type PersonalData, written } from '../../platform/personal-data.ts';
import { commentsTable, communalColumns } from '../contributions/contributions.tables.ts';
import { users } from '../members/users.tables.ts';

/** Sounds to listen to. They are the community's own: every member sees them, whoever stands between them and who added one. */
export const meditations = pgTable(
  'meditations',
  {
    ...communalColumns(),
    /** The admin who added it and has points for that; null for what ships with the application. */
    addedById: uuid().references(() => users.id, { onDelete: 'set null' }),
    title: text().notNull(),
    description: text().notNull(),
    /** An address of ours, or one elsewhere. */
    audioUrl: text().notNull(),
    albumCoverUrl: text(),
    /** In seconds. */
    duration: integer().notNull(),
    createdAt: instant().notNull(),
  },
  (table) => [
    check('meditations_title_length', sql`char_length(${table.title}) BETWEEN 1 AND 100`),
    check('meditations_description_length', sql`char_length(${table.description}) <= 5000`),
    check('meditations_last_some_time', sql`${table.duration} > 0`),
  ],
);

export const meditationComments = commentsTable('meditation', () => meditations.id);

/**
 * How much listening is credited to a member yet: one hour, which is used up and comes back second by second. It is whole
 * again at `wholeAt`, by the clock of the database; in microseconds, so that nothing is lost or won by rounding.
 */
export const listeningAllowances = pgTable('listening_allowances', {
  memberId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  wholeAt: timestamp({ withTimezone: true, precision: 6, mode: 'string' }).notNull(),
});

/**
 * A meditation's counter goes with it; the points of its comments are taken back before, by what is announced when it goes.
 * An allowance goes with its own member. What a meditation is found by is a copy.
 */
export const cascades = ['meditation_comments.meditation_id', 'listening_allowances.member_id'];

export const personalData: PersonalData[] = [
  {
    table: meditations,
    what: 'meditations that you added as an admin',
    why: 'they belong to the community, and you earned points for them',
    until: 'an admin deletes them',
    mentions: [{ column: meditations.addedById, exported: true, leaving: 'unnamed' }],
  },
  {
    table: meditationComments,
    what: 'your comments on meditations',
    why: 'members read them',
    until: 'you delete them, or the meditation is deleted',
    mentions: [written(meditationComments.authorId)],
  },
  {
    table: listeningAllowances,
    what: 'your current listening allowance',
    why: 'points are only for real listening time',
    until: 'you leave',
    mentions: [own(listeningAllowances.memberId)],
  },
];
