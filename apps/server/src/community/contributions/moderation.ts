import type { ServerFrame } from '@commons/contract/live/schemas';
import { and, eq } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import type { Moderation } from '../feature.ts';
import {
  type Contribution,
  contributionHeld,
  contributionPublished,
  contributionsRestored,
  reactionsChanged,
} from './contribution-events.ts';
import type { AuthoredRow, AuthoredTable } from './contributions.tables.ts';
import {
  publishLive,
  emitRemoved,
  type FoundSubject,
  type Subject,
  type subjectKind,
  toConversationItem,
} from './subjects.ts';

type AuthoredSubjectKind = ReturnType<typeof subjectKind<AuthoredTable>>;

type ModerationOptions<Row> = {
  toContribution: (row: { id: string; authorId: string }) => Contribution;
  frames: { created: (row: Row) => ServerFrame; deleted: (id: string) => ServerFrame };
  /** Returns all comments on a subject, or only those held for review. */
  comments:
    | Record<'listContributions' | 'listHeld', (tx: Transaction, subject: Subject) => Promise<Contribution[]>>
    | undefined;
};

/** Creates the moderation actions for one kind of content that members write. */
export function moderationOf<Row extends AuthoredRow>(
  subjects: AuthoredSubjectKind,
  { toContribution, frames, comments }: ModerationOptions<Row>,
): Moderation {
  const { table } = subjects;
  const find = async (db: Queryable, id: string, forUpdate = true) => {
    const target = await subjects.find(db, id, forUpdate);
    if (!target) return undefined;
    const row = target.row as unknown as Row;
    return { ...target, row, ownContribution: toContribution(row) };
  };
  const setFlags = async (
    { tx }: UnitOfWork,
    id: string,
    flags: Partial<Record<'isRemoved' | 'isAwaitingReview', boolean>>,
  ) => {
    await tx.update(table).set(flags).where(eq(table.id, id));
  };
  const publishCreated = (work: UnitOfWork, { subject, row }: FoundSubject<Row>, isAwaitingReview: boolean) =>
    publishLive(work, { ...subject, isAwaitingReview }, frames.created(row), { isUnsolicited: true });

  return {
    async find(db, id, forUpdate) {
      const target = await find(db, id, forUpdate);
      if (!target) return undefined;
      const { ownContribution, subject, isRemoved, quote } = target;
      return { authorId: ownContribution.authorId, isAwaitingReview: subject.isAwaitingReview, isRemoved, quote };
    },

    async listContext(db, id) {
      const target = await subjects.find(db, id, false);
      return target ? [{ ...(await toConversationItem(db, target)), isSubject: true }] : [];
    },

    async publish(work, id) {
      const target = await find(work.tx, id);
      if (!target || target.isRemoved || !target.subject.isAwaitingReview) return false;
      await setFlags(work, id, { isAwaitingReview: false });
      await work.emit(contributionPublished, target.ownContribution);
      publishCreated(work, target, false);
      return true;
    },

    async remove(work, id) {
      const target = await find(work.tx, id);
      if (!target || target.isRemoved) return false;
      const { subject, ownContribution } = target;
      await emitRemoved(work, subject, [
        ownContribution,
        ...((await comments?.listContributions(work.tx, subject)) ?? []),
      ]);
      await setFlags(work, id, { isRemoved: true });
      publishLive(work, subject, frames.deleted(id));
      return true;
    },

    async restore(work, id) {
      const target = await find(work.tx, id);
      if (!target?.isRemoved) return false;
      const { subject, ownContribution } = target;
      await setFlags(work, id, { isRemoved: false });
      const contributions = [ownContribution, ...((await comments?.listContributions(work.tx, subject)) ?? [])];
      const heldContributions = [
        ...(subject.isAwaitingReview ? [ownContribution] : []),
        ...((await comments?.listHeld(work.tx, subject)) ?? []),
      ];
      for (const heldContribution of heldContributions) await work.emit(contributionHeld, heldContribution);
      await work.emit(reactionsChanged, { subject, memberId: null, by: subject.likesCount });
      await work.emit(contributionsRestored, { contributions });
      publishCreated(work, target, subject.isAwaitingReview);
      return true;
    },

    async erase(work, id) {
      await work.tx.delete(table).where(and(eq(table.id, id), table.isRemoved));
    },
  };
}
