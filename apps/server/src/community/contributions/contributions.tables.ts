import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  type PgTable,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { instant, primaryId } from '../../platform/database/columns.ts';
import { users } from '../members/users.tables.ts';

/** References a member without a cascade: code that deletes counted rows must also update the counters. */
const memberId = () =>
  uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'restrict' });

const authoredColumns = () => ({
  id: primaryId(),
  authorId: memberId(),
  isAwaitingReview: boolean().notNull().default(false),
  /** Removed by moderators. Hidden from everybody until it is restored, or erased when the appeal period ends. */
  isRemoved: boolean().notNull().default(false),
});

/** Columns of subjects that no member wrote, such as meditations. */
export const counterColumns = () => ({
  id: primaryId(),
  likesCount: integer().notNull().default(0),
  commentsCount: integer().notNull().default(0),
  /** Increased by each statement that changes a counter. */
  countsRevision: integer().notNull().default(0),
});

/** Columns of subjects that members write, comment on and react to. Ids are UUID v7, so they sort by time. */
export const subjectColumns = () => ({
  ...authoredColumns(),
  ...counterColumns(),
  createdAt: instant().notNull(),
  editedAt: instant(),
});
export type StandardColumn = keyof ReturnType<typeof subjectColumns>;

/** Names of the standard columns. The other columns of a kind are the fields that its members write. */
export const standardColumns: ReadonlySet<string> = new Set(Object.keys(subjectColumns()));

type TextColumn = AnyPgColumn<{ data: string; notNull: true }>;
type FlagColumn = AnyPgColumn<{ data: boolean; notNull: true }>;
type AuthoredColumns = { authorId: TextColumn; isAwaitingReview: FlagColumn; isRemoved: FlagColumn } & {
  createdAt: AnyPgColumn<{ data: Date; notNull: true }>;
  editedAt: AnyPgColumn<{ data: Date }>;
};

/** A table of subjects. It has the author columns only if members write these subjects. */
export type SubjectTable = PgTable & { id: TextColumn } & Record<
    'likesCount' | 'commentsCount' | 'countsRevision',
    AnyPgColumn<{ data: number; notNull: true }>
  > &
  Partial<AuthoredColumns>;
export type AuthoredTable = SubjectTable & AuthoredColumns;
/** The standard columns of a row. */
export type AuthoredRow = {
  id: string;
  authorId: string;
  isAwaitingReview: boolean;
  isRemoved: boolean;
  likesCount: number;
  createdAt: Date;
};

const subjectKey = (subject: string, subjectId: () => AnyPgColumn) =>
  uuid(`${subject}_id`).notNull().references(subjectId, { onDelete: 'cascade' });

/** Declares the comments table of a subject kind: `post_comments` for `post`. */
export const commentsTable = (subject: string, subjectId: () => AnyPgColumn) =>
  pgTable(
    `${subject}_comments`,
    {
      ...authoredColumns(),
      subjectId: subjectKey(subject, subjectId),
      content: text().notNull(),
      createdAt: instant().notNull(),
      editedAt: instant(),
    },
    (table) => [
      index(`${subject}_comments_by_${subject}`).on(table.subjectId, table.id),
      index(`${subject}_comments_by_author`).on(table.authorId),
      check(`${subject}_comments_content_length`, sql`char_length(${table.content}) BETWEEN 1 AND 2000`),
    ],
  );
export type CommentsTable = ReturnType<typeof commentsTable>;

/** Declares the reactions table of a subject kind: `post_likes` for `post` and `likes`. */
export const reactionsTable = (subject: string, reactions: string, subjectId: () => AnyPgColumn) =>
  pgTable(
    `${subject}_${reactions}`,
    {
      subjectId: subjectKey(subject, subjectId),
      memberId: memberId(),
      createdAt: instant().notNull().defaultNow(),
    },
    (table) => [
      primaryKey({ name: `${subject}_${reactions}_one_per_member`, columns: [table.subjectId, table.memberId] }),
      index(`${subject}_${reactions}_by_member`).on(table.memberId),
    ],
  );
export type ReactionsTable = ReturnType<typeof reactionsTable>;
