import type { ServerFrame } from '@commons/contract/live/schemas';
import { and, eq, sql } from 'drizzle-orm';
import { type Database, onlyRow, pipelined } from '../../platform/database/database.ts';
import { namedStatement } from '../../platform/database/named-statements.ts';
import { prepareOnce } from '../../platform/database/statements.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import type { Viewer } from '../../platform/sessions/viewer.ts';
import { createCounterCheck } from '../checks/checks.ts';
import type { DepartureStep } from '../feature.ts';
import { visibilityParameters } from '../members/index.ts';
import { reactionsChanged } from './contribution-events.ts';
import type { ReactionsTable } from './contributions.tables.ts';
import { countsColumns, publishLive, type Counts, type Subject, type SubjectKind } from './subjects.ts';

export type ReactionOptions = {
  /** Singular name of the reaction, used in the names of statements and live counts. */
  name: string;
  table: ReactionsTable;
  frame: (subjectId: string, counts: Counts) => ServerFrame;
};

type Status = { isLiked: boolean } & Pick<Counts, 'likesCount' | 'countsRevision'>;

export type ReactionService = ReturnType<typeof reactionsTo>;

/** Creates a reaction that members toggle on a subject kind, such as likes of posts or cheers for wins. */
export function reactionsTo(subjects: SubjectKind, { name, table, frame }: ReactionOptions) {
  const [subjectId, memberId] = [sql.placeholder('subjectId'), sql.placeholder('memberId')];
  const column = sql.identifier(table.subjectId.name);
  const isByMember = sql`${column} = ${subjectId} AND member_id = ${memberId}`;

  const findReaction = namedStatement(`${name}_of_member`, sql`SELECT member_id FROM ${table} WHERE ${isByMember}`, {
    values: { subjectId: 'uuid', memberId: 'uuid' },
    columns: { member_id: 'uuid' },
  });
  const insertReaction = namedStatement(
    `give_${name}`,
    sql`WITH inserted AS (INSERT INTO ${table} (${column}, member_id) VALUES (${subjectId}, ${memberId}))
      ${subjects.addToCount('likes_count', 1)}`,
    {
      values: { subjectId: 'uuid', memberId: 'uuid' },
      columns: countsColumns,
    },
  );
  const deleteReaction = namedStatement(
    `take_${name}`,
    sql`WITH deleted AS (DELETE FROM ${table} WHERE ${isByMember}) ${subjects.addToCount('likes_count', -1)}`,
    {
      values: { subjectId: 'uuid', memberId: 'uuid' },
      columns: countsColumns,
    },
  );
  const findStatus = prepareOnce((db) =>
    db
      .select({
        likesCount: subjects.table.likesCount,
        countsRevision: subjects.table.countsRevision,
        memberId: table.memberId,
      })
      .from(subjects.table)
      .leftJoin(table, and(eq(table.subjectId, subjects.table.id), eq(table.memberId, sql.placeholder('viewerId'))))
      .where(and(eq(subjects.table.id, subjectId), subjects.isVisible))
      .prepare(`${name}_status`),
  );

  const publishCounts = (work: UnitOfWork, subject: Subject, counts: Counts) =>
    publishLive(work, subject, frame(subject.id, counts), {
      latest: { name: `${name}s of ${subject.id}`, revision: counts.countsRevision },
    });

  return {
    check: createCounterCheck({
      name: `${subjects.name}: ${name.replace(`${subjects.name}_`, '')}s`,
      table: subjects.table,
      keys: [subjects.table.id],
      columnName: 'likesCount',
      expected: sql`SELECT count(*) FROM ${table} WHERE ${table.subjectId} = ${subjects.table.id}`,
      alsoSet: { countsRevision: sql`counts_revision + 1` },
    }),

    /**
     * Whether the viewer reacted: true or null. A scalar subquery, which PostgreSQL always plans as an index lookup for
     * each subject. It planned `exists(…)` as a hashed scan of all reactions, and a join as a sort of all reactions of
     * the member.
     */
    isByViewer: sql<
      true | null
    >`(SELECT true FROM ${table} WHERE ${table.subjectId} = ${subjects.table.id} AND ${table.memberId} = ${sql.placeholder('viewerId')})`,

    /** Removes all reactions of a member who leaves and removes their content. */
    departure: (async ({ db, transact }, { memberId: leavingMemberId, content }) => {
      if (content === 'anonymise') return;
      const isByLeavingMember = eq(table.memberId, leavingMemberId);
      for (const { id } of await db.select({ id: table.subjectId }).from(table).where(isByLeavingMember))
        await transact(async (work) => {
          const ids = { subjectId: id, memberId: leavingMemberId };
          const [target, reactions] = await pipelined(subjects.find(work.tx, id, true), findReaction(work.tx, ids));
          if (!target || reactions.length === 0) return;
          const { subject, isRemoved } = target;
          const [countRows] = await pipelined(
            deleteReaction(work.tx, ids),
            // The removal of the subject has already emitted this event for all its reactions.
            isRemoved ? undefined : work.emit(reactionsChanged, { subject, memberId: leavingMemberId, by: -1 }),
          );
          if (!isRemoved) publishCounts(work, subject, onlyRow(countRows));
        }, subjects.queue(id));
    }) satisfies DepartureStep,

    /**
     * Adds the reaction, or removes it. Locks the subject before it reads the current reaction, so that concurrent
     * toggles of a member run one after the other and the counter matches the rows.
     */
    async toggle(work: UnitOfWork, viewer: Viewer, id: string): Promise<Status> {
      const ids = { subjectId: id, memberId: viewer.id };
      const [subject, reactions] = await pipelined(subjects.getLocked(work.tx, viewer, id), findReaction(work.tx, ids));
      const isLiked = reactions.length === 0;
      const by = isLiked ? 1 : -1;
      const [countRows] = await pipelined(
        (isLiked ? insertReaction : deleteReaction)(work.tx, ids),
        work.emit(reactionsChanged, { subject, memberId: viewer.id, by }),
      );
      const counts = onlyRow(countRows);
      publishCounts(work, subject, counts);
      return { isLiked, likesCount: counts.likesCount, countsRevision: counts.countsRevision };
    },

    async getStatus(db: Database, viewer: Viewer, id: string): Promise<Status> {
      const [row] = await findStatus(db).execute({ ...visibilityParameters(viewer), subjectId: id });
      if (!row) throw subjects.notFound();
      const { memberId, ...counts } = row;
      return { ...counts, isLiked: memberId !== null };
    },
  };
}
