import type { ServerFrame } from '@commons/contract/live/schemas';
import type { MemberSummary } from '@commons/contract/members/schemas';
import { and, eq, not, type SQLWrapper, sql } from 'drizzle-orm';
import { databaseNow } from '../../platform/database/clock.ts';
import { newId } from '../../platform/database/columns.ts';
import {
  type Database,
  onlyRow,
  type Queryable,
  pipelined,
  type Transaction,
} from '../../platform/database/database.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import type { AppError } from '../../platform/errors.ts';
import { type Page, toPage } from '../../platform/http/pagination.ts';
import type { Viewer } from '../../platform/sessions/viewer.ts';
import { createCounterCheck } from '../checks/checks.ts';
import { type ContributionKind, type Moderation, toReportSnapshot } from '../feature.ts';
import { toMemberSummary, visibilityParameters } from '../members/index.ts';
import { type CommentRow, commentStatements, listCommentContext } from './comments.queries.ts';
import {
  type Contribution,
  contributionHeld,
  contributionPublished,
  contributionsRemoved,
  contributionsRestored,
  emitChanged,
  emitNewContribution,
  removedByModerator,
} from './contribution-events.ts';
import { canDelete, canEdit, isAuthor, startsInReview } from './contributions.policy.ts';
import type { CommentsTable } from './contributions.tables.ts';
import { publishLive, type Counts, type Subject, type SubjectKind } from './subjects.ts';

/** A comment with the viewer's permissions. */
type Comment = Omit<CommentRow, 'author'> & { author: MemberSummary; can: { edit: boolean; delete: boolean } };

export type CommentOptions<View> = {
  /** Name of the contribution kind, for example `comment`. */
  name: string;
  table: CommentsTable;
  /** Converts a comment to its contract type. */
  toView: (comment: Comment) => View;
  errors: Record<'notFound' | 'notYours' | 'cannotDelete', () => AppError>;
  frames: {
    created: (subjectId: string, commentId: string, counts: Counts) => ServerFrame;
    updated: (subjectId: string, commentId: string, counts: Counts) => ServerFrame;
    deleted: (subjectId: string, commentId: string, counts: Counts) => ServerFrame;
  };
};

type Ids = { id: string; commentId: string };

/** Sorts before every UUID v7. The default start of a page. */
const beforeEveryId = '00000000-0000-0000-0000-000000000000';

export type CommentService<View> = ReturnType<typeof commentsOn<View>>;

/** Creates the comment service of a subject kind. */
export function commentsOn<View>(subjects: SubjectKind, { name, table, toView, errors, frames }: CommentOptions<View>) {
  const statements = commentStatements(subjects, name, table);

  const moderation: Moderation = {
    async find(db, commentId, forUpdate) {
      const target = await findAny(db, commentId, forUpdate);
      if (!target) return undefined;
      const { authorId, isAwaitingReview, isRemoved, content } = target.comment;
      return { authorId, isAwaitingReview, isRemoved, quote: { content } };
    },
    listContext: (db, commentId) => listCommentContext(db, subjects, table, commentId),

    async publish(work, commentId) {
      const target = await findAny(work.tx, commentId);
      if (!target?.isShown || target.comment.isRemoved || !target.comment.isAwaitingReview) return false;
      const { subject, comment } = target;
      await work.tx.update(table).set({ isAwaitingReview: false }).where(eq(table.id, commentId));
      const counts = await moveCount(work, subject.id, 1);
      await work.emit(contributionPublished, toContribution(subject, comment));
      const publishedComment = { ...comment, isAwaitingReview: false };
      publishCommentFrame(work, subject, publishedComment, frames.created(subject.id, commentId, counts));
      return true;
    },

    async remove(work, commentId) {
      const target = await findAny(work.tx, commentId);
      if (!target || target.comment.isRemoved) return false;
      const { subject, comment } = target;
      // The removal of the subject has already reversed the comment's points.
      if (target.isShown) await work.emit(contributionsRemoved, { contributions: [toContribution(subject, comment)] });
      await work.tx.update(table).set({ isRemoved: true }).where(eq(table.id, commentId));
      const counts = await moveCount(work, subject.id, comment.isAwaitingReview ? 0 : -1);
      if (target.isShown) publishCommentFrame(work, subject, comment, frames.deleted(subject.id, commentId, counts));
      return true;
    },

    async restore(work, commentId) {
      const target = await findAny(work.tx, commentId);
      if (!target?.comment.isRemoved) return false;
      const { subject, comment } = target;
      await work.tx.update(table).set({ isRemoved: false }).where(eq(table.id, commentId));
      const counts = await moveCount(work, subject.id, comment.isAwaitingReview ? 0 : 1);
      if (!target.isShown) return true;
      const contribution = toContribution(subject, comment);
      await work.emit(contributionsRestored, { contributions: [contribution] });
      if (comment.isAwaitingReview) await work.emit(contributionHeld, contribution);
      publishCommentFrame(work, subject, comment, frames.created(subject.id, commentId, counts));
      return true;
    },

    async erase(work, commentId) {
      await work.tx.delete(table).where(and(eq(table.id, commentId), table.isRemoved));
    },
  };

  /** Returns a comment for moderators and locks its subject. `isShown`: the subject itself is not removed. */
  async function findAny(db: Queryable, commentId: string, forUpdate = true) {
    const readComment = () => db.select().from(table).where(eq(table.id, commentId));
    const [commentBefore] = await readComment();
    const target = commentBefore && (await subjects.find(db, commentBefore.subjectId, forUpdate));
    // Reads again after taking the lock: the comment may have been deleted.
    const [comment] = target ? await readComment() : [];
    return target && comment && { subject: target.subject, isShown: !target.isRemoved, comment };
  }

  const kind: ContributionKind = {
    name,
    table,
    moderation,
    points: 1,
    isSupport: true,
    thread: (db, ids) => statements.thread(db, { ids }),
    report: async (tx, viewer, ids) =>
      (await statements.reported(tx).execute({ ...visibilityParameters(viewer), ids })).map(toReportSnapshot),
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

  /** Changes the comment counter, which does not include comments that wait for review. */
  const moveCount = async (work: UnitOfWork, subjectId: string, by: 0 | 1 | -1): Promise<Counts> =>
    onlyRow(await statements.moveCount(work.tx, { subjectId, by }));

  async function listCommentsOn(tx: Transaction, subject: Subject, condition?: SQLWrapper): Promise<Contribution[]> {
    const { id, authorId, subjectId, isRemoved } = table;
    const rows = await tx
      .select({ id, authorId })
      .from(table)
      .where(and(eq(subjectId, subject.id), not(isRemoved), condition));
    return rows.map((comment) => toContribution(subject, comment));
  }

  return {
    check: createCounterCheck({
      name: `${subjects.name}: comments`,
      table: subjects.table,
      keys: [subjects.table.id],
      columnName: 'commentsCount',
      expected: sql`SELECT count(*) FROM ${table}
        WHERE ${table.subjectId} = ${subjects.table.id} AND NOT ${table.isAwaitingReview} AND NOT ${table.isRemoved}`,
      alsoSet: { countsRevision: sql`counts_revision + 1` },
    }),
    kind,
    queue: subjects.queue,

    /** Returns a page of comments after a comment id, oldest first. */
    async list(
      db: Database,
      viewer: Viewer,
      subjectId: string,
      { after = beforeEveryId, limit }: { after: string | undefined; limit: number },
    ): Promise<Page<View, string>> {
      const rows = await statements.page(db, limit + 1, { ...visibilityParameters(viewer), subjectId, after });
      if (rows.length === 0) await subjects.assertVisible(db, viewer, subjectId);
      const { items, next } = toPage(rows, limit, toComment(viewer));
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
      const [countRows] = await pipelined(
        statements.insert(work.tx, { ...comment, by: comment.isAwaitingReview ? 0 : 1 }),
        emitNewContribution(work, toContribution(subject, comment), comment),
      );
      publishCommentFrame(work, subject, comment, frames.created(subject.id, comment.id, onlyRow(countRows)));
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
      publishCommentFrame(work, subject, comment, frames.updated(subject.id, comment.id, counts));
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
      publishCommentFrame(work, subject, comment, frames.deleted(subject.id, comment.id, counts));
    },

    /** Returns all comments on a subject that is about to be removed, except comments that are already removed. */
    listContributions: (tx: Transaction, subject: Subject): Promise<Contribution[]> => listCommentsOn(tx, subject),
    /** Returns the comments on a subject that wait for review. */
    listHeld: (tx: Transaction, subject: Subject): Promise<Contribution[]> =>
      listCommentsOn(tx, subject, table.isAwaitingReview),
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

/** Publishes a frame about a comment. While the comment or its subject waits for review, only its author gets it. */
function publishCommentFrame(
  work: UnitOfWork,
  subject: Subject,
  comment: { authorId: string; isAwaitingReview: boolean },
  frame: ServerFrame,
): void {
  const isAwaitingReview = subject.isAwaitingReview || comment.isAwaitingReview;
  publishLive(work, { authorId: comment.authorId, isAwaitingReview }, frame, {
    actorIds: [subject.authorId, comment.authorId],
  });
}
