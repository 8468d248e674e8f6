import type { ServerFrame } from '@commons/contract/live';
import { and, eq } from 'drizzle-orm';
import {
  type Contribution,
  contributionHeld,
  contributionPublished,
  contributionsRestored,
  reactionsMoved,
} from '../../platform/contributions.ts';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import type { Moderation } from '../../platform/feature.ts';
import type { WrittenTable } from './contributions.tables.ts';
import { announce, emitRemoved, type FoundSubject, type Subject, type SubjectKind, toAround } from './subjects.ts';

type Parts<Row> = {
  contribution: (written: { id: string; authorId: string }) => Contribution;
  frames: { shown: (row: Row) => ServerFrame; gone: (id: string) => ServerFrame };
  /** What is written about it: all of it, and what of that waits for a moderator itself. */
  comments?: Record<'contributionsOn' | 'heldOn', (tx: Transaction, subject: Subject) => Promise<Contribution[]>>;
};

/** How moderators act upon a kind of subject that members write. */
export function moderationOf<Table extends WrittenTable>(
  table: Table,
  // Read when it is used: a kind of contribution and its subject know each other.
  subjectOf: () => SubjectKind,
  { contribution, frames, comments }: Parts<Table['$inferSelect']>,
): Moderation {
  const written: WrittenTable = table;
  const find = async (db: Queryable, id: string, isLocked = true) => {
    const found = await subjectOf().find(db, id, isLocked);
    if (!found) return undefined;
    const row = found.row as Table['$inferSelect'] & { authorId: string };
    return { ...found, row, own: contribution({ id, authorId: row.authorId }) };
  };
  const set = async (
    { tx }: UnitOfWork,
    id: string,
    flags: Partial<Record<'isRemoved' | 'isAwaitingReview', boolean>>,
  ) => {
    await tx.update(written).set(flags).where(eq(written.id, id));
  };
  const tellShown = (
    work: UnitOfWork,
    { subject, row }: FoundSubject<Table['$inferSelect']>,
    isAwaitingReview: boolean,
  ) => announce(work, { ...subject, isAwaitingReview }, frames.shown(row), { isUnasked: true });

  return {
    async find(db, id, isLocked) {
      const found = await find(db, id, isLocked);
      if (!found) return undefined;
      const { own, subject, isRemoved, quote } = found;
      return { authorId: own.authorId, isAwaitingReview: subject.isAwaitingReview, isRemoved, quote };
    },

    async listAround(db, id) {
      const found = await subjectOf().find(db, id, false);
      return found ? [{ ...(await toAround(db, found)), isSubject: true }] : [];
    },

    async publish(work, id) {
      const found = await find(work.tx, id);
      if (!found || found.isRemoved || !found.subject.isAwaitingReview) return false;
      await set(work, id, { isAwaitingReview: false });
      await work.emit(contributionPublished, found.own);
      tellShown(work, found, false);
      return true;
    },

    async remove(work, id) {
      const found = await find(work.tx, id);
      if (!found || found.isRemoved) return false;
      const { subject, own } = found;
      await emitRemoved(work, subject, [own, ...((await comments?.contributionsOn(work.tx, subject)) ?? [])]);
      await set(work, id, { isRemoved: true });
      announce(work, subject, frames.gone(id));
      return true;
    },

    async restore(work, id) {
      const found = await find(work.tx, id);
      if (!found?.isRemoved) return false;
      const { subject, own } = found;
      await set(work, id, { isRemoved: false });
      const contributions = [own, ...((await comments?.contributionsOn(work.tx, subject)) ?? [])];
      const held = [...(subject.isAwaitingReview ? [own] : []), ...((await comments?.heldOn(work.tx, subject)) ?? [])];
      for (const each of held) await work.emit(contributionHeld, each);
      await work.emit(reactionsMoved, { subject, memberId: null, by: subject.likesCount });
      await work.emit(contributionsRestored, { contributions });
      tellShown(work, found, subject.isAwaitingReview);
      return true;
    },

    async erase(work, id) {
      await work.tx.delete(written).where(and(eq(written.id, id), written.isRemoved));
    },
  };
}
