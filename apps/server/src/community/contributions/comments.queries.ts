import { and, asc, desc, eq, gt, lt, not, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/database.ts';
import { namedStatement } from '../../platform/database/named-statements.ts';
import { isoText, isoTextOrNull, prepareOnce, preparePages } from '../../platform/database/statements.ts';
import type { ConversationItem } from '../feature.ts';
import { isVisible, memberColumns, toMemberSummary } from '../members/index.ts';
import { users } from '../members/users.tables.ts';
import type { CommentsTable } from './contributions.tables.ts';
import { countsColumns, type SubjectKind, toConversationItem } from './subjects.ts';

/** A comment as the database returns it, without the viewer's permissions. */
export type CommentRow = {
  id: string;
  subjectId: string;
  authorId: string;
  author: Parameters<typeof toMemberSummary>[0];
  content: string;
  createdAt: string;
  editedAt: string | null;
  isAwaitingReview: boolean;
};

/** A new comment notifies the authors of at most this many preceding comments. */
const notifiedCommentCount = 5;

/** Number of comments shown to moderators before and after a reported comment. */
const contextSize = 3;

/** Returns the context of a comment for moderators: its subject, the comment itself and its neighbors. */
export async function listCommentContext(
  db: Queryable,
  subjects: SubjectKind,
  table: CommentsTable,
  commentId: string,
): Promise<ConversationItem[]> {
  const [comment] = await db.select({ subjectId: table.subjectId }).from(table).where(eq(table.id, commentId));
  const subject = comment && (await subjects.find(db, comment.subjectId, false));
  if (!subject) return [];
  const select = () =>
    db
      .select({ id: table.id, content: table.content, createdAt: table.createdAt, author: memberColumns })
      .from(table)
      .innerJoin(users, eq(users.id, table.authorId))
      .$dynamic();
  const isOnSubject = and(eq(table.subjectId, comment.subjectId), not(table.isRemoved));
  const before = await select()
    .where(and(isOnSubject, lt(table.id, commentId)))
    .orderBy(desc(table.id))
    .limit(contextSize);
  const reported = await select().where(eq(table.id, commentId));
  const after = await select()
    .where(and(isOnSubject, gt(table.id, commentId)))
    .orderBy(asc(table.id))
    .limit(contextSize);
  return [
    await toConversationItem(db, subject),
    ...[...before.toReversed(), ...reported, ...after].map(({ id, content, createdAt, author }) => ({
      content,
      author: toMemberSummary(author),
      createdAt: createdAt.toISOString(),
      isSubject: id === commentId,
    })),
  ];
}

export function commentStatements(subjects: SubjectKind, name: string, table: CommentsTable) {
  const { id, subjectId, authorId, content, isAwaitingReview } = table;
  const createdAt = isoText(table.createdAt);
  const editedAt = isoTextOrNull(table.editedAt);
  const isOnSubject = eq(subjectId, sql.placeholder('subjectId'));
  /** Comments are visible only with their subject. */
  const isReadable = and(isVisible(table), subjects.isVisible);
  const select = (db: Queryable) =>
    db
      .select({ id, subjectId, authorId, author: memberColumns, content, createdAt, editedAt, isAwaitingReview })
      .from(table)
      .innerJoin(users, eq(users.id, authorId))
      .innerJoin(subjects.table, eq(subjects.table.id, subjectId))
      .$dynamic();
  const { isAwaitingReview: isSubjectHeld, isRemoved } = subjects.table;
  /** Comments on a removed subject or one awaiting review notify nobody: a notification would reveal it. */
  const isSubjectPublished =
    isSubjectHeld && isRemoved
      ? sql`EXISTS (SELECT FROM ${subjects.table}
          WHERE ${subjects.table.id} = comments.${sql.identifier(subjectId.name)} AND NOT ${isSubjectHeld} AND NOT ${isRemoved})`
      : sql`true`;
  const addToCount = subjects.addToCount('comments_count', sql.placeholder('by'));

  return {
    page: preparePages<CommentRow>(`${name}_page`, (db, page) =>
      select(db)
        .where(and(isOnSubject, gt(id, sql.placeholder('after')), isReadable))
        .orderBy(asc(id))
        .limit(page.limit)
        .prepare(page.name),
    ),
    visible: prepareOnce((db) =>
      select(db)
        .where(and(isOnSubject, eq(id, sql.placeholder('commentId')), isReadable))
        .prepare(`visible_${name}`),
    ),
    reported: prepareOnce((db) =>
      db
        .select({ id, authorId, content, createdAt })
        .from(table)
        .innerJoin(subjects.table, eq(subjects.table.id, subjectId))
        .where(and(sql`${id} = ANY(${sql.placeholder('ids')}::uuid[])`, isReadable))
        .prepare(`reported_${name}s`),
    ),
    thread: namedStatement(
      `thread_of_${name}s`,
      sql`SELECT comments.id, ARRAY(
          SELECT author_id::text FROM (
            SELECT author_id FROM ${table} AS earlier
            WHERE earlier.${sql.identifier(subjectId.name)} = comments.${sql.identifier(subjectId.name)}
              AND earlier.id < comments.id AND NOT earlier.is_removed AND NOT earlier.is_awaiting_review AND ${isSubjectPublished}
            ORDER BY earlier.id DESC LIMIT ${sql.raw(String(notifiedCommentCount))}
          ) AS recent GROUP BY author_id
        ) AS "memberIds"
        FROM ${table} AS comments
        WHERE comments.id = ANY(${sql.placeholder('ids')}::uuid[])
          AND NOT comments.is_removed AND NOT comments.is_awaiting_review`,
      { values: { ids: 'uuid[]' }, columns: { id: 'uuid', memberIds: 'text[]' } },
    ),
    insert: namedStatement(
      `insert_${name}`,
      sql`WITH inserted AS (
        INSERT INTO ${table} (id, ${sql.identifier(subjectId.name)}, author_id, content, is_awaiting_review, created_at)
        VALUES (${sql.placeholder('id')}, ${sql.placeholder('subjectId')}, ${sql.placeholder('authorId')},
          ${sql.placeholder('content')}, ${sql.placeholder('isAwaitingReview')}, ${sql.placeholder('createdAt')})
      ) ${addToCount}`,
      {
        values: {
          id: 'uuid',
          subjectId: 'uuid',
          authorId: 'uuid',
          content: 'text',
          isAwaitingReview: 'boolean',
          createdAt: 'timestamp with time zone',
          by: 'integer',
        },
        columns: countsColumns,
      },
    ),
    moveCount: namedStatement(`add_to_${name}s_count`, addToCount, {
      values: { by: 'integer', subjectId: 'uuid' },
      columns: countsColumns,
    }),
  };
}
