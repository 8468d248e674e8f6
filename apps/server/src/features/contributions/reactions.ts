import type { ServerFrame } from '@commons/contract/live';
import { and, eq, sql } from 'drizzle-orm';
import { counted } from '../../platform/checks/checks.ts';
import { reactionsMoved } from '../../platform/contributions.ts';
import { type Database, onlyRow, together } from '../../platform/database/database.ts';
import { named, preparedOnce } from '../../platform/database/statements.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import type { Departure } from '../../platform/feature.ts';
import type { Viewer } from '../../platform/sessions/viewer.ts';
import { visibilityParameters } from '../members/index.ts';
import type { ReactionsTable } from './contributions.tables.ts';
import { announce, type Counts, type Subject, type SubjectKind } from './subjects.ts';

type Parts = {
  /** What one is called, in the names of statements and of live figures. */
  name: string;
  table: ReactionsTable;
  frame: (subjectId: string, counts: Counts) => ServerFrame;
};

type Status = { isLiked: boolean } & Pick<Counts, 'likesCount' | 'countsRevision'>;

/** Gives a kind of subject a reaction that members toggle: likes of a post, cheers for a win. */
export function reactionsTo(subjects: SubjectKind, { name, table, frame }: Parts) {
  const [subjectId, memberId] = [sql.placeholder('subjectId'), sql.placeholder('memberId')];
  const column = sql.identifier(table.subjectId.name);
  const isTheirs = sql`${column} = ${subjectId} AND member_id = ${memberId}`;

  const given = named(`${name}_of_member`, sql`SELECT member_id FROM ${table} WHERE ${isTheirs}`);
  const give = named<Counts>(
    `give_${name}`,
    sql`WITH given AS (INSERT INTO ${table} (${column}, member_id) VALUES (${subjectId}, ${memberId}))
      ${subjects.moveCount('likes_count', 1)}`,
  );
  const take = named<Counts>(
    `take_${name}`,
    sql`WITH taken AS (DELETE FROM ${table} WHERE ${isTheirs}) ${subjects.moveCount('likes_count', -1)}`,
  );
  const status = preparedOnce((db) =>
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

  const tell = (work: UnitOfWork, subject: Subject, counts: Counts) =>
    announce(work, subject, frame(subject.id, counts), {
      latest: { name: `${name}s of ${subject.id}`, revision: counts.countsRevision },
    });

  return {
    check: counted({
      name: `${subjects.name}: ${name.replace(`${subjects.name}_`, '')}s`,
      table: subjects.table,
      keys: [subjects.table.id],
      figure: 'likesCount',
      should: sql`SELECT count(*) FROM ${table} WHERE ${table.subjectId} = ${subjects.table.id}`,
      also: { countsRevision: sql`counts_revision + 1` },
    }),

    /** Takes back all that a member gave who leaves and takes along what they wrote. */
    departure: (async ({ db, transact }, { memberId: leaverId, content }) => {
      if (content === 'anonymise') return;
      const isGiven = eq(table.memberId, leaverId);
      for (const { id } of await db.select({ id: table.subjectId }).from(table).where(isGiven))
        await transact(async (work) => {
          const ids = { subjectId: id, memberId: leaverId };
          const [found, reactions] = await together(subjects.find(work.tx, id, true), given(work.tx, ids));
          if (!found || reactions.length === 0) return;
          const { subject, isRemoved } = found;
          const [moved] = await together(
            take(work.tx, ids),
            // With what was taken down went the support that it had.
            isRemoved ? undefined : work.emit(reactionsMoved, { subject, memberId: leaverId, by: -1 }),
          );
          if (!isRemoved) tell(work, subject, onlyRow(moved));
        }, subjects.queue(id));
    }) satisfies Departure,

    /**
     * Reacts, or takes the reaction back. The subject is locked first, and whether there is one is read by the statement
     * behind the lock: two presses of one member then follow each other, and the counter moves with the row.
     */
    async toggle(work: UnitOfWork, viewer: Viewer, id: string): Promise<Status> {
      const ids = { subjectId: id, memberId: viewer.id };
      const [subject, reactions] = await together(subjects.getLocked(work.tx, viewer, id), given(work.tx, ids));
      const isLiked = reactions.length === 0;
      const by = isLiked ? 1 : -1;
      const [moved] = await together(
        (isLiked ? give : take)(work.tx, ids),
        work.emit(reactionsMoved, { subject, memberId: viewer.id, by }),
      );
      const counts = onlyRow(moved);
      tell(work, subject, counts);
      return { isLiked, likesCount: counts.likesCount, countsRevision: counts.countsRevision };
    },

    async getStatus(db: Database, viewer: Viewer, id: string): Promise<Status> {
      const [found] = await status(db).execute({ ...visibilityParameters(viewer), subjectId: id });
      if (!found) throw subjects.notFound();
      const { memberId, ...counts } = found;
      return { ...counts, isLiked: memberId !== null };
    },
  };
}
