import type { ServerFrame } from '@commons/contract/live/schemas';
import { and, eq, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { Database, Queryable } from '../../platform/database/database.ts';
import { prepareOnce } from '../../platform/database/statements.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import type { CountsVersion } from '../../platform/envelope.ts';
import type { AppError } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/sessions/viewer.ts';
import type { ConversationItem, QuotedContent } from '../feature.ts';
import {
  isVisible as isWrittenVisible,
  memberColumns,
  toMemberSummary,
  visibilityParameters,
} from '../members/index.ts';
import { users } from '../members/users.tables.ts';
import { type Contribution, contributionsRemoved, reactionsChanged } from './contribution-events.ts';
import type { SubjectTable, AuthoredTable } from './contributions.tables.ts';

/** An item that members comment on and react to. `authorId` is null if no member wrote it. */
export type Subject<Author extends string | null = string | null> = {
  kind: string;
  id: string;
  authorId: Author;
  isAwaitingReview: boolean;
  likesCount: number;
};
type AuthorOf<Table extends SubjectTable> = Table extends AuthoredTable ? string : string | null;

/** The counters of a subject, in replies and live frames. */
export type Counts = { likesCount: number; commentsCount: number; countsRevision: number };
export const countsColumns = { likesCount: 'integer', commentsCount: 'integer', countsRevision: 'integer' } as const;

type SubjectOptions<Table extends SubjectTable> = {
  /** Name of the kind in the contract. Statements and queues use it in their names. */
  name: string;
  table: Table;
  notFound: () => AppError;
  /** Returns the content for moderators. */
  quote: (row: Table['$inferSelect'], db: Queryable) => QuotedContent | Promise<QuotedContent>;
  /** Overrides the visibility by author and review. Uses the placeholders of `visibilityParameters`. */
} & (Table extends AuthoredTable ? { isVisible?: SQL<boolean> } : { isVisible: SQL<boolean> });

/** A subject for moderators, regardless of blocks. */
export type FoundSubject<Row = unknown> = {
  row: Row;
  subject: Subject;
  isRemoved: boolean;
  createdAt: Date;
  quote: QuotedContent;
};

/** Creates a subject kind. `commentsOn` and `reactionsTo` add comments and reactions to it. */
export function subjectKind<Table extends SubjectTable>(options: SubjectOptions<Table>) {
  const { name, notFound } = options;
  const table: SubjectTable = options.table;
  const isVisible = options.isVisible ?? isWrittenVisible(table as AuthoredTable);
  const { id, likesCount } = table;
  const authorId = sql<AuthorOf<Table>>`${table.authorId ?? sql`NULL::uuid`}`;
  const isAwaitingReview = sql<boolean>`${table.isAwaitingReview ?? sql`false`}`;
  const select = (db: Queryable) =>
    db
      .select({ id, authorId, isAwaitingReview, likesCount })
      .from(table)
      .where(and(eq(id, sql.placeholder('subjectId')), isVisible));
  const lockedSubject = prepareOnce((db) => select(db).for('update').prepare(`locked_${name}`));
  const visibleSubject = prepareOnce((db) => select(db).prepare(`seen_${name}`));

  const find = (db: Queryable, subjectId: string) => db.select().from(table).where(eq(id, subjectId)).$dynamic();
  const toFoundSubject = async (
    db: Queryable,
    row: Record<string, unknown>,
  ): Promise<FoundSubject<Table['$inferSelect']>> => {
    const { authorId: author = null, isAwaitingReview: isHeld = false, isRemoved = false } = row;
    const { likesCount: likes, createdAt } = row as { likesCount: number; createdAt: Date };
    const subject = { kind: name, id: row['id'] as string, authorId: author as string | null };
    return {
      row,
      subject: { ...subject, isAwaitingReview: isHeld as boolean, likesCount: likes },
      isRemoved: isRemoved as boolean,
      createdAt,
      quote: await options.quote(row, db),
    };
  };

  return {
    name,
    table,
    isVisible,
    notFound,

    /** Returns a subject for moderators. With `forUpdate`, locks it like `getLocked`. */
    async find(
      db: Queryable,
      subjectId: string,
      forUpdate: boolean,
    ): Promise<FoundSubject<Table['$inferSelect']> | undefined> {
      const [row] = await (forUpdate ? find(db, subjectId).for('update') : find(db, subjectId));
      return row && (await toFoundSubject(db, row));
    },

    /** Returns the queue for transactions that change a subject, its reactions or its comments. */
    queue: (subjectId: string) => ({ queue: `${name} ${subjectId}` }),

    /**
     * Returns a subject that the viewer may see and locks it until the end of the transaction. Every change to a
     * subject, its reactions or its comments takes this lock first, so that counters match the rows and no deadlock
     * occurs.
     * @throws AppError `notFound` if the viewer may not see it.
     */
    async getLocked(db: Queryable, viewer: Viewer, subjectId: string): Promise<Subject<AuthorOf<Table>>> {
      const [subject] = await lockedSubject(db).execute({ ...visibilityParameters(viewer), subjectId });
      if (!subject) throw notFound();
      return { kind: name, ...subject };
    },

    async assertVisible(db: Database, viewer: Viewer, subjectId: string): Promise<void> {
      const [subject] = await visibleSubject(db).execute({ ...visibilityParameters(viewer), subjectId });
      if (!subject) throw notFound();
    },

    /** Returns SQL that changes a counter of a locked subject and returns `Counts`. */
    addToCount: (counter: 'likes_count' | 'comments_count', by: number | Placeholder): SQL =>
      sql`UPDATE ${table} SET ${sql.identifier(counter)} = ${sql.identifier(counter)} + ${typeof by === 'number' ? sql.raw(String(by)) : by},
    counts_revision = counts_revision + 1
    WHERE id = ${sql.placeholder('subjectId')}
    RETURNING likes_count AS "likesCount", comments_count AS "commentsCount", counts_revision AS "countsRevision"`,
  };
}

export type SubjectKind = ReturnType<typeof subjectKind<SubjectTable>>;

/** Converts a subject to the context of a moderation case. */
export async function toConversationItem(
  db: Queryable,
  { subject, quote, createdAt }: FoundSubject,
): Promise<ConversationItem> {
  const [author] =
    subject.authorId === null ? [] : await db.select(memberColumns).from(users).where(eq(users.id, subject.authorId));
  return {
    ...quote,
    author: author ? toMemberSummary(author) : null,
    createdAt: createdAt.toISOString(),
    isSubject: false,
  };
}

/** Emits the removal of a locked subject with its reactions and comments. */
export async function emitRemoved(work: UnitOfWork, subject: Subject, contributions: Contribution[]): Promise<void> {
  // Updates counters before scores. The lock order is the same everywhere, to avoid deadlocks.
  await work.emit(reactionsChanged, { subject, memberId: null, by: -subject.likesCount });
  await work.emit(contributionsRemoved, { contributions });
}

const withoutNull = (memberIds: (string | null)[]) => memberIds.filter((id) => id !== null);

/**
 * Publishes a frame to everyone, or to the author only while their content waits for review. Skips members who may not
 * see one of the actors. A comment has two actors: its author and the author of its subject. An unsolicited frame also
 * skips members who muted an actor.
 */
export function publishLive(
  work: UnitOfWork,
  content: { authorId: string | null; isAwaitingReview: boolean },
  frame: ServerFrame,
  options: { actorIds?: (string | null)[]; isUnsolicited?: boolean; latest?: CountsVersion } = {},
): void {
  const { actorIds = [content.authorId], ...rest } = options;
  work.publish({
    audience: content.isAwaitingReview ? { memberIds: withoutNull([content.authorId]) } : 'everyone',
    frame,
    actorIds: withoutNull(actorIds),
    ...rest,
  });
}
