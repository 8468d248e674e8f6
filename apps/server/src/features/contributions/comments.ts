import type { ServerFrame } from '@commons/contract/live';
import type { MemberSummary } from '@commons/contract/members';
import { and, eq, not, type SQLWrapper, sql } from 'drizzle-orm';
import { counted } from '../../platform/checks/checks.ts';
import {
  type Contribution,
  contributionHeld,
  contributionPublished,
  contributionsRemoved,
  contributionsRestored,
  emitChanged,
  emitNewContribution,
  removedByModerator,
} from '../../platform/contributions.ts';
import { databaseNow } from '../../platform/database/clock.ts';
import { newId } from '../../platform/database/columns.ts';
import {
  type Database,
  onlyRow,
  type Queryable,
  together,
  type Transaction,
} from '../../platform/database/database.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import type { AppError } from '../../platform/errors.ts';
import { type ContributionKind, type Moderation, toReported } from '../../platform/feature.ts';
import { type Page, toPage } from '../../platform/http/pagination.ts';
import type { Viewer } from '../../platform/sessions/viewer.ts';
import { toMemberSummary, visibilityParameters } from '../members/index.ts';
import { type CommentRow, commentStatements, listAround } from './comments.queries.ts';
import { canDelete, canEdit, isAuthor, startsInReview } from './contributions.policy.ts';
import type { CommentsTable } from './contributions.tables.ts';
import { announce, type Counts, type Subject, type SubjectKind } from './subjects.ts';

/** A comment as the viewer may see it. */
type Comment = Omit<CommentRow, 'author'> & { author: MemberSummary; can: { edit: boolean; delete: boolean } };

type Parts<View> = {
  /** The name of these comments as a kind of contribution. */
  name: string;
  table: CommentsTable;
  /** A comment as the contract has it. */
  toView: (comment: Comment) => View;
  errors: Record<'notFound' | 'notYours' | 'cannotDelete', () => AppError>;
  frames: {
    created: (subjectId: string, commentId: string, counts: Counts) => ServerFrame;
    updated: (subjectId: string, commentId: string, counts: Counts) => ServerFrame;
    deleted: (subjectId: string, commentId: string, counts: Counts) => ServerFrame;
  };
};

type Ids = { id: string; commentId: string };

/** Sorts before every UUID v7: where the first page begins. */
const beforeEveryId = '00000000-0000-0000-0000-000000000000';

/** Gives a kind of subject its comments. */
export function commentsOn<View>(subjects: SubjectKind, { name, table, toView, errors, frames }: Parts<View>) {
  const statements = commentStatements(subjects, name, table);

  const moderation: Moderation = {
    async find(db, commentId, isLocked) {
      const found = await findAny(db, commentId, isLocked);
      if (!found) return undefined;
      const { authorId, isAwaitingReview, isRemoved, content } = found.comment;
      return { authorId, isAwaitingReview, isRemoved, quote: { content } };
    },
    listAround: (db, commentId) => listAround(db, subjects, table, commentId),

    async publish(work, commentId) {
      const found = await findAny(work.tx, commentId);
      if (!found?.isShown || found.comment.isRemoved || !found.comment.isAwaitingReview) return false;
      const { subject, comment } = found;
      await work.tx.update(table).set({ isAwaitingReview: false }).where(eq(table.id, commentId));
      const counts = await moveCount(work, subject.id, 1);
      await work.emit(contributionPublished, toContribution(subject, comment));
      const published = { ...comment, isAwaitingReview: false };
      announceComment(work, subject, published, frames.created(subject.id, commentId, counts));
      return true;
    },

    async remove(work, commentId) {
      const found = await findAny(work.tx, commentId);
      if (!found || found.comment.isRemoved) return false;
      const { subject, comment } = found;
      // With its subject went its points, and the support that it was.
      if (found.isShown) await work.emit(contributionsRemoved, { contributions: [toContribution(subject, comment)] });
      await work.tx.update(table).set({ isRemoved: true }).where(eq(table.id, commentId));
      const counts = await moveCount(work, subject.id, comment.isAwaitingReview ? 0 : -1);
      if (found.isShown) announceComment(work, subject, comment, frames.deleted(subject.id, commentId, counts));
      return true;
    },

    async restore(work, commentId) {
      const found = await findAny(work.tx, commentId);
      if (!found?.comment.isRemoved) return false;
      const { subject, comment } = found;
      await work.tx.update(table).set({ isRemoved: false }).where(eq(table.id, commentId));
      const counts = await moveCount(work, subject.id, comment.isAwaitingReview ? 0 : 1);
      if (!found.isShown) return true;
      const contribution = toContribution(subject, comment);
      await work.emit(contributionsRestored, { contributions: [contribution] });
      if (comment.isAwaitingReview) await work.emit(contributionHeld, contribution);
      announceComment(work, subject, comment, frames.created(subject.id, commentId, counts));
      return true;
    },

    async erase(work, commentId) {
      await work.tx.delete(table).where(and(eq(table.id, commentId), table.isRemoved));
    },
  };

  /** A comment for moderators, behind the lock of its subject; `isShown` while its subject is not removed itself. */
  async function findAny(db: Queryable, commentId: string, isLocked = true) {
    const read = () => db.select().from(table).where(eq(table.id, commentId));
    const [before] = await read();
    const found = before && (await subjects.find(db, before.subjectId, isLocked));
    // Read again by a statement behind the lock: meanwhile it may have gone.
    const [comment] = found ? await read() : [];
    return found && comment && { subject: found.subject, isShown: !found.isRemoved, comment };
  }

  const kind: ContributionKind = {
    name,
    table,
    moderation,
    points: 1,
    isSupport: true,
    thread: (db, ids) => statements.thread(db, { ids }),
    report: async (tx, viewer, ids) =>
      (await statements.reported(tx).execute({ ...visibilityParameters(viewer), ids })).map(toReported),
  };
  const toContribution = (subject: Subject, { id, authorId }: { id: string; authorId: string }): Contribution => ({
    kind,
    id,
    authorId,
    subject,
  });

  async function getLocked(work: UnitOfWork, viewer: Viewer, { id, commentId }: Ids) {
    const subject = await subjects.getLocked(work.tx, viewer, id);
    const parameters = { ...visibilityParameters(viewer), subjectId: id, commentId };
    const [comment] = await statements.visible(work.tx).execute(parameters);
    if (!comment) throw errors.notFound();
    return { subject, comment };
  }

  /** The counter is of comments that everyone may read: what awaits review is not in it. */
  const moveCount = async (work: UnitOfWork, subjectId: string, by: 0 | 1 | -1): Promise<Counts> =>
    onlyRow(await statements.moveCount(work.tx, { subjectId, by }));

  async function listOn(tx: Transaction, subject: Subject, isMeant?: SQLWrapper): Promise<Contribution[]> {
    const { id, authorId, subjectId, isRemoved } = table;
    const rows = await tx
      .select({ id, authorId })
      .from(table)
      .where(and(eq(subjectId, subject.id), not(isRemoved), isMeant));
    return rows.map((comment) => toContribution(subject, comment));
  }

  return {
    check: counted({
      name: `${subjects.name}: comments`,
      table: subjects.table,
      keys: [subjects.table.id],
      figure: 'commentsCount',
      should: sql`SELECT count(*) FROM ${table}
        WHERE ${table.subjectId} = ${subjects.table.id} AND NOT ${table.isAwaitingReview} AND NOT ${table.isRemoved}`,
      also: { countsRevision: sql`counts_revision + 1` },
    }),
    kind,

    /** The comments on a subject after a comment id, oldest first. */
    async list(
      db: Database,
      viewer: Viewer,
      subjectId: string,
      { after = beforeEveryId, limit }: { after: string | undefined; limit: number },
    ): Promise<Page<View, string>> {
      const rows = await statements.page(db, limit + 1, { ...visibilityParameters(viewer), subjectId, after });
      if (rows.length === 0) await subjects.assertVisible(db, viewer, subjectId);
      const { items, next } = toPage(rows, limit, ({ id }) => id, toComment(viewer));
      return { items: items.map(toView), next };
    },

    async create(work: UnitOfWork, viewer: Viewer, subjectId: string, content: string): Promise<View> {
      const subject = await subjects.getLocked(work.tx, viewer, subjectId);
      const comment = {
        id: newId(),
        subjectId: subject.id,
        authorId: viewer.id,
        content,
        isAwaitingReview: startsInReview(viewer),
        createdAt: databaseNow().toISOString(),
      };
      const [moved] = await together(
        statements.insert(work.tx, { ...comment, by: comment.isAwaitingReview ? 0 : 1 }),
        emitNewContribution(work, toContribution(subject, comment), comment),
      );
      announceComment(work, subject, comment, frames.created(subject.id, comment.id, onlyRow(moved)));
      return toView({ ...comment, author: viewer.summary, editedAt: null, can: permissions(viewer, comment) });
    },

    async edit(work: UnitOfWork, viewer: Viewer, ids: Ids, content: string): Promise<View> {
      const { subject, comment } = await getLocked(work, viewer, ids);
      if (!canEdit(viewer, comment)) throw errors.notYours();
      const isAwaitingReview = comment.isAwaitingReview || startsInReview(viewer);
      const editedAt = databaseNow();
      await work.tx.update(table).set({ content, editedAt, isAwaitingReview }).where(eq(table.id, comment.id));
      const counts = await moveCount(work, subject.id, isAwaitingReview === comment.isAwaitingReview ? 0 : -1);
      await emitChanged(work, toContribution(subject, comment), { isAwaitingReview });
      announceComment(work, subject, comment, frames.updated(subject.id, comment.id, counts));
      return toView(toComment(viewer)({ ...comment, content, editedAt: editedAt.toISOString(), isAwaitingReview }));
    },

    async delete(work: UnitOfWork, viewer: Viewer, ids: Ids): Promise<void> {
      const { subject, comment } = await getLocked(work, viewer, ids);
      if (!canDelete(viewer, comment)) throw errors.cannotDelete();
      if (!isAuthor(viewer, comment)) {
        const contribution = toContribution(subject, comment);
        return work.emit(removedByModerator, { contribution, moderator: viewer, note: null });
      }
      await work.emit(contributionsRemoved, { contributions: [toContribution(subject, comment)] });
      await work.tx.delete(table).where(eq(table.id, comment.id));
      const counts = await moveCount(work, subject.id, comment.isAwaitingReview ? 0 : -1);
      announceComment(work, subject, comment, frames.deleted(subject.id, comment.id, counts));
    },

    /** All comments on a subject, for whoever removes it; those that were taken down before went then. */
    contributionsOn: (tx: Transaction, subject: Subject): Promise<Contribution[]> => listOn(tx, subject),
    /** Those of them that wait for a moderator. */
    heldOn: (tx: Transaction, subject: Subject): Promise<Contribution[]> => listOn(tx, subject, table.isAwaitingReview),
  };
}

const permissions = (viewer: Viewer, comment: { authorId: string }) => ({
  edit: canEdit(viewer, comment),
  delete: canDelete(viewer, comment),
});

const toComment =
  (viewer: Viewer) =>
  ({ author, ...comment }: CommentRow): Comment => ({
    ...comment,
    author: toMemberSummary(author),
    can: permissions(viewer, comment),
  });

/** A comment is public when both it and its subject are. */
function announceComment(
  work: UnitOfWork,
  subject: Subject,
  comment: { authorId: string; isAwaitingReview: boolean },
  frame: ServerFrame,
): void {
  const isAwaitingReview = subject.isAwaitingReview || comment.isAwaitingReview;
  announce(work, { authorId: comment.authorId, isAwaitingReview }, frame, {
    actorIds: [subject.authorId, comment.authorId],
  });
}
