import type { ServerFrame } from '@commons/contract/live';
import { and, eq, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { type Contribution, contributionsRemoved, reactionsMoved } from '../../platform/contributions.ts';
import type { Database, Queryable } from '../../platform/database/database.ts';
import { preparedOnce } from '../../platform/database/statements.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import type { Latest } from '../../platform/envelope.ts';
import type { AppError } from '../../platform/errors.ts';
import type { Around, Quoted } from '../../platform/feature.ts';
import type { Viewer } from '../../platform/sessions/viewer.ts';
import {
  isVisible as isWrittenVisible,
  memberColumns,
  toMemberSummary,
  visibilityParameters,
} from '../members/index.ts';
import { users } from '../members/users.tables.ts';
import type { SubjectTable, WrittenTable } from './contributions.tables.ts';

/** Something that members comment on and react to; nobody's words where it is the community's own. */
export type Subject<Author extends string | null = string | null> = {
  kind: string;
  id: string;
  authorId: Author;
  isAwaitingReview: boolean;
  likesCount: number;
};
type AuthorOf<Table extends SubjectTable> = Table extends WrittenTable ? string : string | null;

/** The figures of a subject, as answers and live frames carry them. */
export type Counts = { likesCount: number; commentsCount: number; countsRevision: number };

type Parts<Table extends SubjectTable> = {
  /** The name of the kind in the contract. Its statements and queues are named after it. */
  name: string;
  table: Table;
  notFound: () => AppError;
  /** What of it moderators read. */
  quote: (row: Table['$inferSelect'], db: Queryable) => Quoted | Promise<Quoted>;
  /** Who may see one, where that is not said by author and review alone; with the placeholders of `visibilityParameters`. */
} & (Table extends WrittenTable ? { isVisible?: SQL<boolean> } : { isVisible: SQL<boolean> });

/** A subject as moderators find it, whoever stands between them and its author. */
export type FoundSubject<Row = unknown> = {
  row: Row;
  subject: Subject;
  isRemoved: boolean;
  createdAt: Date;
  quote: Quoted;
};

/** Makes a kind of subject, to which `commentsOn` and `reactionsTo` give comments and reactions. */
export function subjectKind<Table extends SubjectTable>(parts: Parts<Table>) {
  const { name, notFound } = parts;
  const table: SubjectTable = parts.table;
  const isVisible = parts.isVisible ?? isWrittenVisible(table as WrittenTable);
  const { id, likesCount } = table;
  const authorId = sql<AuthorOf<Table>>`${table.authorId ?? sql`NULL::uuid`}`;
  const isAwaitingReview = sql<boolean>`${table.isAwaitingReview ?? sql`false`}`;
  const select = (db: Queryable) =>
    db
      .select({ id, authorId, isAwaitingReview, likesCount })
      .from(table)
      .where(and(eq(id, sql.placeholder('subjectId')), isVisible));
  const locked = preparedOnce((db) => select(db).for('update').prepare(`locked_${name}`));
  const visible = preparedOnce((db) => select(db).prepare(`seen_${name}`));

  const find = (db: Queryable, subjectId: string) => db.select().from(table).where(eq(id, subjectId)).$dynamic();
  const toFound = async (db: Queryable, row: Record<string, unknown>): Promise<FoundSubject<Table['$inferSelect']>> => {
    const { authorId: writtenBy = null, isAwaitingReview: isHeld = false, isRemoved = false } = row;
    const { likesCount: likes, createdAt } = row as { likesCount: number; createdAt: Date };
    const subject = { kind: name, id: row['id'] as string, authorId: writtenBy as string | null };
    return {
      row,
      subject: { ...subject, isAwaitingReview: isHeld as boolean, likesCount: likes },
      isRemoved: isRemoved as boolean,
      createdAt,
      quote: await parts.quote(row, db),
    };
  };

  return {
    name,
    table,
    isVisible,
    notFound,

    /** A subject for moderators, locked as by `getLocked` if it is to be changed. */
    async find(
      db: Queryable,
      subjectId: string,
      isLocked: boolean,
    ): Promise<FoundSubject<Table['$inferSelect']> | undefined> {
      const [row] = await (isLocked ? find(db, subjectId).for('update') : find(db, subjectId));
      return row && (await toFound(db, row));
    },

    /** Whoever changes a subject, its reactions or its comments waits for their turn here. */
    queue: (subjectId: string) => ({ queue: `${name} ${subjectId}` }),

    /**
     * A subject that the viewer may see, locked to the end of the transaction: whoever changes it, its reactions or its
     * comments holds it first, so that counters and rows agree and no two of them wait for each other.
     */
    async getLocked(db: Queryable, viewer: Viewer, subjectId: string): Promise<Subject<AuthorOf<Table>>> {
      const [subject] = await locked(db).execute({ ...visibilityParameters(viewer), subjectId });
      if (!subject) throw notFound();
      return { kind: name, ...subject };
    },

    async assertVisible(db: Database, viewer: Viewer, subjectId: string): Promise<void> {
      const [subject] = await visible(db).execute({ ...visibilityParameters(viewer), subjectId });
      if (!subject) throw notFound();
    },

    /** Moves a counter of a locked subject, in the statement of the row that it counts; answers `Counts`. */
    moveCount: (counter: 'likes_count' | 'comments_count', by: number | Placeholder): SQL =>
      sql`UPDATE ${table} SET ${sql.identifier(counter)} = ${sql.identifier(counter)} + ${typeof by === 'number' ? sql.raw(String(by)) : by},
    counts_revision = counts_revision + 1
    WHERE id = ${sql.placeholder('subjectId')}
    RETURNING likes_count AS "likesCount", comments_count AS "commentsCount", counts_revision AS "countsRevision"`,
  };
}

export type SubjectKind = ReturnType<typeof subjectKind<SubjectTable>>;

/** A subject as it stands around what was written about it. */
export async function toAround(db: Queryable, { subject, quote, createdAt }: FoundSubject): Promise<Around> {
  const [author] =
    subject.authorId === null ? [] : await db.select(memberColumns).from(users).where(eq(users.id, subject.authorId));
  return {
    ...quote,
    author: author ? toMemberSummary(author) : null,
    createdAt: createdAt.toISOString(),
    isSubject: false,
  };
}

/** Tells that a locked subject goes, with its reactions and what was written about it. */
export async function emitRemoved(work: UnitOfWork, subject: Subject, contributions: Contribution[]): Promise<void> {
  // Figures before scores, as whatever is written does: in another order the two would wait for each other.
  await work.emit(reactionsMoved, { subject, memberId: null, by: -subject.likesCount });
  await work.emit(contributionsRemoved, { contributions });
}

const known = (memberIds: (string | null)[]) => memberIds.filter((id) => id !== null);

/**
 * Tells everyone, or the author alone while what they wrote awaits review. Skips members who may not see one of the actors
 * (a comment has two: its own author and that of its subject), and those who muted one where it comes unasked.
 */
export function announce(
  work: UnitOfWork,
  written: { authorId: string | null; isAwaitingReview: boolean },
  frame: ServerFrame,
  options: { actorIds?: (string | null)[]; isUnasked?: boolean; latest?: Latest } = {},
): void {
  const { actorIds = [written.authorId], ...others } = options;
  work.publish({
    audience: written.isAwaitingReview ? { memberIds: known([written.authorId]) } : 'everyone',
    frame,
    actorIds: known(actorIds),
    ...others,
  });
}
